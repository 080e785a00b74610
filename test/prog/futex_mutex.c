/* A lock that sleeps by futex (Drepper's, of three states): it excludes, and nobody sleeps for ever;
 * unless the wake-up is left out, or one waits for a value that may have changed. */
// run: --time 60 => safe
// run: --rounds 3 --unwind 2 -- -DNO_WAKE => bug
// run: --rounds 3 --unwind 2 -- -DWEAK_UNLOCK => bug
// run: --rounds 3 --unwind 2 -- -DNO_LOCK => bug
// expect: deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word; /* 0 free, 1 taken, 2 taken and somebody may sleep */
static int counter;

static void
lock(void)
{
  int free = 0;
#ifdef NO_LOCK
  return;
#endif
  if (atomic_compare_exchange_strong(&word, &free, 1))
    return;
  while (atomic_exchange(&word, 2) != 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void
unlock(void)
{
#ifdef WEAK_UNLOCK
  if (atomic_exchange(&word, 0) == 1)
#else
  if (atomic_exchange(&word, 0) == 2)
#endif
#ifndef NO_WAKE
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
#endif
  ;
}

static void *
work(void *argument)
{
  lock();
  counter++;
  unlock();
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}
