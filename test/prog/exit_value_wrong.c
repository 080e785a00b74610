/* A result that depends on a race. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: result == NULL
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
  (void)argument;
  return x ? &x : NULL;
}

int
main(void)
{
  pthread_t a, b;
  void *result;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, &result);
  assert(result == NULL);
  return 0;
}
