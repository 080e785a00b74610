#include "engine/part.h"

#include "base/clock.h"

void
search_phase(struct search *search, const char *phase)
{
  search->result->phase = phase;
  if (search->options->status)
    search->options->status->phase = phase;
  if (search->options->stop)
    search->options->stop(search->options->argument); /* shows the new phase */
}

double
search_remaining(const struct search *search)
{
  if (search->options->seconds <= 0)
    return 0;
  double left = search->start + search->options->seconds - clock_now();
  return left > 0.001 ? left : 0.001;
}

bool
search_stopped(struct search *search)
{
  const struct engine_options *options = search->options;
  struct engine_result *result = search->result;
  if (options->stop && options->stop(options->argument)) {
    result->limit = LIMIT_INTERRUPT;
    result->reason = "interrupted";
    return true;
  }
  if (options->seconds > 0 && clock_now() - search->start >= options->seconds) {
    result->limit = LIMIT_TIME;
    result->reason = "time limit reached";
    return true;
  }
  return false;
}

/* No bug is reported that the interpreter has not seen, and none of another part. */
static enum verdict
confirm(struct search *search)
{
  struct engine_result *result = search->result;
  const struct engine_options *options = search->options;
  double start = clock_now();
  if (!part_contains(options->part, search->labels, options->rounds, &result->schedule)) {
    result->reason = "the schedule found is none of those that were to be looked at";
    return VERDICT_INTERNAL;
  }
  interp_run(&result->run, search->prog, search->labels, &result->schedule);
  result->check_seconds = clock_now() - start;
  if (result->run.end == RUN_VIOLATION || result->run.end == RUN_DEADLOCK ||
      result->run.end == RUN_RACE)
    return VERDICT_BUG;
  result->reason = result->run.end == RUN_DONE
                     ? "the schedule found does not violate anything when it is executed"
                     : "the schedule found cannot be executed";
  return VERDICT_INTERNAL;
}

void
engine_check(struct engine_result *result, const struct prog *prog, const struct labels *labels,
             const struct engine_options *options)
{
  static enum search_answer (*const searches[])(struct search *) = {
    [ENGINE_SAT] = search_sat,
    [ENGINE_EXPLICIT] = search_explicit,
    [ENGINE_BOTH] = search_both,
  };
  *result = (struct engine_result){.cut = UINT32_MAX};
  if (options->status)
    options->status->labels = (uint32_t)labels->all.n;
  struct search search = {prog, labels, options, result, clock_now()};
  switch (searches[options->kind](&search)) {
  case SEARCH_FOUND:
    result->verdict = confirm(&search);
    break;
  case SEARCH_NOTHING:
    result->rounds_complete = part_is_whole(options->part) &&
                              engine_rounds_complete(prog, labels, options->rounds);
    result->verdict =
      result->rounds_complete && result->loops_complete ? VERDICT_SAFE : VERDICT_BOUNDED;
    break;
  case SEARCH_STOPPED:
    result->verdict = VERDICT_UNKNOWN;
    break;
  case SEARCH_WRONG:
    result->verdict = VERDICT_INTERNAL;
    break;
  }
}

void
engine_result_free(struct engine_result *result)
{
  schedule_free(&result->schedule);
  run_free(&result->run);
  vec_free(&result->hit);
  str_free(&result->uncertified);
}
