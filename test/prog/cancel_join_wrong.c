/* The same, but the worker needs no signal: the join may be over before the waiter is cancelled,
 * and then the worker is joined twice. */
// run: --rounds 2 --unwind 1 => bug
// expect: a thread is joined that has been joined already
#include <pthread.h>

static pthread_t worker;

static void *
work(void *argument)
{
  return argument;
}

static void *
waiter(void *argument)
{
  pthread_join(worker, NULL);
  return argument;
}

int
main(void)
{
  pthread_t other;

  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&other, NULL, waiter, NULL);
  pthread_cancel(other);
  pthread_join(other, NULL);
  pthread_join(worker, NULL);
  return 0;
}
