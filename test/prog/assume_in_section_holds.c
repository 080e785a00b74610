/* The same section with an assumption that can hold: the store is seen in the second round. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// labels: 3 2 3
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void *
first(void *argument)
{
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_assume(y == 1);
  __VERIFIER_atomic_end();
  return argument;
}

static void *
second(void *argument)
{
  y = 1;
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
