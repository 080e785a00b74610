/* Locks that make readers wait for waiting writers are accepted, but this is no proof about them. */
// run: --rounds 2 --unwind 1 => bounded
#define _GNU_SOURCE 1
#include <pthread.h>

int
main(void)
{
  pthread_rwlockattr_t attributes;
  pthread_rwlock_t lock;

  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return 0;
}
