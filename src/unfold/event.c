#include "unfold/event.h"

#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/state.h"

struct event *
event_new(struct unfold *u, enum event_kind kind)
{
  struct event event = {
      .kind = kind,
      .guard = u->guard,
      .section = u->section,
      .place = u->place,
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
section_begin(struct unfold *u)
{
  if (u->depth++)
    return;
  u->section = ++u->prog->sections;
  u->locked_private = u->locked_shared = VALUE_FALSE;
}

/* It has locked memory that is its thread's own, and nothing else. */
static void
fence_section(struct unfold *u)
{
  value_id guard = u->guard;
  u->guard = value_and(u->prog, u->locked_private, value_not(u->prog, u->locked_shared));
  if (u->guard != VALUE_FALSE)
    event_fence(u, ORDER_SEQ_CST);
  u->guard = guard;
  u->locked_private = VALUE_FALSE; /* it may end in several places */
}

void
section_end(struct unfold *u)
{
  if (--u->depth)
    return;
  fence_section(u);
  u->section = 0;
}

void
event_violation(struct unfold *u, enum fault fault, const char *text)
{
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = VALUE_FALSE;
  event->fault = fault;
  event->text = text;
  u->stuck = u->guard;
  flow_stop(u);
}

void
event_check(struct unfold *u, enum fault fault, value_id condition, const char *text)
{
  condition = facts_strip(u, u->guard, condition);
  if (condition == VALUE_TRUE || u->guard == VALUE_FALSE)
    return;
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = condition;
  event->fault = fault;
  event->text = text;
  if (condition == VALUE_FALSE) {
    u->stuck = u->guard;
    flow_stop(u);
  }
}

void
event_condition(struct unfold *u, enum event_kind kind, value_id condition)
{
  if (condition == VALUE_TRUE)
    return;
  event_new(u, kind)->value = condition;
  if (condition == VALUE_FALSE) {
    u->stuck = u->guard;
    flow_stop(u);
  }
}
