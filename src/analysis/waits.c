#include "analysis/waits.h"

static bool
may_wait(const struct prog *prog, const bool *waits, const struct thread *thread)
{
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->guard == VALUE_FALSE)
      continue;
    if (event->kind == EVENT_BLOCK || (event->kind == EVENT_JOIN && waits[event->child]))
      return true;
  }
  return false;
}

bool *
waits_find(const struct prog *prog)
{
  bool *waits = mem_alloc(prog->threads.n * sizeof *waits);
  for (size_t t = 0; t < prog->threads.n; t++)
    waits[t] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t t = 0; t < prog->threads.n; t++)
      if (waits[t] && !may_wait(prog, waits, &prog->threads.at[t])) {
        waits[t] = false;
        changed = true;
      }
  }
  return waits;
}
