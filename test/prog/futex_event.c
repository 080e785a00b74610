/* An event that is waited for by futex. The waiter looks again whenever it has been woken, and loops
 * for as long as nobody has set the event: that needs no bound. */
// run: --time 60 => safe
// run: --rounds 3 --unwind 2 -- -DNO_WAKE => bug
// run: --rounds 3 --unwind 2 -- -DWAKE_FIRST => bug
// run: --rounds 3 --unwind 2 -- -DONE => bug
// run: --rounds 3 --unwind 2 -- -DTRUST => bug
// brute: no
// expect: deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef ONE
#define MOST 1
#else
#define MOST INT_MAX
#endif

static atomic_int set;
static int data;

static void
wake(void)
{
#ifndef NO_WAKE
  syscall(SYS_futex, &set, FUTEX_WAKE, MOST);
#endif
}

static void *
wait(void *argument)
{
#ifdef TRUST
  if (!set)
#else
  while (!set)
#endif
    syscall(SYS_futex, &set, FUTEX_WAIT, 0, NULL);
  assert(data == 1);
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, wait, NULL);
  data = 1;
#ifdef WAKE_FIRST
  wake();
#endif
  set = 1;
#ifndef WAKE_FIRST
  wake();
#endif
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
