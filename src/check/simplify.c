/* A solver delays stores as it likes, but whoever reads the trace takes each late store for a part
 * of the bug. So the interpreter tries to do without them: first without all, then without ever
 * fewer at a time. A store that is seen at once is always within the bounds, so only the end of the
 * run has to be compared.
 *
 * What is left may be a thread that could as well have been interrupted before the store: if the
 * rest of its context can wait until the store is seen, there is nothing late about it. That is
 * another schedule, and must belong to the part that was to be looked at. (It may take a round more
 * than the bound: what leaves a buffer at the end of a round is now done by the thread itself.) */
#include "check/simplify.h"

#include "analysis/part.h"

enum { TRIES = 200 }; /* runs of the interpreter: there may be thousands of late stores */

/* Is it the same bug, with the report's contexts and inputs but for what is given? Then the report
 * owns them; else the caller still does. */
static bool
accept(struct report *report, const struct schedule *schedule)
{
  struct engine_result *result = &report->result;
  struct run run;
  interp_run(&run, report->prog, &report->labels, schedule);
  if (run.end != result->run.end || run.at != result->run.at) {
    run_free(&run);
    return false;
  }
  run_free(&result->run);
  schedule_free(&result->schedule);
  result->run = run;
  result->schedule = *schedule;
  return true;
}

/* A copy without `n` late stores from `first` on. */
static struct schedule
without(const struct schedule *schedule, size_t first, size_t n)
{
  struct schedule copy = {0};
  for (size_t i = 0; i < schedule->contexts.n; i++)
    vec_push(&copy.contexts, schedule->contexts.at[i]);
  for (size_t i = 0; i < schedule->late.n; i++)
    if (i < first || i >= first + n)
      vec_push(&copy.late, schedule->late.at[i]);
  for (size_t i = 0; i < schedule->inputs.n; i++)
    vec_push(&copy.inputs, schedule->inputs.at[i]);
  return copy;
}

static bool
drop(struct report *report, size_t first, size_t n)
{
  struct schedule fewer = without(&report->result.schedule, first, n);
  bool same = accept(report, &fewer);
  if (!same)
    schedule_free(&fewer);
  return same;
}

/* Lets the thread of the i-th late store stop before it until others are to see it. */
static bool
postpone(struct report *report, size_t i)
{
  struct late late = report->result.schedule.late.at[i];
  struct schedule other = without(&report->result.schedule, i, 1);
  bool same = late.context < other.contexts.n;
  thread_id thread = same ? other.contexts.at[late.context].thread : 0;
  uint32_t label = report->labels.of_event.at[late.store];
  for (size_t k = 0; same && k < late.context; k++) {
    struct context *context = &other.contexts.at[k];
    if (context->thread == thread && context->labels > label)
      context->labels = label;
  }
  same = same &&
         part_contains(&report->part, &report->labels, report_stage(report)->rounds, &other) &&
         accept(report, &other);
  if (!same)
    schedule_free(&other);
  return same;
}

void
check_simplify(struct report *report)
{
  const struct schedule *schedule = &report->result.schedule;
  unsigned tries = 0;
  for (size_t size = schedule->late.n; size; size /= 2)
    for (size_t first = 0; first < schedule->late.n;) {
      size_t left = schedule->late.n - first;
      if (tries++ == TRIES)
        return;
      if (!drop(report, first, size < left ? size : left))
        first += size;
    }
  if (report->options->part.tiles) /* the part of the instance that has the bug is not at hand */
    return;
  for (size_t i = 0; i < schedule->late.n && tries < TRIES; tries++)
    if (!postpone(report, i))
      i++;
}
