/* In a loop it does no harm: a counter that two threads increment. */
// run: --rounds 2 --unwind 2 => bounded
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *
work(void *unused)
{
  int old = atomic_load(&counter);

  while (!atomic_compare_exchange_weak(&counter, &old, old + 1))
    ;
  return unused;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
