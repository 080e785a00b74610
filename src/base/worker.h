/* Work in a process of its own.
 *
 * The process that the user started divides in two: a worker, which does everything, and a watcher,
 * which waits for it. So there is somebody left to say what happened when the worker runs out of
 * memory inside a library, is killed by the system, does not come back in time or crashes; and the
 * time limit and Ctrl-C hold at every moment, whatever the worker is busy with.
 *
 *   struct worker worker;
 *   if (worker_start(&worker, sizeof *shared))
 *     return work(worker.shared);
 *   worker_watch(&worker, &patience, &end);
 *
 * Memory behind `shared` is zero at first and seen by both. */
#ifndef HEDDLE_BASE_WORKER_H
#define HEDDLE_BASE_WORKER_H

#include <stdbool.h>
#include <stddef.h>

struct worker {
  long process; /* of the worker, for the watcher */
  void *shared;
  bool watched;
};

/* True in the worker, false in the watcher. Where there can be no second process it is true, and
 * nobody watches. SIGINT and SIGTERM are blocked from here on: the worker decides what to do about
 * them and lets them in. */
bool worker_start(struct worker *worker, size_t bytes);

struct worker_patience {
  double seconds;    /* until the worker must have ended; 0 = no limit */
  double grace;      /* how much longer it may take, also after SIGINT or SIGTERM */
  const bool *spare; /* in shared memory: once true, the worker is about to end and left alone */
};

enum worker_fate {
  WORKER_ENDED,       /* `code` is its exit code */
  WORKER_DIED,        /* of `signal` */
  WORKER_OVERDUE,     /* its time was over; we killed it */
  WORKER_INTERRUPTED, /* it was asked to stop and did not; we killed it */
};

struct worker_end {
  enum worker_fate fate;
  int code, signal;
};

/* Waits for the worker. SIGINT and SIGTERM are handed on to it, as SIGINT; at the second one worker
 * and watcher die of it. A worker that dies of SIGPIPE takes the watcher with it, as is usual for
 * programs whose output nobody reads any more. */
void worker_watch(struct worker *worker, const struct worker_patience *patience,
                  struct worker_end *end);

/* In a process just forked from `parent`: it is killed as soon as that one has ended. */
void worker_die_with(long parent);

#endif
