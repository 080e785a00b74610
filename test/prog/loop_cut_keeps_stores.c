/* A thread that exceeds its bound stops there, but what it has stored before is real. */
// args: --rounds 1 --unwind 1
// verdict: bug
// labels: 3 5 2
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

_Bool __VERIFIER_nondet_bool(void);

static int x;

static void *
first(void *argument)
{
  x = 1;
  while (__VERIFIER_nondet_bool())
    x = 1;
  x = 0;
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
