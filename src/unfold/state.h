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
#include "base/map.h"
#include "base/mem.h"
#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/frontend.h"
#include "ir/prog.h"
#include "unfold/address.h"
#include "unfold/effort.h"
#include "unfold/facts.h"
#include "unfold/happens.h"
#include "unfold/life.h"
#include "unfold/memory.h"
#include "unfold/narrow.h"
#include "unfold/path.h"
#include "unfold/unseen.h"
#include "unfold/wait.h"

/* A thread that has been made in this turn. */
struct thread_state {
  thread_id parent;
  event_id create; /* its CREATE event */
  uint64_t key;
  LLVMValueRef start;
  VEC(value_id) arguments;
  struct memory memory; /* at its creation */
  value_id known;       /* happens.h, at its creation */
};

/* What is kept from turn to turn: identities, and guesses that only grow. */
struct kept {
  VEC(struct known_object) known;
  struct map object_by_key; /* key -> object */
  uint64_t last_address;    /* behind the last object and what belongs to it; 0 = there is none */
  uint64_t alignment;       /* of the next object that is made; 0 = nothing special */
  VEC(struct cfg *) cfgs;
  struct map cfg_by_function;
  struct map points; /* instruction -> number; empty unless there is to be a replay */
  struct contents *contents;
  uint32_t most_threads; /* besides main, in any turn so far */
  struct looks looks;
  struct map reuses;  /* pairs of blocks of which the second may get the address of the first */
  bool relaxed;       /* some atomic access does not synchronise */
  bool same_ids;      /* the program compares the ids of threads */
  struct map ids;     /* (object, offset): an id lies there, though that is no pthread_t */
  bool outlives_main; /* others may run when main has been left */
  struct map *large;  /* loops that no iteration is free for; outlives the unfolding */
  struct effort effort;
  unsigned turns; /* this one included */
  bool grew;      /* the guess of the last turn was too small */
  bool again;     /* a loop turned out to be large: stopped, to begin again */
  bool stopped;   /* that, or options->stop said so */
};

/* What is of this turn; the next one begins with zeroes. */
struct turn {
  VEC(struct thread_state) threads;
  struct map thread_by_key; /* key -> thread */
  uint32_t threads_made;    /* besides main */
  bool concurrent;          /* a thread has been made */
  struct memory at_first_create;
  VEC(struct use) uses;
  struct map use_by_key;
  struct map unset_inputs; /* (object, offset, bytes) -> value + 1 */
  uint64_t accesses;       /* moment counter */
  VEC(value_id) numbers;   /* by value: what address.c makes of it + 1; 0 = not asked yet */
  struct map missing;      /* functions that were reported to have neither definition nor model */
  struct unwind_cuts cuts;
  bool unread;                     /* it matters that some object is never read */
  VEC(struct narrow_input) narrow; /* inputs that have all their bits */
  VEC(struct unseen) unseen;       /* bytes read as they were at first, see unseen.c */
  VEC(struct target) unnoticed;    /* locks of which it matters that nobody notices them */
  unsigned long work;              /* instructions unfolded, against run-away programs */
  struct heap heap;
  value_id watched; /* the watched access is one of the threads so far, see happens.c */
  struct {          /* what turned out to be more than was guessed */
    bool orders;    /* memory orders that matter to races */
    bool looks;     /* addresses that the program looks at */
    bool noticed;   /* locks that are noticed */
    bool mortals;   /* objects that are mortal, or smaller than they were taken to be */
    bool reads;     /* objects that are read */
  } grew;
};

/* What is of the current thread. */
struct now {
  thread_id thread;
  struct memory memory;
  struct frame *frame;
  struct loop_bound *loop;     /* the innermost, of this function or a caller */
  struct iteration *iteration; /* of the innermost loop */
  /* of the open section: when it has accessed memory of the machine, private or by an event */
  value_id locked_private, locked_shared;
  LLVMValueRef site; /* the call being unfolded */
  value_id unnamed;  /* its arguments of `...`, for the frame that is opened next */
  bool within;       /* extents have been looked at: see copy.c */
  struct happens happens;
  value_id stuck; /* guard under which the thread was last found never to go on */
  VEC(struct log_entry) log;
  unsigned logging;       /* loops being observed */
  VEC(value_id) spurious; /* guards of spurious failures in them */
  unsigned pointless;     /* calls that the machine does not make, see point.c */
};

struct unfold {
  const struct frontend_options *options;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  struct diags *diags;   /* of this turn */
  struct prog *prog;     /* that this turn makes */
  struct values *values; /* of the prog */
  struct kept kept;
  struct turn turn;
  struct now now;
  struct path path;
  struct debug debug;
  struct facts facts;
};

/* An error at the present place. What follows under the present guard is not unfolded. */
void unfold_error(struct unfold *u, const char *format, ...);
/* What an option has switched matters to this program: noted in the prog. */
void unfold_configured(struct unfold *u, enum configuration configuration);
/* Something is taken for granted: noted in the prog, once. The text lives as long as the prog. */
void unfold_assumed(struct unfold *u, const char *text);

#endif
