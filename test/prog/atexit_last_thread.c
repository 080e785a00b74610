/* The end of the last thread is that of the process, as by exit(0): its handlers run. Whoever that is runs them, main
 * after pthread_exit included, when all the others have ended. */
// run: --rounds 3 => bounded
// run: --rounds 3 --memory-model tso => bounded
// run: --rounds 3 -- -DALONE => safe
// run: --rounds 3 -- -DC11 => bounded
// run: --rounds 3 -- -DWRONG => bug
// run: --rounds 3 -- -DWRONG -DC11 => bug
// run: --rounds 3 -- -DWRONG -DALONE => bug
// run: --rounds 3 -- -DWRONG -DDETACHED => bug
// run: --rounds 3 -- -DWRONG -DBY_THREAD => bug
// run: --rounds 3 -- -DWRONG -DRETURNS => bug
// run: --rounds 3 --property assert -- -DNEVER => safe
// expect: assertion failed: steps == 0
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>

static int steps, never, left[2];

static void
look(void)
{
#ifdef WRONG
  assert(steps == 0);
#elif defined ALONE
  assert(steps == 0);
#elif defined NEVER
  assert(0);
#else
  assert(steps == 2 && left[0] && left[1]);
#endif
}

static void *
work(void *argument)
{
#ifdef BY_THREAD
  if (argument)
    atexit(look);
#endif
  __atomic_add_fetch(&steps, 1, __ATOMIC_SEQ_CST);
#ifdef NEVER
  while (!__atomic_load_n(&never, __ATOMIC_SEQ_CST))
    ;
#endif
  left[argument != NULL] = 1;
  if (argument)
    pthread_exit(NULL);
  return argument;
}

static int
work_c11(void *argument)
{
  work(NULL);
  left[1] = 1;
  if (argument)
    thrd_exit(1);
  return 0;
}

int
main(void)
{
#ifndef BY_THREAD
  atexit(look);
#endif
#ifdef C11
  thrd_t one, two;

  thrd_create(&one, work_c11, NULL);
  thrd_create(&two, work_c11, &steps);
  thrd_exit(0);
#elif !defined ALONE
  pthread_t one, two;

  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, &steps);
#ifdef DETACHED
  pthread_detach(two);
#endif
#elif defined WRONG
  steps = 1;
#endif
  (void)work;
  (void)work_c11;
#ifdef RETURNS
  return 0;
#endif
  pthread_exit(NULL);
}
