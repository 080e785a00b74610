#define _DEFAULT_SOURCE
#include "cli/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/interrupt.h"

void
status_begin(struct status *status, bool quiet, double limit)
{
  status->live = !quiet && isatty(STDERR_FILENO);
  status->limit = limit;
}

/* What the terminal shows in one line. */
static int
columns(void)
{
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) || size.ws_col < 20 ? 80 : size.ws_col;
}

static void
add_seconds(struct str *out, double seconds)
{
  if (seconds < 100)
    str_printf(out, "%.0f s", seconds);
  else if (seconds < 6000)
    str_printf(out, "%.0f min", seconds / 60);
  else
    str_printf(out, "%.0f h", seconds / 3600);
}

/* If the rest of the schedules is as hard as those that are decided. */
static void
add_guess(struct str *out, const struct status *status)
{
  const struct progress *progress = &status->progress;
  double share = progress->now.share, spent = clock_now() - progress->stage_start;
  if (share < 0.02 || share >= 1 || spent < 1)
    return;
  str_add(out, ", ");
  add_seconds(out, spent * (1 - share) / share);
  str_add(out, " to go");
}

static void
add_jobs(struct str *out, const struct engine_status *now)
{
  str_printf(out, ", %u job%s done, %u running, %u left", now->jobs_done,
             now->jobs_done == 1 ? "" : "s", now->jobs_running, now->jobs_left);
  if (now->shares)
    str_printf(out, ", %.0f %%", 100 * now->share);
}

static void
add_size(struct str *out, const struct engine_status *now)
{
  if (now->jobs_done + now->jobs_running + now->jobs_left)
    add_jobs(out, now);
  else if (now->states)
    str_printf(out, ", %" PRIu64 " states", now->states);
  else if (now->clauses)
    str_printf(out, ", %" PRIu64 " clauses", now->clauses);
  else if (now->labels)
    str_printf(out, ", %" PRIu32 " labels", now->labels);
  if (now->refinements)
    str_printf(out, ", %u refinement%s", now->refinements, now->refinements == 1 ? "" : "s");
}

/* What matters most comes first: a narrow terminal shows the beginning. */
static void
add_line(struct str *out, const struct status *status)
{
  const struct progress *progress = &status->progress;
  const struct engine_status *now = &progress->now;
  if (progress->rounds)
    str_printf(out, "%u round%s, ", progress->rounds, progress->rounds == 1 ? "" : "s");
  if (progress->rounds || progress->unwind)
    str_printf(out, "%u unwinding%s: ", progress->unwind, progress->unwind == 1 ? "" : "s");
  str_add(out, now->phase);
  if (!strcmp(now->phase, UNFOLDING) && *progress->large.effort.loop)
    str_printf(out, ": %s", progress->large.effort.loop);
  add_size(out, now);
  add_guess(out, status);
  str_printf(out, ", %.*f", status->limit > 0 ? 0 : 1, progress_seconds(progress));
  if (status->limit > 0)
    str_printf(out, " of %g", status->limit);
  size_t bytes = now->bytes ? now->bytes : clock_peak_memory();
  str_printf(out, " s, %.0f MB", (double)bytes / 1e6);
}

static void
draw(struct status *status)
{
  struct str line = {0};
  add_line(&line, status);
  fprintf(stderr, "\r\033[K%.*s", columns() - 1, str_text(&line));
  fflush(stderr);
  str_free(&line);
  status->drawn = status->progress.now.phase;
  status->last = clock_now();
}

void
status_clear(struct status *status)
{
  if (status->drawn)
    fputs("\r\033[K", stderr);
  status->drawn = NULL;
}

/* ---- watching ---- */

static bool
stop(void *argument)
{
  (void)argument;
  return interrupted();
}

static void
show(void *argument)
{
  struct status *status = argument;
  const char *phase = status->progress.now.phase;
  bool due = status->drawn != phase || clock_now() - status->last >= 0.2;
  if (status->live && phase && due)
    draw(status);
}

static void
clear(void *argument)
{
  status_clear(argument);
}

static void
tell(void *argument, const struct diags *diags)
{
  status_clear(argument);
  diags_print(diags, stderr);
}

struct check_watch
status_watch(struct status *status)
{
  return (struct check_watch){stop, show, clear, tell, status};
}
