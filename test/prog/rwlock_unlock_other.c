/* A thread that could not lock unlocks for the writer. */
// run: --rounds 2 --unwind 1 => bug
// expect: the thread does not hold the read-write lock
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *
work(void *argument)
{
  pthread_rwlock_trywrlock(&lock);
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
