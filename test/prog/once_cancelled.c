/* If the function is cancelled, it is as if it had never been called: the next caller runs it
 * again. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int begun, done;

static void
initialise(void)
{
  begun++;
  pthread_testcancel();
  done++;
}

static void *
work(void *argument)
{
  pthread_cancel(pthread_self());
  pthread_once(&control, initialise);
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_once(&control, initialise);
  assert(begun == 2 && done == 1);
  return 0;
}
