/* The corrected twin of thread_attr_refused_wrong.c: the thread is joined if it was created. */
// run: --rounds 2 --unwind 1 => safe
#include <pthread.h>
#include <sched.h>

static void *
work(void *argument)
{
  return argument;
}

int
main(void)
{
  struct sched_param parameters = {.sched_priority = 1};
  pthread_attr_t attributes;
  pthread_t thread = 0;

  pthread_attr_init(&attributes);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
  pthread_attr_setschedparam(&attributes, &parameters);
  if (pthread_create(&thread, &attributes, work, NULL) == 0)
    pthread_join(thread, NULL);
  return 0;
}
