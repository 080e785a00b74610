/* Locks: which pieces of memory are used as locks, and where does a thread certainly hold one?
 *
 * A lock is recognised by what is done with it, wherever that comes from: mutexes of the library
 * are ordinary memory here. locks.c says what makes one. */
#ifndef HEDDLE_ANALYSIS_LOCKS_H
#define HEDDLE_ANALYSIS_LOCKS_H

#include "analysis/order.h"
#include "ir/prog.h"

enum { LOCKS_MAX = 64 };
typedef uint64_t lock_set; /* a bit for each lock */

struct lock {
  struct target place;
  uint32_t bytes;
};

/* A lock is taken, and then certainly given back by one of two stores (which may be one). */
struct lock_cycle {
  event_id take, give[2];
};

struct locks {
  VEC(struct lock) all;
  /* Of each event; empty if there are no locks. */
  VEC(lock_set) held;   /* its thread holds them at this moment, if the event happens */
  VEC(lock_set) before; /* it has held them since before the section that the event belongs to */
  VEC(lock_set) needs;  /* the event's section can happen only while nobody holds them */
  VEC(struct lock_cycle) cycles;
};

/* `visible` is one flag per event, see labels.h. */
void locks_find(struct locks *locks, const struct prog *prog, const struct order *order,
                const bool *visible);
void locks_copy(struct locks *copy, const struct locks *locks);
void locks_free(struct locks *locks);

#endif
