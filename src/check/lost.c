/* A check whose process did not get to a verdict.
 *
 * Being killed by the system, a limit of the user's shell (ulimit -t), and running out of memory,
 * which ends it with an exit code, are limits; any other death is our mistake. What earlier stages
 * have shown holds, whatever happened. */
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <string.h>

#include "base/worker.h"
#include "check/check.h"

static void
explain(struct engine_result *result, const struct progress *progress, const struct worker_end *end,
        struct str *reason)
{
  const struct engine_status *now = &progress->now;
  result->phase = progress->decided ? "printing the verdict" : now->phase ? now->phase : "starting";
  result->answered = now->answered;
  result->variables = now->variables;
  result->clauses = now->clauses;
  result->share = now->share;
  result->parts_done = now->jobs_done;
  result->parts_open = now->jobs_running + now->jobs_left;
  result->verdict = VERDICT_UNKNOWN;
  if (end->fate == WORKER_OVERDUE)
    result->limit = LIMIT_TIME;
  else if (end->fate == WORKER_INTERRUPTED)
    result->limit = LIMIT_INTERRUPT;
  else if (end->fate == WORKER_ENDED)
    str_printf(reason, "out of memory while %s", result->phase);
  else if (end->signal == SIGXCPU)
    str_printf(reason, "limit of processor time reached while %s", result->phase);
  else if (end->signal == SIGKILL)
    str_printf(reason, "killed while %s, perhaps for lack of memory", result->phase);
  else
    result->verdict = VERDICT_INTERNAL;
  if (result->verdict == VERDICT_INTERNAL)
    str_printf(reason, "%s while %s", strsignal(end->signal), result->phase);
  result->reason = str_text(reason);
}

static void
keep_stages(struct report *report)
{
  struct engine_result *result = &report->result;
  const struct deepening *deepening = &report->progress->deepening;
  if (!deepening->done || result->verdict != VERDICT_UNKNOWN)
    return;
  const struct stage *last = &deepening->stages[deepening->done - 1];
  report->open.is = true;
  report->open.limit = result->limit;
  report->open.phase = result->phase;
  report->open.reason = result->reason;
  report->open.share = result->share;
  report->open.parts_done = result->parts_done;
  report->open.parts_open = result->parts_open;
  *result = (struct engine_result){.verdict = VERDICT_BOUNDED,
                                   .cut = UINT32_MAX,
                                   .loops_known = true,
                                   .loops_complete = last->loops_complete,
                                   .rounds_complete = last->rounds_complete};
}

/* Those of the user: which loops were raised, only the process knew that is gone. */
static void
take_bounds(struct report *report)
{
  struct str misuse = {0};
  load_bounds(&report->bounds, &report->options->load, &report->arena, &misuse);
  str_free(&misuse);
}

void
check_lost(struct report *report, struct progress *progress, const struct worker_end *end,
           struct str *reason)
{
  report->progress = progress;
  if (!progress->deepening.stages[0].rounds) /* it did not get that far */
    progress->deepening.stages[0].rounds = report->options->rounds;
  take_bounds(report);
  explain(&report->result, progress, end, reason);
  keep_stages(report);
  report->seconds = progress_seconds(progress);
}
