#include "check/check.h"

#include "check/cause.h"
#include "check/search.h"
#include "check/shorten.h"
#include "check/simplify.h"

bool
check_run(struct report *report, struct progress *progress, const struct check_watch *watch,
          struct check_error *error)
{
  report->progress = progress;
  if (!check_search(report, progress, watch, error))
    return false;
  progress->decided = true;
  watch->clear(watch->argument);
  report->seconds = progress_seconds(progress);
  if (report->prog && report->prog->ignored)
    vec_push(&report->notes, report->prog->ignored);
  if (report->result.verdict == VERDICT_BUG && !report->options->no_minimise) {
    check_simplify(report);
    check_shorten(report);
  }
  if (report->result.verdict == VERDICT_BUG)
    check_find_cause(report);
  return true;
}

const struct stage *
report_stage(const struct report *report)
{
  const struct deepening *deepening = &report->progress->deepening;
  bool before = deepening->done && report->result.verdict == VERDICT_BOUNDED;
  return &deepening->stages[deepening->done - before];
}

unsigned
report_rounds(const struct report *report)
{
  return report->result.whole ? 0 : report_stage(report)->rounds;
}

struct trace_input
report_trace(const struct report *report)
{
  const struct engine_result *result = &report->result;
  return (struct trace_input){report->prog, &report->labels, &result->schedule, &result->run,
                              &report->cause};
}

bool
report_is_late(const struct report *report)
{
  struct trace_input input = report_trace(report);
  return trace_is_late(&input);
}

void
report_free(struct report *report)
{
  engine_result_free(&report->result);
  cause_free(&report->cause);
  labels_free(&report->labels);
  part_free(&report->part);
  instances_free(&report->instances);
  str_free(&report->replay.text);
  scripted_free(&report->replay.scripted);
  if (report->prog)
    prog_free(report->prog);
  vec_free(&report->notes);
  arena_free(&report->arena);
}
