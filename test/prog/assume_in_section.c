/* Inside an atomic section a failing assumption discards the run: nobody sees the store. */
// args: --rounds 2 --unwind 1
// verdict: bounded
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
  assert(x == 0);
  y = 1;
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
