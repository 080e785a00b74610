/* Two attempts are enough: only one other store can come between, and nothing fails without a reason. */
// run: --rounds 2 --unwind 2 => safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static _Bool
increment(void)
{
  int old = atomic_load(&counter);

  for (int i = 0; i < 2; i++)
    if (atomic_compare_exchange_strong(&counter, &old, old + 1))
      return 1;
  return 0;
}

static void *
other(void *unused)
{
  (void)unused;
  atomic_store(&counter, 1);
  return NULL;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, other, NULL);
  assert(increment());
  pthread_join(thread, NULL);
  return 0;
}
