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
#include "swarm/scheduler.h"
#include "tiling/fixed.h"
#include "tiling/instance.h"

/* The whole problem, of which there are only a few trials, may take longer. */
#define WHOLE_PATIENCE 10

/* ---- in the worker ------------------------------------------------------------------- */

/* The job is the trial as text, "KIND SIZE SEED LINE"; the answer "BYTES OUTCOME". */
static void
print_job(struct str *out, const struct trial *trial)
{
  str_printf(out, "%s %u %u %s", trial_kind_word(trial->kind), trial->size, trial->seed,
             trial->line);
}

static struct trial
parse_job(const char *text)
{
  struct trial trial = {0};
  size_t n = strcspn(text, " ");
  char *rest;
  while (trial.kind < TRIAL_KIND_COUNT && (strlen(trial_kind_word(trial.kind)) != n ||
                                           memcmp(trial_kind_word(trial.kind), text, n) != 0))
    trial.kind++;
  assert(trial.kind < TRIAL_KIND_COUNT);
  trial.size = (unsigned)strtoul(text + n, &rest, 10);
  trial.seed = (unsigned)strtoul(rest, &rest, 10);
  trial.line = rest + (*rest == ' ');
  return trial;
}

struct at_work {
  const struct study *study;
  struct trial trial;
};

/* 0 = without end. */
static double
patience(const struct at_work *work)
{
  double seconds = work->study->options->timeout;
  return work->trial.kind == TRIAL_ALL ? WHOLE_PATIENCE * seconds : seconds;
}

static bool
is_over(void *argument)
{
  double seconds = patience(argument);
  return seconds > 0 && clock_processor() >= seconds;
}

/* Some phases do not look at the clock; the system does. */
static void
limit_time(const struct at_work *work)
{
  rlim_t seconds = (rlim_t)patience(work) + 2;
  if (patience(work) > 0)
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
}

static void
fix_schedule(struct part *part, const struct at_work *work)
{
  const struct study *study = work->study;
  struct schedule schedule = {0};
  interp_random_rounds(&schedule, study->prog, &study->labels, study->options->rounds,
                       work->trial.seed);
  part_fix(part, study->prog, &study->labels, &schedule);
  schedule_free(&schedule);
}

static void
close_labels(struct part *part, const struct at_work *work)
{
  const struct study *study = work->study;
  struct tiling tiling = {0};
  struct instance instance = {0};
  struct str error = {0};
  tiling_windows(&tiling, study->prog, &study->labels, (struct window){.size = work->trial.size});
  bool sound = instance_parse(&instance, &tiling, work->trial.line, &error);
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
run_trial(void *argument, const char *job, struct pool_line *line)
{
  const struct study *study = argument;
  struct at_work work = {study, parse_job(job)};
  struct part part = {0};
  struct engine_result result;
  struct engine_options options = {
    .kind = ENGINE_SAT,
    .rounds = study->options->rounds,
    .part = work.trial.kind == TRIAL_ALL ? NULL : &part,
    .seed = work.trial.seed,
    .stop = is_over,
    .argument = &work,
  };
  limit_time(&work);
  if (work.trial.kind == TRIAL_ONE)
    fix_schedule(&part, &work);
  if (work.trial.kind == TRIAL_TILES)
    close_labels(&part, &work);
  engine_check(&result, study->prog, &study->labels, &options);
  tell(line, outcome_of(&result));
  engine_result_free(&result);
  part_free(&part);
}

static const struct work work_trial = {.name = "trial", .run = run_trial};

/* ---- in our process -------------------------------------------------------------------- */

struct runner {
  struct study *study;
  struct scheduler scheduler;
  size_t next, done;
  FILE *log;
  const struct study_watch *watch;
  bool unable; /* there can be no worker */
  double start, shown;
};

static void
show(struct runner *runner)
{
  const struct study *study = runner->study;
  double now = clock_now();
  struct study_progress progress = {study->trials.n, runner->done, 0, runner->scheduler.running,
                                    now - runner->start};
  if (now - runner->shown < 0.2)
    return;
  for (size_t i = 0; i < study->trials.n; i++)
    progress.bugs += study->trials.at[i].outcome == TRIAL_BUG;
  runner->watch->show(runner->watch->argument, &progress);
  runner->shown = now;
}

/* The next trial that waits. */
static bool
next(void *argument, struct job *job)
{
  struct runner *runner = argument;
  const struct study *study = runner->study;
  while (runner->next < study->trials.n &&
         study->trials.at[runner->next].outcome != TRIAL_WAITING) {
    runner->next++;
    runner->done++;
  }
  if (runner->next == study->trials.n)
    return false;
  job->number = runner->next++;
  print_job(&job->text, &study->trials.at[job->number]);
  return true;
}

static void
take_answer(struct trial *trial, const struct job *job)
{
  char *word;
  bool late = job->end.kind == POOL_DIED && job->end.signal == SIGXCPU;
  trial->outcome = late ? TRIAL_TIMEOUT : TRIAL_DIED;
  trial->seconds = job->end.cpu_seconds;
  trial->bytes = (size_t)strtoull(str_text(&job->answer), &word, 10);
  for (enum trial_outcome outcome = TRIAL_BUG; outcome < TRIAL_OUTCOME_COUNT; outcome++)
    if (job->end.kind == POOL_ENDED && *word == ' ' &&
        !strcmp(word + 1, trial_outcome_word(outcome)))
      trial->outcome = outcome;
}

static void
finish(void *argument, const struct job *job)
{
  struct runner *runner = argument;
  struct trial *trial = &runner->study->trials.at[job->number];
  if (job->refused) { /* it waits for another time */
    runner->unable = true;
    return;
  }
  take_answer(trial, job);
  runner->done++;
  if (runner->log) {
    struct str row = {0};
    study_file_row(&row, runner->study, trial);
    fputs(str_text(&row), runner->log);
    fflush(runner->log);
    str_free(&row);
  }
}

static bool
is_to_stop(void *argument)
{
  struct runner *runner = argument;
  show(runner);
  return runner->watch->stop(runner->watch->argument) || runner->unable;
}

/* In their order, of those that waited before. */
static void
note_ran(struct study *study, const bool *waited, double start)
{
  study->ran_seconds = clock_now() - start;
  for (size_t i = 0; i < study->trials.n; i++)
    if (waited[i] && study->trials.at[i].outcome != TRIAL_WAITING)
      vec_push(&study->ran, study->trials.at[i].seconds);
}

bool
study_run(struct study *study, const struct study_watch *watch, FILE *log)
{
  bool *waited = mem_alloc(study->trials.n + 1);
  for (size_t i = 0; i < study->trials.n; i++)
    waited[i] = study->trials.at[i].outcome == TRIAL_WAITING;
  struct runner runner = {.study = study, .log = log, .watch = watch, .start = clock_now()};
  runner.scheduler = (struct scheduler){.work = &work_trial,
                                        .context = study,
                                        .places = study->options->jobs,
                                        .tries = 1,
                                        .next = next,
                                        .done = finish,
                                        .stop = is_to_stop,
                                        .argument = &runner};
  scheduler_run(&runner.scheduler);
  scheduler_free(&runner.scheduler);
  note_ran(study, waited, runner.start);
  free(waited);
  return !runner.unable;
}
