#include "unfold/event.h"

#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/state.h"

struct event *
event_new(struct unfold *u, enum event_kind kind)
{
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
section_begin(struct unfold *u)
{
  if (u->path.depth++)
    return;
  u->path.section = ++u->prog->sections;
  u->now.locked_private = u->now.locked_shared = VALUE_FALSE;
}

/* It has locked memory that is its thread's own, and nothing else. */
static void
fence_section(struct unfold *u)
{
  value_id guard = u->path.guard;
  u->path.guard =
    value_and(u->prog, u->now.locked_private, value_not(u->prog, u->now.locked_shared));
  if (u->path.guard != VALUE_FALSE)
    event_fence(u, ORDER_SEQ_CST);
  u->path.guard = guard;
  u->now.locked_private = VALUE_FALSE; /* it may end in several places */
}

void
section_end(struct unfold *u)
{
  if (--u->path.depth)
    return;
  fence_section(u);
  u->path.section = 0;
}

void
event_violation(struct unfold *u, enum fault fault, const char *text)
{
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = VALUE_FALSE;
  event->fault = fault;
  event->text = text;
  u->now.stuck = u->path.guard;
  flow_stop(u);
}

void
event_check(struct unfold *u, enum fault fault, value_id condition, const char *text)
{
  condition = facts_strip(u, u->path.guard, condition);
  if (condition == VALUE_TRUE || u->path.guard == VALUE_FALSE)
    return;
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = condition;
  event->fault = fault;
  event->text = text;
  if (condition == VALUE_FALSE) {
    u->now.stuck = u->path.guard;
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
    u->now.stuck = u->path.guard;
    flow_stop(u);
  }
}
