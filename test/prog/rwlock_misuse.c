/* Read-write locks that are unlocked, destroyed or used when they must not be. */
// run: --rounds 2 --unwind 1 -- -DUNLOCK => bug
// run: --rounds 2 --unwind 1 -- -DREAD => bug
// run: --rounds 2 --unwind 1 -- -DWRITE => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 -- -DZERO => safe
// run: --rounds 2 --unwind 1 => safe
// expect: the thread does not hold the read-write lock
// brute: 1
#include <pthread.h>
#include <string.h>

int
main(void)
{
  pthread_rwlock_t lock;

#ifdef ZERO
  memset(&lock, 0, sizeof lock);
#elif !defined UNINITIALISED
  pthread_rwlock_init(&lock, NULL);
#endif
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
#ifdef UNLOCK
  pthread_rwlock_unlock(&lock);
#endif
#ifdef READ
  pthread_rwlock_rdlock(&lock);
#endif
#ifdef WRITE
  pthread_rwlock_wrlock(&lock);
#endif
  pthread_rwlock_destroy(&lock);
#ifdef DESTROYED
  pthread_rwlock_tryrdlock(&lock);
#endif
  return 0;
}
