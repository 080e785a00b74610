/* To return from main ends the process: who waits for main waits for ever. pthread_exit ends main alone. */
// run: --rounds 3 -- -DRETURN => safe
// run: --rounds 3 => bug
// expect: main has ended
// labels: 2 2
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *
wait(void *argument)
{
  pthread_join(first, NULL);
  assert(!"main has ended");
  return argument;
}

int
main(void)
{
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, wait, NULL);
#ifndef RETURN
  pthread_exit(NULL);
#endif
  return 0;
}
