/* Arbitrary values that an assumption bounds have few bits, see narrow.c. */
#ifndef HEDDLE_UNFOLD_NARROW_H
#define HEDDLE_UNFOLD_NARROW_H

#include "base/mem.h"
#include "ir/prog.h"

struct unfold;

/* An input that may still become narrower. */
struct narrow_input {
  value_id value;
  value_id guard;     /* under which it is used */
  event_id events;    /* so many there were */
  value_id condition; /* what has been assumed since */
};

/* An arbitrary value, that is used only under the guard, and not yet. */
value_id narrow_make(struct unfold *u, struct input input, value_id guard);
/* The thread goes on from here only where the condition holds. What is left of the condition. */
value_id narrow_assume(struct unfold *u, value_id condition);

#endif
