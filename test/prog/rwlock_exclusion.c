/* A writer is alone, so readers see all of what it did or nothing. */
// run: --rounds 2 --unwind 1 => bounded
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *
write_both(void *argument)
{
  pthread_rwlock_wrlock(&lock);
  x++;
  y++;
  pthread_rwlock_unlock(&lock);
  return argument;
}

static void *
read_both(void *argument)
{
  pthread_rwlock_rdlock(&lock);
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
