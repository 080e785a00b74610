/* Without a cancellation point nothing happens: the thread does all it has to do. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static int x;

static void *
work(void *argument)
{
  x = 1;
  x = 2;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  void *result;

  pthread_create(&thread, NULL, work, &x);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == &x && x == 2);
  return 0;
}
