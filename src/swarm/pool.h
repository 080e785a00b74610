/* Workers at work on jobs, side by side.
 *
 * A pool starts workers through a transport (transport.h), each for one job. What they say, how
 * they ended and what that cost arrive as events. A worker can also divide: the new one is
 * announced and becomes one of the pool like any other (pool_divide). Whatever happens to a
 * worker, the others are not touched. When the process with the pool dies, so do they. */
#ifndef HEDDLE_SWARM_POOL_H
#define HEDDLE_SWARM_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "swarm/work.h"

struct pool;

struct pool_limits {
  double seconds; /* of the clock, from its start; 0 = none */
  size_t bytes;   /* of memory beyond what this process has; 0 = none */
};

enum pool_event_kind {
  POOL_NOTHING, /* the time given to pool_wait is over */
  POOL_MESSAGE, /* a line of a worker, in `text` */
  POOL_DIVIDED, /* worker `id` has made the new worker `child`; `text` as given to pool_divide. If
                   `child` is 0 there is none yet: it can be started with what `text` says */
  POOL_ENDED,   /* its work is done */
  POOL_DIED,    /* killed, crashed, or out of memory */
  POOL_OVERDUE, /* its time was over and it has been stopped */
};

struct pool_event {
  enum pool_event_kind kind;
  unsigned id, child;
  const char *text;   /* valid until the next call of pool_wait */
  int signal;         /* POOL_DIED: the signal, 0 = unknown, or out of memory */
  double cpu_seconds; /* POOL_ENDED, and others where known: what it has cost */
  size_t bytes;       /* likewise: its peak, beyond what this process had */
};

struct pool *pool_new(const struct transport *transport); /* NULL = transport_fork */
void pool_free(struct pool *pool);                        /* stops those that are still at work */

/* Starts a worker; its id, from 1 on. 0: there can be none now. The context is borrowed for the
 * call. Limits may be NULL. */
unsigned pool_start(struct pool *pool, const struct work *work, void *context, const char *job,
                    const struct pool_limits *limits);
/* Waits at most so many seconds for something to happen. Nothing is an event as well: a signal that
 * somebody else handles cuts it short. */
void pool_wait(struct pool *pool, double seconds, struct pool_event *event);
/* A line to the worker; false if it is gone. */
bool pool_tell(struct pool *pool, unsigned id, const char *text);
/* Stops the worker at once; no event follows. */
void pool_kill(struct pool *pool, unsigned id);
size_t pool_count(const struct pool *pool);              /* workers that have not ended */
long pool_process(const struct pool *pool, unsigned id); /* 0 if it is gone */

/* For the worker. pool_say sends a line (it must not contain a newline); pool_hear waits for one,
 * false if the pool is gone. pool_called: is there a line to hear, or is the pool gone? Cheap
 * enough to be polled. */
void pool_say(struct pool_line *line, const char *text);
bool pool_hear(struct pool_line *line, struct str *text);
bool pool_called(struct pool_line *line);
/* The worker's peak of memory so far, beyond what the process with the pool had. */
size_t pool_bytes(const struct pool_line *line);
/* Divides the worker in two: POOL_OLD in the one that asked, POOL_NEW in the new one, if that is a
 * copy of it; POOL_UNDIVIDED if there can be none. */
enum pool_side pool_divide(struct pool_line *line, const char *text);

#endif
