/* Runs trials, each in a process forked from this one, which has loaded the program. Their cost is
 * what their process took: seconds of the processor, not of the clock, so that it does not matter
 * what else the machine does. The timeout counts the same seconds. */
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "engine/engine.h"
#include "interp/interp.h"
#include "study/study.h"
#include "swarm/pool.h"
#include "tiling/fixed.h"
#include "tiling/instance.h"

/* The whole problem, of which there are only a few trials, may take longer. */
#define WHOLE_PATIENCE 10

/* ---- in the trial's process ---------------------------------------------------------- */

struct job {
  const struct study *study;
  const struct trial *trial;
};

/* 0 = without end. */
static double
patience(const struct job *job)
{
  double seconds = job->study->options->timeout;
  return job->trial->kind == TRIAL_ALL ? WHOLE_PATIENCE * seconds : seconds;
}

static bool
is_over(void *argument)
{
  double seconds = patience(argument);
  return seconds > 0 && clock_processor() >= seconds;
}

/* Some phases do not look at the clock; the system does. */
static void
limit_time(const struct job *job)
{
  rlim_t seconds = (rlim_t)patience(job) + 2;
  if (patience(job) > 0)
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
}

static void
fix_schedule(struct part *part, const struct job *job)
{
  const struct study *study = job->study;
  struct schedule schedule = {0};
  interp_random_rounds(&schedule, study->prog, &study->labels, study->options->rounds,
                       job->trial->seed);
  part_fix(part, study->prog, &study->labels, &schedule);
  schedule_free(&schedule);
}

static void
close_labels(struct part *part, const struct job *job)
{
  const struct study *study = job->study;
  struct tiling tiling = {0};
  struct instance instance = {0};
  struct str error = {0};
  tiling_windows(&tiling, study->prog, &study->labels,
                 (struct window){.size = job->trial->size});
  bool sound = instance_parse(&instance, &tiling, job->trial->line, &error);
  assert(sound);
  (void)sound;
  instance_close(part, &instance, &tiling, &study->labels, study->prog);
  instance_free(&instance);
  tiling_free(&tiling);
  str_free(&error);
}

static enum trial_outcome
outcome_of(const struct engine_result *result)
{
  switch (result->verdict) {
  case VERDICT_BUG:
    return TRIAL_BUG;
  case VERDICT_SAFE:
  case VERDICT_BOUNDED:
    return TRIAL_NO_BUG;
  case VERDICT_INTERNAL:
    return TRIAL_INTERNAL;
  default:
    return result->limit == LIMIT_SIZE ? TRIAL_DIED : TRIAL_TIMEOUT;
  }
}

static void
tell(struct pool_line *line, enum trial_outcome outcome)
{
  struct str text = {0};
  str_printf(&text, "%" PRIu64 " %s", clock_peak_memory(), trial_outcome_word(outcome));
  pool_say(line, str_text(&text));
  str_free(&text);
}

static void
work(void *argument, struct pool_line *line)
{
  const struct job *job = argument;
  const struct study *study = job->study;
  struct part part = {0};
  struct engine_result result;
  struct engine_options options = {
    .kind = ENGINE_SAT,
    .rounds = study->options->rounds,
    .part = job->trial->kind == TRIAL_ALL ? NULL : &part,
    .seed = job->trial->seed,
    .stop = is_over,
    .argument = argument,
  };
  limit_time(job);
  if (job->trial->kind == TRIAL_ONE)
    fix_schedule(&part, job);
  if (job->trial->kind == TRIAL_TILES)
    close_labels(&part, job);
  engine_check(&result, study->prog, &study->labels, &options);
  tell(line, outcome_of(&result));
  engine_result_free(&result);
  part_free(&part);
}

/* ---- in ours ------------------------------------------------------------------------- */

struct running {
  unsigned id; /* 0 = this place is free */
  struct trial *trial;
  enum trial_outcome said; /* by the trial, at its end, with its memory */
  size_t bytes;
  struct job job;
};

