/* The state of an unfolding. Private to the folder; each part of it has a header of its own.
 *
 * Unfolding walks the control flow of each thread once, expanding calls and loops as it goes. At
 * any moment there is a current thread, a current guard (when do we get here?) and a private
 * memory: what this thread knows about bytes that nobody else touches. Private bytes are forwarded
 * from store to load and cost nothing; accesses to shared bytes become events.
 *
 * Which bytes are shared, and what they can hold (so: where pointers point), is not known before
 * the threads have been unfolded. So we guess - nothing is shared, nothing is stored - unfold,
 * look at what the threads did, and unfold again with the larger guess until it holds. Objects
 * keep their identity and address from one turn to the next. unfold.c says why the result is
 * right. */
#ifndef HEDDLE_UNFOLD_STATE_H
#define HEDDLE_UNFOLD_STATE_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "analysis/values.h"
#include "base/diag.h"
#include "frontend/cfg.h"
#include "frontend/frontend.h"
#include "ir/prog.h"
#include "unfold/effort.h"
#include "unfold/facts.h"
#include "unfold/memory.h"
#include "unfold/wait.h"

struct thread_state {
  thread_id parent;
  event_id create; /* its CREATE event */
  uint64_t key;
  LLVMValueRef start;
  VEC(value_id) arguments;
  struct memory memory; /* at its creation */
};

struct unfold {
  const struct frontend_options *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  struct diags *diags; /* of this turn */
  const char *directory; /* where we are, "" if unknown */

  /* kept from turn to turn */
  VEC(struct known_object) known;
  struct map object_by_key; /* key -> object */
  struct map cfg_by_function;
  VEC(struct cfg *) cfgs;
  uint32_t most_threads; /* besides main, in any turn so far */
  struct contents *contents;
  struct map places;   /* hash -> place + 1 */
  struct map points;   /* instruction -> number; empty unless there is to be a replay */
  struct map types;    /* debug info node -> type + 1 */
  uint64_t next_address;
  uint64_t alignment;  /* of the next object that is made; 0 = nothing special */
  uint32_t looked;     /* objects whose addresses are inputs */
  bool fixed;          /* no address is an input after all: looking is an assumption */
  unsigned forgotten;  /* how often those that were looked at in earlier turns only were dropped */
  bool looks_grew;     /* more of that was found than was known */
  struct map reuses;   /* pairs of blocks of which the second may get the address of the first */
  bool same_ids;       /* the program compares the ids of threads */
  bool handles;        /* it has variables of the type pthread_t */
  unsigned turns;      /* this one included */
  bool grew;           /* the guess about sharing was too small */
  struct map *large;   /* loops that no iteration is free for; outlives the unfolding */
  bool again;          /* that grew: stopped, to begin again */
  VEC(struct loop_effort) efforts;
  struct map effort_by_key; /* of a loop -> index + 1 */
  uint64_t largest;         /* bytes of the largest object, if it is worth telling */
  bool outlives_main;  /* others may run when main has been left */
  bool noticed_grew;   /* some lock turned out to be noticed */
  bool mortals_grew;   /* some object turned out to be mortal, or smaller than it was taken to be */
  bool reads_grew;     /* some object turned out to be read */

  /* of this turn */
  struct prog *prog;
  struct values *values;
  VEC(struct thread_state) threads;
  struct map thread_by_key; /* key -> thread */
  uint32_t threads_made;    /* besides main */
  VEC(struct use) uses;
  struct map use_by_key;
  struct map unset_inputs; /* (object, offset, bytes) -> value + 1 */
  bool concurrent;         /* a thread has been made */
  struct memory at_first_create;
  uint64_t accesses;       /* moment counter */
  VEC(value_id) numbers;   /* by value: what address.c makes of it + 1; 0 = not asked yet */
  struct unwind_cuts cuts;
  bool unread;             /* it matters that some object is never read */
  bool left_out;           /* runs in which a thread was woken for nothing */
  unsigned long work;      /* instructions unfolded, against run-away programs */
  bool stopped;            /* options->stop said so */
  struct {                 /* could a freed block be handed out again? see life.c */
    bool freed;            /* there was a free */
    thread_id allocator;   /* who has allocated since there are threads; NOBODY = nobody, or */
    bool several;          /* several of them have */
  } heap;

  /* of the current thread */
  thread_id thread;
  struct memory memory;
  struct frame *frame;
  const struct loop_bound *loop; /* the innermost, of this function or a caller */
  value_id guard;
  uint32_t section, depth;
  /* of the open section: when it has accessed memory of the machine, private or by an event */
  value_id locked_private, locked_shared;
  place_id place;
  LLVMValueRef site;       /* the call being unfolded */
  value_id unnamed;        /* its arguments of `...`, for the frame that is opened next */
  bool within;             /* extents have been looked at: see copy.c */
  value_id stuck;          /* guard under which the thread was last found never to go on */
  VEC(struct log_entry) log;
  unsigned logging;        /* loops being observed */
  VEC(value_id) spurious;  /* guards of spurious failures in them */
  struct iteration *iteration; /* of the innermost loop */
  unsigned pointless;      /* calls that the machine does not make, see points.c */

  struct facts facts;
};

/* An error at the present place. What follows under the present guard is not unfolded. */
void unfold_error(struct unfold *u, const char *format, ...);
/* What an option has switched matters to this program: noted in the prog. */
void unfold_configured(struct unfold *u, enum configuration configuration);
/* Something is taken for granted: noted in the prog, once. The text lives as long as the prog. */
void unfold_assumed(struct unfold *u, const char *text);

#endif
