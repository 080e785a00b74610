/* Each place has one job at a time. If no worker can be started for a job, it waits at its place as
 * long as other workers run: the end of one of them may make room. */
#include "swarm/scheduler.h"

#include "base/invariant.h"

#define POLL_SECONDS 0.05

static bool
is_free(const struct job *job)
{
  return !job->text.n;
}

static struct job *
find(struct scheduler *scheduler, unsigned worker)
{
  for (size_t i = 0; i < scheduler->jobs.n; i++)
    if (worker && scheduler->jobs.at[i].worker == worker)
      return &scheduler->jobs.at[i];
  return NULL;
}

static void
clear(struct job *job)
{
  INVARIANT(!job->worker);
  job->number = job->tries = 0;
  job->refused = false;
  job->name.n = job->text.n = job->answer.n = 0;
}

static void
finish(struct scheduler *scheduler, struct job *job)
{
  INVARIANT(!job->worker && !is_free(job));
  INVARIANT(job->refused ? !job->answer.n : job->tries > 0);
  scheduler->done(scheduler->argument, job);
  clear(job);
}

static void
begin(struct scheduler *scheduler, struct job *job)
{
  INVARIANT(!is_free(job) && !job->worker && job->tries < scheduler->tries);
  job->answer.n = 0;
  job->worker = pool_start(scheduler->pool, scheduler->work, scheduler->context,
                           str_text(&job->text), &scheduler->limits);
  job->tries += job->worker != 0;
  scheduler->running += job->worker != 0;
  INVARIANT(scheduler->running <= scheduler->places);
}

static bool
take_next(struct scheduler *scheduler, struct job *job)
{
  bool taken = scheduler->next(scheduler->argument, job);
  if (!taken)
    clear(job); /* it may have been filled in half */
  INVARIANT(taken == !is_free(job));
  return taken;
}

/* No worker runs, and none can be started: waiting would not help. */
static void
give_up(struct scheduler *scheduler, struct job *job)
{
  INVARIANT(!scheduler->running);
  job->refused = true;
  job->end = (struct pool_event){.kind = POOL_DIED};
  finish(scheduler, job);
}

static void
fill_places(struct scheduler *scheduler)
{
  for (size_t i = 0; i < scheduler->jobs.n; i++) {
    struct job *job = &scheduler->jobs.at[i];
    while (!job->worker && (!is_free(job) || take_next(scheduler, job))) {
      begin(scheduler, job);
      if (!job->worker && scheduler->running)
        return;
      if (!job->worker)
        give_up(scheduler, job);
      if (scheduler->stop(scheduler->argument))
        return;
    }
  }
}

static void
handle(struct scheduler *scheduler, const struct pool_event *event)
{
  struct job *job = find(scheduler, event->id);
  if (!job || event->kind == POOL_NOTHING || event->kind == POOL_DIVIDED)
    return;
  if (event->kind == POOL_MESSAGE) {
    job->answer.n = 0;
    str_add(&job->answer, event->text);
    return;
  }
  INVARIANT(scheduler->running > 0);
  job->worker = 0;
  job->end = *event;
  job->end.text = NULL;
  scheduler->running--;
  if (!job->answer.n && job->tries < scheduler->tries)
    begin(scheduler, job);
  else
    finish(scheduler, job);
}

bool
scheduler_run(struct scheduler *scheduler)
{
  INVARIANT(scheduler->places && scheduler->tries && !scheduler->pool);
  scheduler->pool = pool_new(scheduler->transport);
  vec_resize(&scheduler->jobs, scheduler->places);
  while (!scheduler->stop(scheduler->argument)) {
    struct pool_event event;
    fill_places(scheduler);
    if (!scheduler->running)
      return !scheduler->stop(scheduler->argument);
    pool_wait(scheduler->pool, POLL_SECONDS, &event);
    handle(scheduler, &event);
  }
  return false;
}

void
scheduler_free(struct scheduler *scheduler)
{
  pool_free(scheduler->pool);
  for (size_t i = 0; i < scheduler->jobs.n; i++) {
    str_free(&scheduler->jobs.at[i].name);
    str_free(&scheduler->jobs.at[i].text);
    str_free(&scheduler->jobs.at[i].answer);
  }
  vec_free(&scheduler->jobs);
}
