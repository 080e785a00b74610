/* An assertion and an exit inside an atomic section. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// expect: y == 0
// labels: 3 3 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void *
first(void *argument)
{
  x = 1;
  __VERIFIER_atomic_begin();
  assert(y == 0);
  y = 2;
  __VERIFIER_atomic_end();
  return argument;
}

static void *
second(void *argument)
{
  __VERIFIER_atomic_begin();
  if (x == 0)
    exit(0);
  y = 1;
  __VERIFIER_atomic_end();
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
