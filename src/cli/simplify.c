/* A solver delays stores as it likes; whoever reads the trace takes each late store for a part of
 * the bug. So the interpreter tries to do without them: first without all, then without ever fewer
 * at a time. A store that is seen at once is always within the bounds, so only the end of the run
 * has to be compared. */
#include "cli/simplify.h"

enum { TRIES = 200 }; /* runs of the interpreter: there may be thousands of late stores */

/* The schedule without `n` late stores from `first` on, if that ends the same way. */
static bool
drop(struct report *report, size_t first, size_t n)
{
  struct engine_result *result = &report->result;
  struct schedule fewer = result->schedule; /* all but the late stores is shared */
  fewer.late.at = NULL;
  fewer.late.n = fewer.late.cap = 0;
  for (size_t i = 0; i < result->schedule.late.n; i++)
    if (i < first || i >= first + n)
      vec_push(&fewer.late, result->schedule.late.at[i]);
  struct run run;
  interp_run(&run, report->prog, &report->labels, &fewer);
  bool same = run.end == result->run.end && run.at == result->run.at;
  if (same) {
    vec_free(&result->schedule.late);
    run_free(&result->run);
    result->schedule = fewer;
    result->run = run;
  } else {
    vec_free(&fewer.late);
    run_free(&run);
  }
  return same;
}

void
simplify(struct report *report)
{
  unsigned tries = 0;
  for (size_t size = report->result.schedule.late.n; size; size /= 2)
    for (size_t first = 0; first < report->result.schedule.late.n;) {
      size_t left = report->result.schedule.late.n - first;
      if (tries++ == TRIES)
        return;
      if (!drop(report, first, size < left ? size : left))
        first += size;
    }
}
