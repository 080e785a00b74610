/* A weak exchange may fail for no reason, any number of times, also where nobody else looks. */
// right
// wrong assertion -DONCE
// route: no, it does not say that an exchange has failed for no reason
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void
add(void)
{
  int old = atomic_load(&x);
#ifdef ONCE
  atomic_compare_exchange_weak(&x, &old, old + 1);
#else
  while (!atomic_compare_exchange_weak(&x, &old, old + 1))
    ;
#endif
}

static void *
work(void *argument)
{
  add();
  return argument;
}

int
main(void)
{
  pthread_t a;
  add();
  pthread_create(&a, NULL, work, NULL);
  add();
  pthread_join(a, NULL);
  assert(x == 3);
  return 0;
}
