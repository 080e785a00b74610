/* Closed sets: which processes are let go on from a state, so that nothing is lost. A process is a
 * thread at its next label, or a store that waits in a buffer. Private to src/interp. */
#ifndef HEDDLE_INTERP_CLOSED_H
#define HEDDLE_INTERP_CLOSED_H

#include "interp/future.h"

#define NO_ENTRY UINT32_MAX
#define NO_EVENT UINT32_MAX

/* How a thread stands in the present state. */
struct standing {
  bool there; /* it exists, and has not ended */
  bool can_go;
  thread_id joins; /* the thread that it waits for, or NOBODY */
  event_id
    flushes; /* the first store in its buffer that must leave before it goes on, or NO_EVENT */
};

struct process {
  thread_id thread;
  uint32_t entry; /* of its buffer; NO_ENTRY: the thread itself */
  bool can_go;
};

struct closed {
  const struct machine *machine;
  struct futures futures;
  struct standing *standings; /* of each thread */
  uint64_t *footprints;       /* of each thread: the sets that its next label touches */
  VEC(struct process) processes;
  VEC(bool) in, best; /* of each process */
  VEC(uint32_t) open; /* scratch space: those of `in` that were not looked at yet */
};

/* Of a machine that has been initialised; false if sets would be too large. */
bool closed_init(struct closed *closed, const struct machine *machine);
void closed_free(struct closed *closed);
uint64_t *closed_footprint(const struct closed *closed, thread_id thread);
/* Lists the processes, by the standings. */
void closed_list(struct closed *closed);
/* A closed set with few that can go on, into `best`; by the footprints. Some process can go on. */
void closed_choose(struct closed *closed);

#endif
