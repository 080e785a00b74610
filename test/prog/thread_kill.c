/* Signal 0 only asks whether there is such a thread; there is no signal 1000. */
// run: --rounds 2 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
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
  assert(pthread_kill(thread, 0) == 0);
  assert(pthread_kill(pthread_self(), 1000) == EINVAL);
  pthread_join(thread, NULL);
  return 0;
}
