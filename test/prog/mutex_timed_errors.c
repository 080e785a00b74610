/* What the timed ways to lock a mutex say: an invalid time matters only if one would have to wait. */
// run: --rounds 2 --unwind 1 => safe
// brute: 1
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int
main(void)
{
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  struct timespec past = {1, 0}, never = {1, 1000000000};

  assert(pthread_mutex_timedlock(&mutex, &never) == 0);
  assert(pthread_mutex_timedlock(&mutex, &never) == EINVAL);
  assert(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &past) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_timedlock(&checked, &past) == 0);
  assert(pthread_mutex_timedlock(&checked, &past) == EDEADLK);
  assert(pthread_mutex_timedlock(&recursive, &past) == 0);
  assert(pthread_mutex_timedlock(&recursive, &past) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  return 0;
}
