/* A run that nobody has tried to keep short changes threads more often than its bug needs. A context
 * can go if its thread may as well do all of that in its next one, or do at once what it does in its
 * next one. So that is tried for one context after the other, as long as the run ends in the same
 * way. */
#include "check/merge.h"

enum { TRIES = 3000 }; /* runs of the interpreter */

static struct schedule
copy(const struct schedule *schedule)
{
  struct schedule same = {0};
  for (size_t i = 0; i < schedule->contexts.n; i++)
    vec_push(&same.contexts, schedule->contexts.at[i]);
  for (size_t i = 0; i < schedule->late.n; i++)
    vec_push(&same.late, schedule->late.at[i]);
  for (size_t i = 0; i < schedule->inputs.n; i++)
    vec_push(&same.inputs, schedule->inputs.at[i]);
  return same;
}

/* Without empty contexts, and without two of a thread in a row. */
static void
tidy(struct schedule *schedule)
{
  size_t n = 0;
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    if (n && schedule->contexts.at[n - 1].thread == context.thread)
      schedule->contexts.at[n - 1] = context;
    else
      schedule->contexts.at[n++] = context;
  }
  schedule->contexts.n = n;
}

/* The next context of the thread, or the number of contexts. */
static size_t
next_of(const struct schedule *schedule, size_t i)
{
  size_t next = i + 1;
  while (next < schedule->contexts.n &&
         schedule->contexts.at[next].thread != schedule->contexts.at[i].thread)
    next++;
  return next;
}

static void
drop(struct schedule *schedule, size_t i)
{
  for (size_t k = i; k + 1 < schedule->contexts.n; k++)
    schedule->contexts.at[k] = schedule->contexts.at[k + 1];
  schedule->contexts.n--;
}

/* Without the i-th context: what it does happens later; or its next one: that happens at once. */
static struct schedule
without(const struct schedule *schedule, size_t i, bool at_once)
{
  struct schedule fewer = copy(schedule);
  size_t next = next_of(schedule, i);
  if (at_once)
    fewer.contexts.at[i] = fewer.contexts.at[next];
  drop(&fewer, at_once ? next : i);
  tidy(&fewer);
  return fewer;
}

static bool
accept(struct engine_result *result, const struct prog *prog, const struct labels *labels,
       struct schedule *schedule)
{
  struct run run;
  interp_run(&run, prog, labels, schedule);
  if (run.end != result->run.end || run.at != result->run.at) {
    run_free(&run);
    schedule_free(schedule);
    return false;
  }
  run_free(&result->run);
  schedule_free(&result->schedule);
  result->run = run;
  result->schedule = *schedule;
  return true;
}

void
merge_contexts(struct engine_result *result, const struct prog *prog, const struct labels *labels)
{
  unsigned tries = 0;
  for (bool fewer = true; fewer;) {
    fewer = false;
    for (size_t i = 0; i < result->schedule.contexts.n; i++)
      for (unsigned way = 0; way < 2 && i < result->schedule.contexts.n && tries < TRIES; way++) {
        if (next_of(&result->schedule, i) == result->schedule.contexts.n)
          continue;
        struct schedule schedule = without(&result->schedule, i, way);
        fewer |= accept(result, prog, labels, &schedule);
        tries++;
      }
  }
}
