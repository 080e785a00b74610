/* Detached after the join, by somebody who does not trust it. */
// run: --rounds 2 --unwind 1 => bug
// expect: a thread is detached that has been joined
#include <pthread.h>

static void *
work(void *argument)
{
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  pthread_detach(thread);
  return 0;
}
