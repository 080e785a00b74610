/* The two sides of && are read one after the other. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: !both
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>

static int x = 1, y;

static void *
first(void *argument)
{
  int both = x && y;

  assert(!both);
  return argument;
}

static void *
second(void *argument)
{
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
