/* A thread that is created detached, and joined nevertheless. */
// run: --rounds 2 --unwind 1 => bug
// expect: a detached thread is joined
#include <pthread.h>

static void *
work(void *argument)
{
  return argument;
}

int
main(void)
{
  pthread_attr_t attributes;
  pthread_t thread;

  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, work, NULL);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, NULL);
  return 0;
}
