/* Mutex attributes are what they were set to, and invalid ones are refused. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// expect: value == PTHREAD_PRIO_NONE
// brute: 1
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  pthread_mutexattr_t all;
  pthread_mutex_t mutex;
  int value;

  assert(pthread_mutexattr_init(&all) == 0);
  value = 77;
  assert(pthread_mutexattr_gettype(&all, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
  value = 77;
  assert(pthread_mutexattr_getpshared(&all, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  value = 77;
  assert(pthread_mutexattr_getrobust(&all, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
  value = 77;
  assert(pthread_mutexattr_getprotocol(&all, &value) == 0 && value == PTHREAD_PRIO_NONE);

  assert(pthread_mutexattr_settype(&all, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutexattr_setpshared(&all, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_setprotocol(&all, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_setprioceiling(&all, 7) == 0);
  value = 77;
  assert(pthread_mutexattr_gettype(&all, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
  value = 77;
  assert(pthread_mutexattr_getpshared(&all, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  value = 77;
  assert(pthread_mutexattr_getprotocol(&all, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  value = 77;
  assert(pthread_mutexattr_getprioceiling(&all, &value) == 0 && value == 7);

  assert(pthread_mutexattr_settype(&all, -1) == EINVAL);
  assert(pthread_mutexattr_setpshared(&all, 2) == EINVAL);
  assert(pthread_mutexattr_setrobust(&all, 2) == EINVAL);
  assert(pthread_mutexattr_setprotocol(&all, 3) == EINVAL);
  assert(pthread_mutexattr_setprioceiling(&all, 1000) == EINVAL);

  assert(pthread_mutex_init(&mutex, &all) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  assert(pthread_mutex_getprioceiling(&mutex, &value) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
#ifdef WRONG
  pthread_mutexattr_getprotocol(&all, &value);
  assert(value == PTHREAD_PRIO_NONE);
#endif
  assert(pthread_mutexattr_destroy(&all) == 0);
  return 0;
}
