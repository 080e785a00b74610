#define _XOPEN_SOURCE 700
#include "cli/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/interrupt.h"

void
status_begin(struct status *status, bool quiet)
{
  *status = (struct status){.live = !quiet && isatty(STDERR_FILENO), .start = clock_now()};
}

double
status_seconds(const struct status *status)
{
  return clock_now() - status->start;
}

static void
draw(struct status *status)
{
  const struct engine_status *now = &status->now;
  fprintf(stderr, "\r\033[K%s", now->phase);
  if (now->labels)
    fprintf(stderr, ", %" PRIu32 " labels", now->labels);
  if (now->variables)
    fprintf(stderr, ", %d variables, %" PRIu64 " clauses", now->variables, now->clauses);
  fprintf(stderr, ", %.1f s", status_seconds(status));
  fflush(stderr);
  status->drawn = now->phase;
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
