/* A cancelled thread need not be cancelled: it may have passed its last cancellation point. */
// run: --rounds 2 --unwind 1 => bug
// expect: result == PTHREAD_CANCELED
#include <assert.h>
#include <pthread.h>

static void *
work(void *argument)
{
  pthread_testcancel();
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
  assert(result == PTHREAD_CANCELED);
  return 0;
}
