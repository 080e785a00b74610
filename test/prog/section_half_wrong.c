/* One side alone in an atomic section is not enough: the other reads before and after it. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: a == b
// labels: 3 2 3
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void *
first(void *argument)
{
  __VERIFIER_atomic_begin();
  x = 1;
  y = 1;
  __VERIFIER_atomic_end();
  return argument;
}

static void *
second(void *argument)
{
  int a = x;
  int b = y;

  assert(a == b);
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
