/* A barrier for three at which two arrive. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DALL => bounded
// expect: deadlock
#include <pthread.h>

static pthread_barrier_t barrier;

static void *
work(void *argument)
{
  pthread_barrier_wait(&barrier);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
#ifdef ALL
  pthread_barrier_wait(&barrier);
#endif
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
