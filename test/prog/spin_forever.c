/* Nobody ever sets the flag: the thread waits for ever, and so does who joins it. That is a deadlock,
 * not a bound that was reached; and what comes behind the loop never happens. A loop that has no way
 * out goes round on purpose. */
// run: --rounds 1 --unwind 1 => bug
// run: --rounds 1 --unwind 1 -- -DBODY=sched_yield() => bug
// run: --rounds 1 --unwind 1 -- -DBODY=usleep(1000) => bug
// run: --rounds 2 --unwind 1 --property assert => safe
// run: --rounds 2 --unwind 1 -- -DON_PURPOSE => safe
// expect: waits for ever
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#ifndef BODY
#define BODY
#endif

static volatile int flag;

static void *
work(void *argument)
{
#ifdef ON_PURPOSE
  for (;;)
    usleep(1000);
#endif
  while (!flag)
    BODY;
  assert(0);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
