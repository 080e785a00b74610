/* The scheduler: jobs that do not depend on each other, each done by a worker of its own, so many
 * at a time, in the order in which they come.
 *
 *   struct scheduler scheduler = {.work = &work, .context = &context, .places = 4, .next = next,
 * ...};
 *   bool all = scheduler_run(&scheduler);
 *   scheduler_free(&scheduler);
 *
 * A job is a line of text, for the worker; a job is done when its worker has ended, with the last
 * line that it has said as its answer. (Workers that talk longer, and divide, are swarm.c's in
 * src/engine, which uses the pool itself.) */
#ifndef HEDDLE_SWARM_SCHEDULER_H
#define HEDDLE_SWARM_SCHEDULER_H

#include "base/mem.h"
#include "swarm/pool.h"

struct job {
  unsigned worker; /* 0 = none */
  unsigned tries;  /* workers that it has had */
  size_t number;   /* for whoever gave it, as is the name */
  struct str name;
  struct str text;       /* what the worker is told; empty = there is no job at this place */
  struct str answer;     /* empty = none */
  struct pool_event end; /* how the last worker ended; its text is not valid */
  bool refused;          /* there could be no worker, though none was at work */
};

struct scheduler {
  const struct transport *transport; /* NULL = as in pool_new */
  const struct work *work;
  void *context; /* of the work */
  struct pool_limits limits;
  unsigned places; /* for workers at the same time; at least 1 */
  unsigned tries;  /* workers that a job gets if they end without an answer; at least 1 */
  /* Fills in number, name and text of the next job; false if there is none. */
  bool (*next)(void *argument, struct job *job);
  /* The job is done, or given up: it has no answer then. */
  void (*done)(void *argument, const struct job *job);
  /* Polled: true = stop. Also the place to draw status. */
  bool (*stop)(void *argument);
  void *argument;
  /* while it runs */
  unsigned running; /* jobs that have a worker */
  struct pool *pool;
  VEC(struct job) jobs; /* by place */
};

/* True if all jobs are done, false if it was stopped. */
bool scheduler_run(struct scheduler *scheduler);
void scheduler_free(struct scheduler *scheduler); /* ends those that are still at work */

#endif
