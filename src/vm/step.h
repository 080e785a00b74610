/* Steps of threads: what one does until others could notice what it does next. */
#ifndef HEDDLE_VM_STEP_H
#define HEDDLE_VM_STEP_H

#include "frontend/frontend.h"
#include "vm/heap.h"
#include "vm/vm.h"

enum thread_status {
  THREAD_NONE,
  THREAD_RUNS,
  THREAD_ENDED,
  THREAD_STUCK, /* it never goes on, and never ends */
  THREAD_LEFT,  /* likewise, since it has ended the process; others may be late, and go on */
};

enum outcome {
  STEP_DONE,
  STEP_ABSENT,  /* there is no such thread, or it has nothing left to do */
  STEP_WAITS,   /* for something, or for `owner` */
  STEP_REFUSED, /* an assumption does not hold now: no wait, and no step */
  STEP_FAILED,  /* a violation: `fault` */
  STEP_RACES,   /* another thread stands before an access that must not happen at the same time */
  STEP_GAVE_UP, /* `reason` */
};

/* What is arbitrary within a step: numbers below their limits. */
enum { MOST_CHOICES = 24 };
struct choices {
  unsigned n;
  uint32_t value[MOST_CHOICES], limit[MOST_CHOICES];
};

struct frame {
  const struct function *function;
  uint32_t at;  /* instruction */
  size_t first; /* register */
};

struct vm {
  const struct code *code;
  const struct frontend_options *options;
  struct heap heap;
  uint32_t made;   /* word: how many threads were created */
  uint32_t status; /* words, by thread, from here on */
  uint32_t number; /* likewise: the number of the next thread, if it has asked for that; else 0 */
  uint32_t joined; /* likewise: by which thread, + 1 */
  uint32_t stands; /* likewise: what the thread stands before (race.h), if races are asked for */
  uint32_t stacks; /* likewise, STACK_WORDS for each: the length, then the frames */
  uint32_t most;   /* threads that there are; search-wide */
  bool tested;     /* some assertion; search-wide */
  bool again;      /* what was taken for granted is wrong: the search must begin again */
  bool ids_compared, ids_reused;
  unsigned configured;
  struct map variables; /* of threads: their objects; search-wide */

  /* the step under way */
  unsigned thread;
  VEC(struct frame) frames;
  VEC(uint64_t) registers;
  uint64_t *here;   /* those of the last frame */
  unsigned section; /* how deep in an atomic section */
  bool granted;     /* what others may notice is allowed now */
  uint64_t before;  /* what it is that the thread pauses before (race.h) */
  unsigned fresh;   /* bits: threads that were created in this step */
  uint32_t align;   /* of the next block */
  uint64_t left;    /* instructions */
  struct choices *choices;
  VEC(struct route_point) passed; /* in the order of time, if `records` */
  bool records;
  bool guesses;      /* choices are arbitrary numbers, whatever their limits */
  struct map turns;  /* of branches that may leave loops, by thread, if `watches`: enum exit, and
                       those that were taken behind it */
  unsigned changers; /* likewise, threads whose program has changed memory: bits */
  bool watches;
  unsigned chosen;

  /* what came of it */
  enum fault fault;
  uint32_t owner; /* a thread, or NOBODY */
  struct str reason;
};

#define NOBODY UINT32_MAX

/* False: there is no room even for the start. */
bool vm_new(struct vm *vm, const struct code *code, const struct frontend_options *options);
void vm_free(struct vm *vm);
/* The first thread runs up to where others could notice; as vm_step. */
enum outcome vm_begin(struct vm *vm, struct choices *choices);
/* The thread takes a step, by the choices that are given; those that were not are 0, and are added.
 * Unless it is done, the state is as it was, but for what a violation leaves. */
enum outcome vm_step(struct vm *vm, unsigned thread, struct choices *choices);

enum thread_status vm_status(const struct vm *vm, unsigned thread);
unsigned vm_threads(const struct vm *vm); /* that were created so far, and the first one */
/* Has every thread taken each way out of a loop that it could have taken? Forgets what was watched. */
bool vm_leaves_loops(struct vm *vm);
/* The point at which the thread pauses; 0: at none. */
uint32_t vm_stands_at(struct vm *vm, unsigned thread);

#endif
