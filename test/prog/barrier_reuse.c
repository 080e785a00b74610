/* A barrier in every step of a computation, before and after looking at the other. */
// run: --rounds 4 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>

enum { STEPS = 2 };

static pthread_barrier_t barrier;
static int cells[2];

static void
compute(int own)
{
  for (int step = 1; step <= STEPS; step++) {
    int other;

    cells[own] = step;
    pthread_barrier_wait(&barrier);
    other = cells[!own];
    assert(other == step);
    pthread_barrier_wait(&barrier);
  }
}

static void *
left(void *argument)
{
  compute(0);
  return argument;
}

static void *
right(void *argument)
{
  compute(1);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
