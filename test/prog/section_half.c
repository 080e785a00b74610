/* Nobody sees half a section: x and y are always equal from outside. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 3 2 2
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
  int a, b;

  __VERIFIER_atomic_begin();
  a = x;
  b = y;
  __VERIFIER_atomic_end();
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
