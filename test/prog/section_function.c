/* A function whose name begins with __VERIFIER_atomic_ runs atomically, also what it calls. */
// args: --rounds 3 --unwind 1
// verdict: safe
// labels: 3 2 2
#include <assert.h>
#include <pthread.h>

static int x;

static int
get(void)
{
  return x;
}

void __VERIFIER_atomic_increment(int by);
void
__VERIFIER_atomic_increment(int by)
{
  int old = get();
  x = old + by;
}

static void *
work(void *argument)
{
  __VERIFIER_atomic_increment(1);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2);
  return 0;
}
