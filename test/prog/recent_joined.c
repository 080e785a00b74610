// What can still be seen after a join: the last store of the thread that was joined, or one of main that
// came at the same time. Not the initial contents, and not what the thread stored before.
// run: --engine explicit --unwind 1 => safe
// run: --engine explicit --unwind 1 --memory-model tso => safe
// run: --engine explicit --unwind 1 -- -DMAIN=2 => bug
// run: --engine explicit --unwind 1 -- -DMAIN=4 => bug
// run: --engine explicit --unwind 1 -- -DLAST=5 => bug
// brute: 1 2 3
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef MAIN
#define MAIN 6
#endif
#ifndef LAST
#define LAST 7
#endif

static int x;

static void *
store(void *argument)
{
  x = 3;
  x = LAST;
  return argument;
}

int
main(void)
{
  pthread_t one;

  pthread_create(&one, NULL, store, NULL);
  x = MAIN;
  pthread_join(one, NULL);
  assert(x == 6 || x == 7);
  return 0;
}
