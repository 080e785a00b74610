/* An increment as a loop around compare-and-exchange. */
// args: --rounds 3 --unwind 2
// verdict: bounded
// labels: 3 6 6
// clauses: 642
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *
work(void *argument)
{
  int old = x;

  while (!atomic_compare_exchange_strong(&x, &old, old + 1))
    ;
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
  assert(x == 2);
  return 0;
}
