/* Processes that work on jobs, side by side.
 *
 * A job runs in a process forked from this one, so it knows all that is known here, and nothing is
 * sent to it. It answers with messages, lines of text; how it ended, what it cost and what it said
 * arrive as events. A job can also divide: its process forks, and the new one is announced and
 * becomes a job of the pool like any other (pool_divide). Whatever happens to a job, the others are
 * not touched. When the process with the pool dies, so do they. */
#ifndef HEDDLE_SWARM_POOL_H
#define HEDDLE_SWARM_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct pool;

struct pool_limits {
  double seconds; /* of the clock, from its start; 0 = none */
  size_t bytes;   /* of memory beyond what this process has; 0 = none */
};

enum pool_event_kind {
  POOL_NOTHING, /* the time given to pool_wait is over */
  POOL_MESSAGE, /* a line of a job, in `text` */
  POOL_DIVIDED, /* job `id` has made the new job `child`; `text` as given to pool_divide */
  POOL_ENDED,   /* it returned from its function */
  POOL_DIED,    /* killed, crashed, or out of memory */
  POOL_OVERDUE, /* its time was over and it has been killed */
};

struct pool_event {
  enum pool_event_kind kind;
  unsigned id, child;
  const char *text;   /* valid until the next call of pool_wait */
  int signal;         /* POOL_DIED: the signal, 0 = unknown, or out of memory */
  double cpu_seconds; /* POOL_ENDED, and others where known: what it has cost */
  size_t bytes;       /* likewise: its peak, beyond what this process had */
};

/* In the job's process: how it talks to the pool. */
struct pool_line;
typedef void pool_work(void *argument, struct pool_line *line);

struct pool *pool_new(void);
void pool_free(struct pool *pool); /* kills what still runs */

/* Starts a job; its id, from 1 on. 0: there can be no process now. Limits may be NULL. */
unsigned pool_start(struct pool *pool, pool_work *work, void *argument,
                    const struct pool_limits *limits);
/* Waits at most so many seconds for something to happen. Nothing is an event as well: a signal that
 * somebody else handles cuts it short. */
void pool_wait(struct pool *pool, double seconds, struct pool_event *event);
/* A line to the job; false if it is gone. */
bool pool_tell(struct pool *pool, unsigned id, const char *text);
/* Ends the job at once; no event follows. */
void pool_kill(struct pool *pool, unsigned id);
size_t pool_count(const struct pool *pool); /* jobs that have not ended */
long pool_process(const struct pool *pool, unsigned id); /* 0 if it is gone */

/* For the job. pool_say sends a line (it must not contain a newline); pool_hear waits for one,
 * false if the pool is gone. pool_called: is there a line to hear, or is the pool gone? Cheap
 * enough to be polled. */
void pool_say(struct pool_line *line, const char *text);
bool pool_hear(struct pool_line *line, struct str *text);
bool pool_called(struct pool_line *line);
/* The job's peak of memory so far, beyond what the process with the pool had. */
size_t pool_bytes(const struct pool_line *line);

enum pool_side { POOL_UNDIVIDED, POOL_OLD, POOL_NEW };
enum pool_side pool_divide(struct pool_line *line, const char *text);

#endif
