/* pthread_rwlock_tryrdlock and pthread_rwlock_trywrlock give up at once if they would have to wait. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DREAD => bug
// run: --rounds 2 --unwind 1 -- -DWRITE => bug
// expect: result == 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *
write_both(void *argument)
{
  int result = pthread_rwlock_trywrlock(&lock);

#ifdef WRITE
  assert(result == 0);
#endif
  if (result) {
    assert(result == EBUSY);
    return argument;
  }
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void *
read_both(void *argument)
{
  int result = pthread_rwlock_tryrdlock(&lock);

#ifdef READ
  assert(result == 0);
#endif
  if (result) {
    assert(result == EBUSY);
    return argument;
  }
  assert(x == y);
  pthread_rwlock_unlock(&lock);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, write_both, NULL);
  pthread_create(&b, NULL, read_both, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
