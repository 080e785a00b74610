/* A second opinion on a slice, for debug builds: is what it keeps closed under dependence? slice.c
 * follows dependences from what matters; here we look at all that was left out, and ask whether
 * anything kept could notice. */
#include <stdlib.h>

#include "analysis/slice.h"

struct check {
  const struct slice *slice;
  const struct prog *prog;
  struct values *values;
};

/* Is the event left out although it may happen? */
static bool
is_missing(const struct check *check, event_id event)
{
  struct value_set set = values_get(check->values, check->prog->events.at[event].guard);
  bool dead = set.n == 1 && !set.open && !set.at[0];
  return !check->slice->kept.at[event] && !dead;
}

static bool
overlap(const struct prog *prog, const struct event *a, const struct event *b)
{
  for (uint32_t i = 0; i < a->n_targets; i++)
    for (uint32_t k = 0; k < b->n_targets; k++) {
      struct target x = prog->targets.at[a->first_target + i];
      struct target y = prog->targets.at[b->first_target + k];
      if (x.object == y.object && x.offset < y.offset + b->bytes && y.offset < x.offset + a->bytes)
        return true;
    }
  return false;
}

/* Memory: no store is missing that a load which is kept may read. */
static bool
has_stores(const struct check *check)
{
  const struct prog *prog = check->prog;
  for (event_id s = 0; s < prog->events.n; s++)
    for (event_id l = 0;
         l < prog->events.n && prog->events.at[s].kind == EVENT_STORE && is_missing(check, s); l++)
      if (prog->events.at[l].kind == EVENT_LOAD && check->slice->kept.at[l] &&
          overlap(prog, &prog->events.at[s], &prog->events.at[l]))
        return false;
  return true;
}

/* Data and control: no load is missing that what is kept is computed from. */
static bool
has_loads(const struct check *check)
{
  const struct prog *prog = check->prog;
  bool *needed = mem_alloc(prog->values.n * sizeof *needed), good = true;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
    bool kept = check->slice->kept.at[e];
    needed[event->guard] |= kept || check->slice->fences.at[e];
    needed[event->value] |= kept && event->kind != EVENT_LOAD;
    needed[event->addr] |= kept && (access || event->kind == EVENT_BLOCK);
  }
  for (value_id v = (value_id)prog->values.n; v-- > 0;) { /* arguments come first */
    const struct value *value = &prog->values.at[v];
    for (unsigned i = 0; needed[v] && i < value_arity(value->op); i++)
      needed[value->arg[i]] = true;
    if (needed[v] && value->op == OP_LOADED)
      good &= !is_missing(check, (event_id)value->imm);
  }
  free(needed);
  return good;
}

/* Synchronisation: nothing is missing that may keep a thread from what is kept, or from an end that
 * others wait for. */
static bool
has_blocks(const struct check *check, thread_id t)
{
  const struct thread *thread = &check->prog->threads.at[t];
  bool missing = false, kept = check->slice->joined.at[t];
  for (event_id e = thread->end; e-- > thread->first;) {
    enum event_kind kind = check->prog->events.at[e].kind;
    bool blocks =
      kind == EVENT_BLOCK || kind == EVENT_ASSUME || kind == EVENT_CUT || kind == EVENT_JOIN;
    kept |= check->slice->kept.at[e];
    missing |= kept && blocks && is_missing(check, e);
  }
  for (event_id e = 0; kept && e < check->prog->events.n; e++) {
    const struct event *event = &check->prog->events.at[e];
    missing |= event->kind == EVENT_CREATE && event->child == t && is_missing(check, e);
  }
  return !missing;
}

bool
slice_is_closed(const struct slice *slice, const struct prog *prog, struct values *values)
{
  const struct check check = {slice, prog, values};
  bool closed = has_stores(&check) && has_loads(&check);
  for (thread_id t = 0; closed && t < prog->threads.n; t++)
    closed = has_blocks(&check, t);
  return closed;
}
