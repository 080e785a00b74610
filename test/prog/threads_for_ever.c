/* A thread that makes a thread that makes a thread: recursion, and cut like it. */
// args: --rounds 1
// verdict: bounded
// expect: in again was cut
// labels: 2 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2
// brute: no
#include <pthread.h>

static void *
again(void *argument)
{
  pthread_t thread;
  pthread_create(&thread, NULL, again, NULL);
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, again, NULL);
  return 0;
}
