/* Nobody ever signals: a timed wait times out, and is never a deadlock. */
// run: --rounds 2 --unwind 1 --no-spurious => safe
// run: --rounds 2 --unwind 1 => bug
// expect: result == ETIMEDOUT
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
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  struct timespec soon = {1, 0}, never = {1, -1};
  int result;

  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&condition, &mutex, &never) == EINVAL);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_PROCESS_CPUTIME_ID, &soon) == EINVAL);
  result = pthread_cond_timedwait(&condition, &mutex, &soon);
  assert(result == ETIMEDOUT);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_cond_destroy(&condition) == 0);
  return 0;
}
