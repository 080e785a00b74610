/* A store stays visible although its thread goes no further than the assumption behind it. */
// args: --rounds 1 --unwind 1
// verdict: bug
// expect: x == 0
// labels: 3 3 2
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

static int x;

static void *
first(void *argument)
{
  x = 1;
  __VERIFIER_assume(0);
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
