/* Events: what the current thread does, under the guard of its path, at its place, in its section.
 * A pointer to an event is good until the next one is made. */
#ifndef HEDDLE_UNFOLD_EVENT_H
#define HEDDLE_UNFOLD_EVENT_H

#include "frontend/frontend.h"
#include "ir/prog.h"

struct unfold;

struct event *event_new(struct unfold *u, enum event_kind kind); /* guard, place, section set */
void event_fence(struct unfold *u, enum memory_order order);
void event_violation(struct unfold *u, enum fault fault, const char *text);
/* BLOCK or ASSUME: the thread goes no further while the condition does not hold. */
void event_condition(struct unfold *u, enum event_kind kind, value_id condition);
/* A violation if the condition does not hold, and then the thread goes no further. */
void event_check(struct unfold *u, enum fault fault, value_id condition, const char *text);

#endif
