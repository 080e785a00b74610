/* A real-time policy needs rights: without them there is no thread, and its handle is not set. */
// run: --rounds 2 --unwind 1 => bug
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
  pthread_create(&thread, &attributes, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
