/* A thread that has been joined is no thread any more: nobody may ask after it. */
// run: --rounds 2 --unwind 1 => bug
// expect: this thread has been joined
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

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
  pthread_kill(thread, 0);
  return 0;
}
