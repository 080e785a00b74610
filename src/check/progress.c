#include "check/progress.h"

#include "base/clock.h"

void
progress_begin(struct progress *progress, bool deepens)
{
  progress->start = clock_now();
  progress->deepening.fixed = !deepens;
}

void
progress_stage(struct progress *progress, unsigned rounds, unsigned unwind)
{
  progress->now = (struct engine_status){.phase = progress->now.phase};
  progress->rounds = rounds;
  progress->unwind = unwind;
  progress->stage_start = clock_now();
  progress->stage_work = clock_processor();
}

double
progress_seconds(const struct progress *progress)
{
  return clock_now() - progress->start;
}
