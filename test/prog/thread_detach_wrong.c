/* A thread detaches itself while main wants to join it: only if main is already waiting, it
 * works. */
// run: --rounds 2 --unwind 1 => bug
// expect: a detached thread is joined
#include <pthread.h>

static void *
work(void *argument)
{
  pthread_detach(pthread_self());
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
