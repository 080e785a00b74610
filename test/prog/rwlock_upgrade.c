/* Two readers want to become writers: each waits for the other to leave. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DLEAVE => bounded
// expect: deadlock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *
work(void *argument)
{
  pthread_rwlock_rdlock(&lock);
#ifdef LEAVE
  pthread_rwlock_unlock(&lock);
#endif
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
