/* Nobody takes the variables back: once seen, both stay set. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// labels: 3 5 3
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
