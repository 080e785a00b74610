/* Functions that are not declared are taken to return an int; nobody looks at it. */
// args: --rounds 2 -- -Wno-implicit-function-declaration
// verdict: bug
#include <assert.h>
#include <pthread.h>

static int n;

static void *
count(void *argument)
{
  __VERIFIER_atomic_begin();
  int old = n;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(old >= 0);
  assume_abort_if_not(old >= 0);
  n = old + 1;
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  count(NULL);
  pthread_join(thread, NULL);
  assert(n == 2);
}
