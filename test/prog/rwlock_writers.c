/* Two writers are never inside at the same time; two readers can be, each of them twice. */
// run: --rounds 2 --unwind 1 -- -DLOCK=pthread_rwlock_wrlock => bounded
// run: --rounds 2 --unwind 1 -- -DLOCK=pthread_rwlock_rdlock => bug
// run: --rounds 2 --unwind 1 -- -DLOCK=pthread_rwlock_rdlock -DAGAIN => bug
// expect: before == 0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock;
static atomic_int inside;

static void *
work(void *argument)
{
  int before;

  assert(LOCK(&lock) == 0);
#ifdef AGAIN
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
#endif
  before = atomic_fetch_add(&inside, 1);
  assert(before == 0);
  atomic_fetch_sub(&inside, 1);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_rwlock_init(&lock, NULL);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
