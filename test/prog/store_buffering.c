/* Under sequential consistency at least one thread sees the other's store. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// labels: 3 3 3
// clauses: 142
#include <assert.h>
#include <pthread.h>

static int x, y, seen_x, seen_y;

static void *
first(void *argument)
{
  x = 1;
  seen_y = y;
  return argument;
}

static void *
second(void *argument)
{
  y = 1;
  seen_x = x;
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
  assert(seen_x || seen_y);
  return 0;
}
