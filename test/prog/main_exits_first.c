/* pthread_exit in main leaves the other threads running. */
// run: --rounds 1 --unwind 1 => bug
// labels: 1 2 2
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
  pthread_exit(NULL);
}
