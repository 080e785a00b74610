/* What opens the label of "seen" is visible only for a store that is dead, as the values tell. The
 * slice drops the store. Main may stand between the store to x and the assumption all the same. */
// args: --property assert
// verdict: bug
// expect: slice_unseen.c:19: assertion failed
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int mode, g, x;

static void *
other(void *arg)
{
  (void)arg;
  if (mode == 3)
    g = 1; /* dead, which only the values tell */
  assert(x != 5);
  return arg;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  mode = 2;
  x = 5;
  int seen = g;
  __VERIFIER_assume(seen == 1);
  assert(x == 5);
  pthread_join(thread, NULL);
  return 0;
}
