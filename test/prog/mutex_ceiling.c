/* The priority ceiling of a mutex that is protected by one. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DOLD=20 => bug
// expect: value == OLD
// brute: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

#ifndef OLD
#define OLD 10
#endif

int
main(void)
{
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  int value;

  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
  pthread_mutexattr_setprioceiling(&attributes, 10);
  pthread_mutex_init(&mutex, &attributes);
  assert(pthread_mutex_getprioceiling(&mutex, &value) == 0 && value == 10);
  assert(pthread_mutex_setprioceiling(&mutex, 20, &value) == 0);
  assert(value == OLD);
  assert(pthread_mutex_getprioceiling(&mutex, &value) == 0 && value == 20);
  assert(pthread_mutex_setprioceiling(&mutex, 1000, &value) == EINVAL);
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
