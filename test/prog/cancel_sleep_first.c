/* Cancelled in the first sleep, at least if main is quick: then nothing follows. The twin with the
 * cancellation disabled while the thread works is cancel_disabled.c. */
// run: --rounds 2 --unwind 1 => bug
// expect: x == 2
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int x;

static void *
work(void *argument)
{
  sleep(1);
  x++;
  sleep(1);
  x++;
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(x == 2);
  return 0;
}
