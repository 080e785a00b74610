/* A barrier is destroyed while a thread waits for others to come. In one round the second thread comes
 * after the first. */
// run: --rounds 1 --unwind 1 => bug
// expect: the barrier is destroyed while a thread waits
#include <pthread.h>

static pthread_barrier_t barrier;

static void *
wait(void *argument)
{
  pthread_barrier_wait(&barrier);
  return argument;
}

static void *
destroy(void *argument)
{
  pthread_barrier_destroy(&barrier);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, wait, NULL);
  pthread_create(&b, NULL, destroy, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
