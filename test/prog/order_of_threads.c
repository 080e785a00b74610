/* In a round the threads run in the order of their creation: one round takes a message forward
 * through all of them, not backward. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *
first(void *argument)
{
  x = 1;
  assert(y == 0);
  return argument;
}

static void *
second(void *argument)
{
  if (x == 1)
    y = 1;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
