/* What we need from the user when heddle itself is wrong: the program as heddle saw it, the
 * schedule, and the circumstances as comments in front of it. */
#include <inttypes.h>

#include "report/report.h"

void
report_circumstances(struct str *out, const struct report *report)
{
  const struct schedule *schedule = &report->result.schedule;
  str_add(out, "; ");
  report_version(out);
  str_add(out, "\n; command:");
  for (int i = 0; i < report->line->argc; i++)
    str_printf(out, " %s", report->line->argv[i]);
  str_printf(out, "\n; bounds: --rounds %u --unwind %u", report_stage(report)->rounds,
             report->bounds.unwind);
  if (check_is_weak(report->options->load.memory))
    str_printf(out, " --memory-model %s", report_memmodel(report)->name);
  for (size_t i = 0; i < report->bounds.n; i++) {
    str_add(out, " --unwindset ");
    unwinding_word(out, &report->bounds.rules[i]);
  }
  str_printf(out, "\n; error: %s (end %d, event %" PRIu32 ")\n; schedule, thread:labels:",
             report->result.reason, (int)report->result.run.end, report->result.run.at);
  for (size_t i = 0; i < schedule->contexts.n; i++)
    str_printf(out, " %" PRIu32 ":%" PRIu32, schedule->contexts.at[i].thread,
               schedule->contexts.at[i].labels);
  for (size_t i = 0; i < schedule->late.n; i++)
    str_printf(out, "%s %" PRIu32 "@%" PRIu32,
               i ? "" : "\n; late stores, event@context:", schedule->late.at[i].store,
               schedule->late.at[i].context);
  str_add(out, "\n; inputs:");
  for (size_t i = 0; i < schedule->inputs.n; i++)
    str_printf(out, " %" PRIu64, schedule->inputs.at[i]);
  str_add(out, "\n");
}
