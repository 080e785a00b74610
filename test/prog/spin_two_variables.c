/* Waiting for two variables at once: each turn reads both, one after the other, so it can be
 * passed although they were never both set at the same moment. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// expect: y
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *
first(void *argument)
{
  while (!(x && y))
    ;
  assert(x && y);
  return argument;
}

static void *
second(void *argument)
{
  x = 1;
  y = 1;
  x = 0;
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
