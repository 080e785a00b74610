// A volatile flag is a data race; with --volatile-is-atomic it is none, but it orders nothing: what it
// publishes is one.
// run: --property race => bug
// run: --property race --volatile-is-atomic => safe
// run: --property race --volatile-is-atomic -- -DPUBLISH => bug
// run: --property assert --volatile-is-atomic -- -DPUBLISH => bounded
// brute: 2
#include <assert.h>
#include <pthread.h>

static volatile int flag;
static int message;

static void *
set(void *unused)
{
  message = 1;
  flag = 1;
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, set, NULL);
#ifdef PUBLISH
  if (flag)
    assert(message == 1);
#else
  (void)flag;
#endif
  pthread_join(thread, NULL);
  assert(flag == 1 && message == 1);
  return 0;
}
