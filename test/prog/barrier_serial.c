/* In each round exactly one thread is the serial one; which of them is open. */
// run: --rounds 3 --unwind 1 => bounded
// run: --rounds 3 --unwind 1 -- -DALWAYS=1 => bug
// run: --rounds 4 --unwind 1 -- -DALWAYS=2 => bug
// expect: serial[0] == ALWAYS
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int serial[2];

static void
meet(int number)
{
  for (int round = 0; round < 2; round++) {
    int result = pthread_barrier_wait(&barrier);

    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) {
      assert(serial[round] == 0);
      serial[round] = number;
    }
  }
}

static void *
one(void *argument)
{
  meet(1);
  return argument;
}

static void *
two(void *argument)
{
  meet(2);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(serial[0] && serial[1]);
#ifdef ALWAYS
  assert(serial[0] == ALWAYS);
#endif
  return 0;
}
