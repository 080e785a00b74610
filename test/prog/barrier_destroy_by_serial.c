/* The serial thread destroys the barrier and makes it anew at once: the others have been let go. */
// run: --rounds 3 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int left;

static void *
work(void *argument)
{
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    assert(pthread_barrier_destroy(&barrier) == 0);
    assert(pthread_barrier_init(&barrier, NULL, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    left++;
  }
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(left == 1);
  return 0;
}
