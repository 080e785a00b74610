/* Waiting for two variables: each turn of the loop reads both, one after the other, so it can be
 * left although they are never both set at the same moment. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 3 --unwind 1 => bug
// labels: 3 3 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *
first(void *argument)
{
  while (!(x && y))
    ;
  assert(0);
  return argument;
}

static void *
second(void *argument)
{
  x = 1;
  x = 0;
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
