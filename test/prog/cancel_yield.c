/* A thread that can be cancelled at any time is cancelled where it yields, or it gets further. */
// run: --rounds 3 --unwind 1 => bug
// expect: x != 1
// run: --rounds 3 --unwind 1 -- -DDEFERRED => safe
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static int x;

static void *
work(void *argument)
{
#ifndef DEFERRED
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
#endif
  x = 1;
  thrd_yield();
  x = 2;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(x != 1);
  return 0;
}
