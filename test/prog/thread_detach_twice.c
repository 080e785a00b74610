/* Both the creator and the thread itself detach it. */
// run: --rounds 2 --unwind 1 => bug
// expect: a thread is detached that is detached already
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
  pthread_detach(thread);
  return 0;
}
