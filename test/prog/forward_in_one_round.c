/* The counterpart of order_of_threads.c. */
// args: --rounds 1 --unwind 1
// verdict: bug
// labels: 3 2 2
#include <assert.h>
#include <pthread.h>

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
  assert(x == 0);
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
