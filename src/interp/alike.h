/* Threads that are alike: equal code and equal arguments, so that one can stand for the other.
 * Private to src/interp. */
#ifndef HEDDLE_INTERP_ALIKE_H
#define HEDDLE_INTERP_ALIKE_H

#include "interp/machine.h"

#define SEVERAL (UINT32_MAX - 1) /* no thread_id: more than one of them */

struct alike {
  const struct machine *machine;
  thread_id *leader; /* of each thread: the first of those that are like it; NOBODY if none is */
  uint64_t *name;    /* of each thread: the number that stands for it where its code names it */
  /* Of each value that is a load's result or an input, and of each byte of memory: the only thread
   * that uses it, or NOBODY, or SEVERAL. */
  thread_id *leaf_user, *byte_user;
  /* Likewise, of those that one thread alone uses: what its leader has instead. */
  value_id *leaf_twin;
  size_t *byte_twin;
  VEC(event_id) namers; /* accesses where names are stored, or compared with what was loaded */
};

/* Of a machine that has been started and has not gone on. */
void alike_find(struct alike *alike, const struct machine *machine);
void alike_free(struct alike *alike);
bool alike_has(const struct alike *alike, thread_id thread);
/* Nobody is like these any more. */
void alike_drop(struct alike *alike, thread_id leader);

/* Is the event of no consequence, since it is silent or never happens? */
bool alike_is_idle(const struct event *event);
/* Calls `look` for the values that an event depends on which is not idle. */
void alike_walk_event(const struct event *event, void (*look)(void *argument, value_id value),
                      void *argument);

#endif
