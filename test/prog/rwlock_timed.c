/* The timed ways to lock may give up whenever they would have to wait. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DCLOCK => bounded
// run: --rounds 2 --unwind 1 -- -DREAD => bug
// run: --rounds 2 --unwind 1 -- -DWRITE => bug
// run: --rounds 2 --unwind 1 -- -DREAD -DCLOCK => bug
// run: --rounds 2 --unwind 1 -- -DWRITE -DCLOCK => bug
// expect: result == 0
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *
write_both(void *argument)
{
  struct timespec soon = {1, 0};
#ifdef CLOCK
  int result = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon);
#else
  int result = pthread_rwlock_timedwrlock(&lock, &soon);
#endif

#ifdef WRITE
  assert(result == 0);
#endif
  if (result) {
    assert(result == ETIMEDOUT);
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
  struct timespec soon = {1, 0};
#ifdef CLOCK
  int result = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon);
#else
  int result = pthread_rwlock_timedrdlock(&lock, &soon);
#endif

#ifdef READ
  assert(result == 0);
#endif
  if (result) {
    assert(result == ETIMEDOUT);
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
