/* _exit and _Exit end the process on the spot, without the handlers of atexit. */
// run: --rounds 2 -- -DEND=_exit => safe
// run: --rounds 2 -- -DEND=_Exit => safe
// run: --rounds 2 -- -DEND=exit => bug
// run: --rounds 3 -- -DEND=_exit -DEARLY => bug
// run: --rounds 3 -- -DEND=_Exit -DEARLY => bug
// expect: calls handler()
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int x;

static void
handler(void)
{
  assert(0);
}

static void *
work(void *argument)
{
  x = 1;
#ifndef EARLY
  x = 0;
#endif
  END(0);
  assert(0);
  return argument;
}

/* The other thread may end the process at any time, but main may have looked before. */
int
main(void)
{
  pthread_t thread;

  atexit(handler);
  pthread_create(&thread, NULL, work, NULL);
#ifdef EARLY
  assert(x == 0);
#endif
  pthread_join(thread, NULL);
  assert(0);
  return 0;
}
