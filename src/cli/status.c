#define _DEFAULT_SOURCE
#include "cli/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/check.h"
#include "cli/interrupt.h"

void
status_begin(struct status *status, bool quiet, double limit)
{
  *status =
    (struct status){.live = !quiet && isatty(STDERR_FILENO), .start = clock_now(), .limit = limit};
}

void
status_stage(struct status *status, unsigned rounds, unsigned unwind)
{
  status->now = (struct engine_status){.phase = status->now.phase};
  status->rounds = rounds;
  status->unwind = unwind;
  status->stage_start = clock_now();
}

double
status_seconds(const struct status *status)
{
  return clock_now() - status->start;
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
  double share = status->now.share, spent = clock_now() - status->stage_start;
  if (share < 0.02 || share >= 1 || spent < 1)
    return;
  str_add(out, ", ");
  add_seconds(out, spent * (1 - share) / share);
  str_add(out, " to go");
}

static void
add_size(struct str *out, const struct engine_status *now)
{
  if (now->jobs_done + now->jobs_running + now->jobs_left)
    str_printf(out, ", %u job%s done, %u running, %u left, %.0f %%", now->jobs_done,
               now->jobs_done == 1 ? "" : "s", now->jobs_running, now->jobs_left,
               100 * now->share);
  else if (now->clauses)
    str_printf(out, ", %" PRIu64 " clauses", now->clauses);
  else if (now->labels)
    str_printf(out, ", %" PRIu32 " labels", now->labels);
}

/* What matters most comes first: a narrow terminal shows the beginning. */
static void
add_line(struct str *out, const struct status *status)
{
  if (status->rounds)
    str_printf(out, "%u round%s, %u unwinding%s: ", status->rounds, status->rounds == 1 ? "" : "s",
               status->unwind, status->unwind == 1 ? "" : "s");
  str_add(out, status->now.phase);
  if (!strcmp(status->now.phase, UNFOLDING) && *status->large.effort.loop)
    str_printf(out, ": %s", status->large.effort.loop);
  add_size(out, &status->now);
  add_guess(out, status);
  str_printf(out, ", %.*f", status->limit > 0 ? 0 : 1, status_seconds(status));
  if (status->limit > 0)
    str_printf(out, " of %g", status->limit);
  size_t bytes = status->now.bytes ? status->now.bytes : clock_peak_memory();
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
  status->drawn = status->now.phase;
  status->last = clock_now();
}

void
status_clear(struct status *status)
{
  if (status->drawn)
    fputs("\r\033[K", stderr);
  status->drawn = NULL;
}

bool
status_poll(void *argument)
{
  struct status *status = argument;
  bool due = status->drawn != status->now.phase || clock_now() - status->last >= 0.2;
  if (status->live && status->now.phase && due)
    draw(status);
  return interrupted();
}
