/* Policies, priorities and the level of concurrency are remembered; a real-time policy may be
 * refused. */
// run: --rounds 2 --unwind 1 => safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void
round_robin(void)
{
  struct sched_param parameters = {.sched_priority = 5};
  int policy, error;

  error = pthread_setschedparam(pthread_self(), SCHED_RR, &parameters);
  assert(error == 0 || error == EPERM);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
  assert(policy == (error ? SCHED_OTHER : SCHED_RR));
  assert(parameters.sched_priority == (error ? 0 : 5));
  if (error)
    return;
  error = pthread_setschedprio(pthread_self(), 6);
  assert(error == 0 || error == EPERM);
  pthread_getschedparam(pthread_self(), &policy, &parameters);
  assert(parameters.sched_priority == (error ? 5 : 6));
}

int
main(void)
{
  struct sched_param parameters = {.sched_priority = 5};

  assert(sched_get_priority_min(SCHED_FIFO) == 1 && sched_get_priority_max(SCHED_FIFO) == 99);
  assert(sched_get_priority_min(SCHED_OTHER) == 0 && sched_get_priority_max(SCHED_OTHER) == 0);
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
  assert(pthread_setschedprio(pthread_self(), 5) == EINVAL);
  assert(pthread_setconcurrency(-1) == EINVAL);
  assert(pthread_getconcurrency() == 0);
  assert(pthread_setconcurrency(3) == 0);
  assert(pthread_getconcurrency() == 3);
  round_robin();
  return 0;
}
