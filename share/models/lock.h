/* Code shared by the models of mutexes, condition variables and other objects to wait for.
 *
 * A wait that may time out needs no waiting at all. Whether a thread waits and then gets the
 * object, or gives up, only depends on when its section runs. So the section takes the object if
 * it is available, and otherwise times out. All schedules are examined anyway, and the thread can
 * never be deadlocked. */
#ifndef HEDDLE_MODELS_LOCK_H
#define HEDDLE_MODELS_LOCK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

/* Stands in a field of something that has been destroyed, where nothing else puts it. */
enum { DESTROYED = -1 };

/* waiting.c: where the calling thread waits, for those who initialise such things; NULL = nowhere.
 * A variable of the thread's own: nobody else looks unless a thing is initialised meanwhile. */
void __heddle_waits_at(const void *thing);
/* Does any thread wait there? Within a section. */
bool __heddle_is_waited_at(const void *thing);

/* A lock is initialised. The int is 0 unless somebody holds the lock, or it is destroyed. */
static inline void
lock_initialise(const int *holder, const char *in_use)
{
  int held = __heddle_initialise(holder) ? __atomic_load_n(holder, __ATOMIC_RELAXED) : 0;

  __heddle_check(HEDDLE_LOCK, held == 0 || held == DESTROYED, in_use);
}

static inline bool
lock_time_is_valid(const struct timespec *time)
{
  return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/* The clocks that a timed wait may go by. */
static inline bool
lock_clock_is_valid(clockid_t clock)
{
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

static inline bool
lock_pshared_is_valid(int pshared)
{
  return pshared == PTHREAD_PROCESS_PRIVATE || pshared == PTHREAD_PROCESS_SHARED;
}

/* mutex.c for condition variables, both inside an atomic section. To release is one unlock, and
 * its result: a recursive mutex that is locked twice stays with its owner. To take it back waits
 * until the mutex is free and nothing else holds the thread back. */
int __heddle_mutex_release(pthread_mutex_t *mutex);
void __heddle_mutex_take_back(pthread_mutex_t *mutex, bool held_back);

#endif
