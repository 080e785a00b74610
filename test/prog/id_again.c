/* A thread may have the id of one that was joined before it was created. */
// run: --rounds 3 --unwind 1 => bug
// run: --rounds 3 --unwind 1 -- -DALIVE => safe
// run: --rounds 3 --unwind 1 -- -DC11 => bug
// run: --rounds 3 --unwind 1 -- -DDETACHED => bug
// expect: assertion failed: !same
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int done;

static int
nothing_c11(void *argument)
{
  (void)argument;
  return 0;
}

static void *
nothing(void *argument)
{
  done = 1;
  return argument;
}

int
main(void)
{
  int same;
#ifdef C11
  thrd_t first, second;

  thrd_create(&first, nothing_c11, NULL);
  thrd_join(first, NULL);
  thrd_create(&second, nothing_c11, NULL);
  same = thrd_equal(first, second);
  thrd_join(second, NULL);
#else
  pthread_t first, second;

  (void)nothing_c11;
  pthread_create(&first, NULL, nothing, NULL);
#if defined DETACHED
  pthread_detach(first);
  while (!done)
    sched_yield();
#elif !defined ALIVE
  pthread_join(first, NULL);
#endif
  pthread_create(&second, NULL, nothing, NULL);
  same = pthread_equal(first, second);
  pthread_join(second, NULL);
#ifdef ALIVE
  pthread_join(first, NULL);
#endif
#endif
  assert(!same);
  return 0;
}
