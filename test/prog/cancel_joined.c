/* To cancel a thread that has been joined is to speak of nobody. */
// run: --rounds 2 --unwind 1 => bug
// expect: this thread has been joined
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
  pthread_cancel(thread);
  return 0;
}
