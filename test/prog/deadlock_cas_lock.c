/* A lock made of compare and exchange: who did not get it tries again, and is deadlocked only if
 * nobody ever opens it. */
// replay: all
// run: --property deadlock --rounds 3 => bounded
// run: --property deadlock --rounds 3 -- -DWEAK => bounded
// run: --property deadlock --rounds 3 -- -DSYNC => bounded
// run: --property deadlock --rounds 2 -- -DKEEP => bug
// run: --property deadlock --rounds 2 -- -DKEEP -DWEAK => bug
// run: --property deadlock --rounds 2 -- -DKEEP -DSYNC => bug
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifdef SYNC
static int lock;
#else
static atomic_int lock;
#endif

static bool
try(void)
{
#ifdef SYNC
  return __sync_bool_compare_and_swap(&lock, 0, 1);
#elif defined WEAK
  int free = 0;

  return atomic_compare_exchange_weak(&lock, &free, 1);
#else
  int free = 0;

  return atomic_compare_exchange_strong(&lock, &free, 1);
#endif
}

static void *
work(void *argument)
{
  while (!try())
    ;
#ifndef KEEP
  lock = 0;
#endif
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
