/* Robust mutexes are accepted, but taken for ordinary ones: this is no proof. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// expect: robust == PTHREAD_MUTEX_STALLED
// brute: 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  pthread_mutexattr_t all;
  pthread_mutex_t mutex;
  int robust;

  pthread_mutexattr_init(&all);
  assert(pthread_mutexattr_setrobust(&all, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutexattr_getrobust(&all, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutex_init(&mutex, &all) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
#ifdef WRONG
  assert(robust == PTHREAD_MUTEX_STALLED);
#endif
  return 0;
}
