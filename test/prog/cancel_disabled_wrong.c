/* Cancellation is enabled again too early. */
// run: --rounds 2 --unwind 1 => bug
// expect: x == y
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int x, y;

static void *
work(void *argument)
{
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  x = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  sleep(1);
  y = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(x == y);
  return 0;
}
