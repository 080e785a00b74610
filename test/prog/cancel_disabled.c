/* While cancellation is disabled the two writes belong together; the request is kept, and acts at
 * the first cancellation point afterwards. */
// run: --rounds 3 --unwind 1 => safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int x, y, after;

static void *
work(void *argument)
{
  int state;

  assert(pthread_setcancelstate(77, NULL) == EINVAL);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state) == 0);
  assert(state == PTHREAD_CANCEL_ENABLE);
  x = 1;
  sleep(1);
  pthread_testcancel();
  y = 1;
  pthread_cancel(pthread_self());
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &state);
  assert(state == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  after = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(x == 1 && y == 1);
  assert(result == PTHREAD_CANCELED && after == 0);
  return 0;
}
