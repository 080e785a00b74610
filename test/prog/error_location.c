/* reach_error is an error location. */
// args: --rounds 1 --unwind 1
// verdict: bug
// expect: error location
// labels: 3 2 2
#include <pthread.h>

void reach_error(void);

static int x;

static void *
first(void *argument)
{
  x = 1;
  return argument;
}

static void *
second(void *argument)
{
  if (x)
    reach_error();
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