struct runner {
  struct study *study;
  struct pool *pool;
  VEC(struct running) places; /* one for each job at a time */
  size_t next, done, busy;
  FILE *log;
  const struct study_watch *watch;
  double start, shown;
};

static void
show(struct runner *runner)
{
  const struct study *study = runner->study;
  double now = clock_now();
  struct study_progress progress = {study->trials.n, runner->done, 0, runner->busy,
                                    now - runner->start};
  if (now - runner->shown < 0.2)
    return;
  for (size_t i = 0; i < study->trials.n; i++)
    progress.bugs += study->trials.at[i].outcome == TRIAL_BUG;
  runner->watch->show(runner->watch->argument, &progress);
  runner->shown = now;
}

static struct running *
find(struct runner *runner, unsigned id)
{
  for (size_t i = 0; i < runner->places.n; i++)
    if (runner->places.at[i].id == id)
      return &runner->places.at[i];
  return NULL;
}

/* The next trial that waits takes the place. False if there can be no process for it. */
static bool
fill(struct runner *runner, struct running *place)
{
  struct study *study = runner->study;
  struct trial *trial = &study->trials.at[runner->next];
  *place = (struct running){.trial = trial, .job = {study, trial}};
  place->id = pool_start(runner->pool, work, &place->job, &(struct pool_limits){0});
  if (!place->id)
    return false;
  runner->next++;
  runner->busy++;
  return true;
}

static void
skip_done(struct runner *runner)
{
  const struct study *study = runner->study;
  while (runner->next < study->trials.n &&
         study->trials.at[runner->next].outcome != TRIAL_WAITING) {
    runner->next++;
    runner->done++;
  }
}

/* False if there is work, but nobody can do any. */
static bool
fill_places(struct runner *runner)
{
  for (struct running *place;
       skip_done(runner), runner->next < runner->study->trials.n && (place = find(runner, 0));)
    if (!fill(runner, place))
      return runner->busy > 0;
  return true;
}

static void
hear(struct running *place, const char *text)
{
  char *word;
  place->bytes = (size_t)strtoull(text, &word, 10);
  for (enum trial_outcome outcome = TRIAL_BUG; outcome < TRIAL_OUTCOME_COUNT; outcome++)
    if (*word == ' ' && !strcmp(word + 1, trial_outcome_word(outcome)))
      place->said = outcome;
}

static void
finish(struct runner *runner, struct running *place, const struct pool_event *event)
{
  struct trial *trial = place->trial;
  bool late = event->kind == POOL_DIED && event->signal == SIGXCPU;
  if (event->kind == POOL_ENDED && place->said != TRIAL_WAITING)
    trial->outcome = place->said;
  else
    trial->outcome = late ? TRIAL_TIMEOUT : TRIAL_DIED;
  trial->seconds = event->cpu_seconds;
  trial->bytes = place->bytes;
  place->id = 0;
  runner->busy--;
  runner->done++;
  if (runner->log) {
    struct str row = {0};
    study_file_row(&row, runner->study, trial);
    fputs(str_text(&row), runner->log);
    fflush(runner->log);
    str_free(&row);
  }
}

static void
await(struct runner *runner)
{
  struct pool_event event;
  pool_wait(runner->pool, 0.2, &event);
  struct running *place = event.kind == POOL_NOTHING ? NULL : find(runner, event.id);
  if (place && event.kind == POOL_MESSAGE)
    hear(place, event.text);
  else if (place && event.kind != POOL_DIVIDED)
    finish(runner, place, &event);
}

bool
study_run(struct study *study, const struct study_watch *watch, FILE *log)
{
  struct runner runner = {.study = study,
                          .pool = pool_new(),
                          .log = log,
                          .watch = watch,
                          .start = clock_now()};
  bool able = true;
  vec_resize(&runner.places, study->options->jobs);
  while (!watch->stop(watch->argument) && (able = fill_places(&runner)) && runner.busy) {
    show(&runner);
    await(&runner);
  }
  pool_free(runner.pool);
  vec_free(&runner.places);
  return able;
}
