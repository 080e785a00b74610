/* Which events are ordered by thread creation and joining, whatever the schedule? */
#ifndef HEDDLE_ANALYSIS_ORDER_H
#define HEDDLE_ANALYSIS_ORDER_H

#include "ir/prog.h"

struct order;

struct order *order_find(const struct prog *prog);
void order_free(struct order *order);
/* The events of `other` up to this one, exclusive, are known to lie behind the given one. */
event_id order_behind(const struct order *order, thread_id thread, event_id event, thread_id other);
/* May the two events, of threads a and b, happen in either order? */
bool order_concurrent(const struct order *order, thread_id a, event_id event_a, thread_id b,
                      event_id event_b);

#endif
