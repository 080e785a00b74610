/* A cancelled thread ends at a cancellation point, and what joins it learns that; or it ends before
 * it is cancelled, and nobody notices. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static int reached;

static void *
work(void *argument)
{
  pthread_testcancel();
  reached = 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result;

  pthread_create(&thread, NULL, work, &reached);
  assert(pthread_cancel(thread) == 0);
  assert(pthread_join(thread, &result) == 0);
  if (result == PTHREAD_CANCELED)
    assert(reached == 0);
  else
    assert(result == &reached && reached == 1);
  return 0;
}
