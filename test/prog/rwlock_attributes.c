/* Attributes of read-write locks are what they were set to, and invalid ones are refused. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// expect: value == PTHREAD_PROCESS_PRIVATE
// brute: 1
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int
main(void)
{
  pthread_rwlockattr_t all;
  pthread_rwlock_t lock;
  int value;

  assert(pthread_rwlockattr_init(&all) == 0);
  assert(pthread_rwlockattr_getpshared(&all, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_rwlockattr_getkind_np(&all, &value) == 0 && value == PTHREAD_RWLOCK_DEFAULT_NP);
  assert(pthread_rwlockattr_setpshared(&all, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_rwlockattr_setkind_np(&all, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
  assert(pthread_rwlockattr_setpshared(&all, 7) == EINVAL);
  assert(pthread_rwlockattr_setkind_np(&all, 7) == EINVAL);
  assert(pthread_rwlockattr_getkind_np(&all, &value) == 0);
  assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NP);
  pthread_rwlockattr_getpshared(&all, &value);
#ifdef WRONG
  assert(value == PTHREAD_PROCESS_PRIVATE);
#else
  assert(value == PTHREAD_PROCESS_SHARED);
#endif
#ifdef DESTROYED
  pthread_rwlockattr_destroy(&all);
#endif
  assert(pthread_rwlock_init(&lock, &all) == 0);
  assert(pthread_rwlockattr_destroy(&all) == 0);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
