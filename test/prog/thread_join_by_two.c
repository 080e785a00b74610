/* Two threads wait for a third one. If the first of them is through before the other begins, the
 * other joins a thread that is gone; otherwise two join at the same time. Neither is allowed. */
// run: --rounds 2 --unwind 1 => bug
// expect: join
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
  pthread_join(worker, NULL);
  pthread_join(other, NULL);
  return 0;
}
