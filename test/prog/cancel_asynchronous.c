/* With asynchronous cancellation the thread may end where there is no cancellation point; that it
 * acts only at calls of the library is noted, and no proof. */
// run: --rounds 3 --unwind 1 => bug
// expect: x != 1
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static int x;

static void *
work(void *argument)
{
  int type;

  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &type);
  assert(type == PTHREAD_CANCEL_DEFERRED);
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
