/* A lock for each counter, chosen by its address: threads that use the same counter have the same
 * lock, wherever the counters lie. */
// args: --rounds 3 --unwind 1
// verdict: bounded
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { STRIPES = 2 };

static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int left, right;

static void
count(int *counter)
{
  pthread_mutex_t *lock = &stripes[(uintptr_t)counter / sizeof(int) % STRIPES];

  pthread_mutex_lock(lock);
  ++*counter;
  pthread_mutex_unlock(lock);
}

static void *
work(void *argument)
{
  count(&left);
  count(&right);
  return argument;
}

int
main(void)
{
  pthread_t a;

  pthread_create(&a, NULL, work, NULL);
  count(&left);
  pthread_join(a, NULL);
  assert(left == 2 && right == 1);
  return 0;
}
