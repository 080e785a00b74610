#include "analysis/waits.h"

#include "base/invariant.h"
#include "base/mutant.h"

/* Does the thread make this child whenever it comes to wait for its end? */
static bool
has_made(const struct prog *prog, thread_id t, const struct event *join)
{
  const struct thread *thread = &prog->threads.at[t];
  INVARIANT(prog_thread_of(prog, (event_id)(join - prog->events.at)) == t);
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->kind == EVENT_CREATE && event->child == join->child)
      return event < join && (event->guard == VALUE_TRUE || event->guard == join->guard);
  }
  return false;
}

static bool
may_wait(const struct prog *prog, const struct labels *labels, const bool *waits, thread_id t)
{
  const struct thread *thread = &prog->threads.at[t];
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->guard == VALUE_FALSE)
      continue;
    if (event->kind == EVENT_BLOCK && !labels->open.at[e])
      return true;
    bool child = waits[event->child] && !MUTANT(WAIT_OF_CHILD_FORGOTTEN);
    if (event->kind == EVENT_JOIN && (child || !has_made(prog, t, event)))
      return true;
  }
  return false;
}

bool *
waits_find(const struct prog *prog, const struct labels *labels)
{
  bool *waits = mem_alloc(prog->threads.n * sizeof *waits);
  for (size_t t = 0; t < prog->threads.n; t++)
    waits[t] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t t = 0; t < prog->threads.n; t++)
      if (waits[t] && !may_wait(prog, labels, waits, (thread_id)t)) {
        waits[t] = false;
        changed = true;
      }
  }
  return waits;
}
