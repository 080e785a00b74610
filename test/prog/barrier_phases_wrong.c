/* Each thread writes its half before the barrier and reads the other one's after it; the barrier is
 * for one thread only, so nobody waits. */
// run: --rounds 2 --unwind 1 => bug
// expect: == 1
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int left, right;

static void *
write_left(void *argument)
{
  left = 1;
  pthread_barrier_wait(&barrier);
  assert(right == 1);
  return argument;
}

static void *
write_right(void *argument)
{
  right = 1;
  pthread_barrier_wait(&barrier);
  assert(left == 1);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
  pthread_create(&a, NULL, write_left, NULL);
  pthread_create(&b, NULL, write_right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
