/* One side of the race is in an atomic section, the other is not. */
// run: --property race => bug
// run: --property race -- -DFUNCTION => bug
// run: --property race -- -DRIGHT => safe
// expect: data race
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int n, other;

static void
__VERIFIER_atomic_set(int value)
{
  other = value;
  n = value;
}

static void *
set(void *argument)
{
#ifdef FUNCTION
  __VERIFIER_atomic_set(1);
#else
  __VERIFIER_atomic_begin();
  other = 1;
  n = 1;
  __VERIFIER_atomic_end();
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
#ifdef RIGHT
  __VERIFIER_atomic_set(2);
#else
  n = 2;
#endif
  pthread_join(thread, NULL);
}
