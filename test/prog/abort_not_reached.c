/* ... if it can be reached. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// labels: 3 3 3
#include <pthread.h>
#include <stdlib.h>

static int x, y;

static void *
first(void *argument)
{
  x = 1;
  y = 1;
  return argument;
}

static void *
second(void *argument)
{
  if (y && !x)
    abort();
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
