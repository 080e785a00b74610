/* The same with the lock given back too early. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: inside == 1
// labels: 3 8 8
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int inside;

static void
acquire(void)
{
  int expected;

  do
    expected = 0;
  while (!atomic_compare_exchange_weak(&lock, &expected, 1));
}

static void *
work(void *argument)
{
  acquire();
  inside++;
  lock = 0;
  assert(inside == 1);
  inside--;
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
