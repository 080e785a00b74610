/* Races by the memory orders of C: what happens before what. */
#ifndef HEDDLE_UNFOLD_HAPPENS_H
#define HEDDLE_UNFOLD_HAPPENS_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

enum { HAPPENS_LOADS = 4 };

/* What there is to know of the thread at hand, as values. The access that is watched is one of
 * another thread, or an earlier one of this thread. */
struct happens {
  value_id known;    /* it happens before what comes next */
  value_id read;     /* it will, once there is an acquire fence */
  value_id released; /* it happened before the last release fence */
  value_id watches;  /* the watched access is one of this thread; 0 = not made yet */
  /* The atomic loads of this section that no store has followed: what did they find released? */
  uint32_t section, n_loads;
  struct happens_load {
    event_id event;
    value_id address, found;
  } loads[HAPPENS_LOADS];
  bool exchange; /* what comes next are the loads of a compare-and-exchange */
  bool life;     /* what comes next is about the life of a block: free() writes what a use reads */
};

/* This instruction comes next: takes note of its memory orders. */
void happens_note(struct unfold *u, LLVMValueRef instruction);
/* Does an access to these places need a section, for what belongs to it? */
bool happens_matters(const struct unfold *u);
/* The load or store has just been made, with the order that was asked for. */
void happens_access(struct unfold *u, event_id access, enum memory_order order);
/* Around the load of a compare-and-exchange, whose order depends on whether it succeeds. */
void happens_before_exchange(struct unfold *u);
void happens_exchange(struct unfold *u, value_id succeeds, enum memory_order success,
                      enum memory_order failure);
/* Iterations that take and give back locks are left out of the run. */
void happens_left_out(struct unfold *u);
void happens_fence(struct unfold *u, enum memory_order order);
void happens_create(struct unfold *u, thread_id child);
void happens_begin(struct unfold *u); /* a thread */
void happens_end(struct unfold *u);
void happens_join(struct unfold *u, thread_id child, value_id guard);

#endif
