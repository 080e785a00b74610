#include "unfold/event.h"

#include <assert.h>

#include "unfold/build.h"
#include "unfold/facts.h"
#include "unfold/narrow.h"
#include "unfold/path.h"
#include "unfold/state.h"

struct event *
event_new(struct unfold *u, enum event_kind kind)
{
  assert(v_width(u, u->path.guard) == 1);
  assert(!u->path.section == !u->path.depth); /* one is open, or none is */
  struct event event = {
    .kind = kind,
    .guard = u->path.guard,
    .section = u->path.section,
    .place = u->path.place,
  };
  vec_push(&u->prog->events, event);
  return &vec_last(&u->prog->events);
}

void
event_fence(struct unfold *u, enum memory_order order)
{
  event_new(u, EVENT_FENCE)->order = order;
}

void
event_violation(struct unfold *u, enum fault fault, const char *text)
{
  if (!fault_is_wanted(fault, u->options->property, u->options->only_calls))
    narrow_assume(u, VALUE_FALSE);
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = VALUE_FALSE;
  event->fault = fault;
  event->text = text;
  path_stuck(u);
}

void
event_check(struct unfold *u, enum fault fault, value_id condition, const char *text)
{
  assert(v_width(u, condition) == 1);
  condition = facts_strip(u, u->path.guard, condition);
  if (condition == VALUE_TRUE || path_is_stopped(u))
    return;
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = condition;
  event->fault = fault;
  event->text = text;
  if (condition == VALUE_FALSE) {
    path_stuck(u);
  }
}

void
event_condition(struct unfold *u, enum event_kind kind, value_id condition)
{
  if (kind == EVENT_ASSUME && !path_is_stopped(u))
    condition = narrow_assume(u, condition);
  if (condition == VALUE_TRUE)
    return;
  event_new(u, kind)->value = condition;
  if (condition == VALUE_FALSE) {
    path_stuck(u);
  }
}
