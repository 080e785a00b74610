/* The common part of the tests mm_*.c of mutual exclusion: two threads that enter and leave once.
 * A test defines enter and leave, with relaxed accesses by load and store, and fences that vanish
 * depending on FENCES:
 *
 *   0, default    none: all that is needed under sequential consistency
 *   1             full_fence, between a store and a later load: what total store order needs
 *   2             store_fence as well, between two stores: what partial store order needs */
#ifndef MM_MUTEX_H
#define MM_MUTEX_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef FENCES
#define FENCES 0
#endif

static void enter(int me);
static void leave(int me);

static int
load(atomic_int *place)
{
  return atomic_load_explicit(place, memory_order_relaxed);
}

static void
store(atomic_int *place, int value)
{
  atomic_store_explicit(place, value, memory_order_relaxed);
}

static inline void
full_fence(void)
{
#if FENCES >= 1
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static inline void
store_fence(void)
{
#if FENCES >= 2
  atomic_thread_fence(memory_order_release);
#endif
}

static int inside;

static void *
work(void *argument)
{
  int me = *(int *)argument;

  enter(me);
  assert(!inside);
  inside = 1;
  inside = 0;
  store_fence();
  leave(me);
  return NULL;
}

int
main(void)
{
  static int names[2] = {0, 1};
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}

#endif
