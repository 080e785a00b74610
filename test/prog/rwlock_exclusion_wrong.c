/* The writer locks for reading, and readers come in beside it. */
// run: --rounds 2 --unwind 1 => bug
// expect: x == y
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void *
write_both(void *argument)
{
  pthread_rwlock_rdlock(&lock);
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
