/* The interpreter: executes a prog under its memory model, with store buffers where it has them,
 * independently of the encoder. It is the judge of every bug we print and the oracle of the
 * tests. */
#ifndef HEDDLE_INTERP_INTERP_H
#define HEDDLE_INTERP_INTERP_H

#include "analysis/labels.h"
#include "analysis/part.h"
#include "ir/prog.h"
#include "ir/route.h"
#include "ir/schedule.h"

/* One event that happened. Under a weak memory model a store may happen in two steps. */
enum step_kind {
  STEP_WHOLE,
  STEP_BUFFERED, /* the store happens for its own thread, and waits in the buffer */
  STEP_SEEN,     /* and now others can see it */
};
struct step {
  enum step_kind kind;
  event_id event;
  uint32_t context; /* index into the schedule's contexts */
  uint64_t addr;    /* LOAD, STORE; of a failing ASSERT the address it speaks of, or 0 */
  uint64_t value;   /* of the event's value; for CREATE and JOIN the thread */
};

enum run_end {
  RUN_DONE,      /* the schedule is exhausted */
  RUN_VIOLATION, /* the last step is a failing ASSERT */
  RUN_STUCK,     /* a label that the schedule wants passed cannot be passed; of one that needs an
                    empty buffer: because the schedule keeps a store there for longer */
  RUN_INVALID,   /* an access at an address outside its targets, or a schedule
                    that runs a thread which does not exist yet */
  RUN_DEADLOCK,  /* the schedule is exhausted, and threads wait for ever */
  RUN_RACE,      /* the schedule is exhausted, and two threads are about to touch the same memory */
};

/* A thread that waits for ever. */
struct waiting {
  thread_id thread;
  event_id event;  /* the BLOCK or JOIN */
  thread_id owner; /* whom it waits for; NOBODY = nobody in particular */
  uint64_t addr;   /* the first shared place it looked at before; 0 = none */
};

/* An access that is about to happen. */
struct touch {
  thread_id thread;
  event_id event;
  uint64_t addr;
};

struct run {
  VEC(struct step) steps;
  enum run_end end;
  event_id at; /* where it ended, unless RUN_DONE; of RUN_DEADLOCK and RUN_RACE the first event */
  VEC(struct waiting) waiting; /* RUN_DEADLOCK: the threads that wait for each other, or all */
  bool circle;                 /* RUN_DEADLOCK: they wait for each other, whatever the others do */
  struct touch race[2];        /* RUN_RACE */
  bool cut;                    /* some thread stands at a CUT whose guard holds */
  VEC(bool) used;              /* of each input: did anything that happened depend on it? */
};

/* Runs the schedule up to its end, the first violation, or the first event that
 * cannot happen. Then, if the prog asks for it, looks for a deadlock or a race. */
void interp_run(struct run *run, const struct prog *prog, const struct labels *labels,
                const struct schedule *schedule);
/* Runs the schedule as far as it can be followed: a thread that cannot go on waits for its next
 * context; then all go on as far as they can, one after the other. No store is late. `passed` gets
 * how many labels each thread has passed. */
void interp_run_on(struct run *run, const struct prog *prog, const struct labels *labels,
                   const struct schedule *schedule, uint32_t *passed);
void run_free(struct run *run);
/* ranges.c, for assert(): did what was loaded and stored lie in the ranges and sets that the
 * analyses foretell? It takes the time of these. */
bool run_is_in_ranges(const struct run *run, const struct prog *prog);

/* Follows a route in a prog that has points: a schedule that takes the same steps. */
enum follow_end {
  FOLLOW_BUG,  /* it seems to lead to a bug */
  FOLLOW_CUT,  /* a thread has come to the CUT `at`: its loop runs longer on the route */
  FOLLOW_LOST, /* the prog does not come along there */
};
enum follow_end interp_follow(struct schedule *schedule, event_id *at, const struct prog *prog,
                              const struct labels *labels, const struct route *route);

/* The schedule of one run, drawn at random and without late stores, which ends with a violation or
 * when no thread can go on within the bounds. */
void interp_random(struct schedule *schedule, const struct prog *prog, const struct labels *labels,
                   uint64_t seed);
/* The same within so many rounds, in which threads go as far as is drawn, in the last one as far as
 * they can. It has a context, perhaps an empty one, for each turn of each thread, in their order,
 * but for the turns after a violation or the end of main. */
void interp_random_rounds(struct schedule *schedule, const struct prog *prog,
                          const struct labels *labels, unsigned rounds, uint64_t seed);

/* Brute force: every round-robin schedule of `rounds` rounds (in each round every
 * thread, in the order of thread ids, passes any number of labels, also none) and
 * all values of inputs. Under a weak memory model stores leave a thread's buffer while it has its
 * turn, or after all have had theirs, when each gets another one for that purpose alone. Meant for
 * small programs: gives up beyond `max_states`. With a part, only its schedules. */
enum explore_verdict { EXPLORE_SAFE, EXPLORE_BUG, EXPLORE_GAVE_UP };
struct exploration {
  enum explore_verdict verdict;
  struct schedule witness; /* EXPLORE_BUG */
  uint64_t states;         /* distinct states visited */
  bool cut;                /* some run reaches a CUT (complete only without a bug) */
  VEC(bool) hit;           /* interp_explore_all: of each loop, whether some run reaches its CUT */
};
struct explore_limits {
  uint64_t max_states;
  unsigned max_input_bits; /* an input wider than this makes it give up */
  /* Called for every step of every run, unless NULL: the event, its address and its value; of a
   * store when it happens for its own thread. */
  void (*watch)(void *argument, event_id event, uint64_t addr, uint64_t value);
  void *argument;
  const struct part *part; /* NULL = all schedules */
};
void interp_explore(struct exploration *result, const struct prog *prog,
                    const struct labels *labels, unsigned rounds, struct explore_limits limits);

/* Every schedule, whatever its rounds: see all.c. A state takes INTERP_STATE_BYTES of memory, and up to three times as much while there are
 * more and more of them. */
enum { INTERP_STATE_BYTES = 22 };
struct all_limits {
  uint64_t max_states;
  unsigned max_input_bits;
  bool unreduced;  /* try all orders, also of steps that have nothing to do with each other */
  bool asymmetric; /* tell equal threads apart */
  void (*watch)(void *argument, event_id event, uint64_t addr, uint64_t value); /* as above */
  bool (*stop)(void *argument); /* asked now and then, unless NULL: true = give up */
  void *argument;
  uint64_t *states; /* kept up to date, unless NULL */
};
void interp_explore_all(struct exploration *result, const struct prog *prog,
                        const struct labels *labels, const struct all_limits *limits);
void exploration_free(struct exploration *exploration);

#endif
