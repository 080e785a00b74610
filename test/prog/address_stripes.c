/* A lock for each counter, chosen by its address: two counters need not have the same one, and what
 * both threads count in common is protected by none. */
// args: --rounds 3 --unwind 1
// verdict: bug
// expect: &left = 0x
// expect: total == 2
// brute: no
// replay: no, a process cannot be told where to have its objects
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { STRIPES = 2 };

static pthread_mutex_t stripes[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int left, right, total;

static void *
count(void *counter)
{
  pthread_mutex_t *lock = &stripes[(uintptr_t)counter / sizeof(int) % STRIPES];

  pthread_mutex_lock(lock);
  ++*(int *)counter;
  total++;
  pthread_mutex_unlock(lock);
  return NULL;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, count, &left);
  pthread_create(&b, NULL, count, &right);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 2);
  return 0;
}
