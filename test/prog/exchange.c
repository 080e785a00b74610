/* Only one thread can be the first to exchange. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 3 3
// clauses: 142
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static atomic_int winners;

static void *
work(void *argument)
{
  if (!atomic_exchange(&taken, true))
    assert(atomic_fetch_add(&winners, 1) == 0);
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
