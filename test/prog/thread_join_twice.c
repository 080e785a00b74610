/* A thread that has been joined exists no longer: it cannot be joined once more. */
// run: --rounds 2 --unwind 1 => bug
// expect: a thread is joined that has been joined already
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
  pthread_join(thread, NULL);
  return 0;
}
