/* A thread that polls and then ends the program waits like any other. A loop that is only left if something
 * fails is a loop of a server. */
// run: --time 600 => bug
// run: --rounds 2 --unwind 2 => bug
// run: --time 600 -- -DSET => safe
// run: --time 600 -- -DFAILS => safe
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int go;

static void *
poll(void *none)
{
  for (;;)
    if (go)
#ifdef FAILS
      exit(1);
#else
      exit(0);
#endif
  return none;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, poll, NULL);
#ifdef SET
  go = 1;
#endif
  pthread_join(thread, NULL);
}
