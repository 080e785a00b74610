/* A load and a store instead of an exchange: two winners. */
// args: --rounds 2 --unwind 1
// verdict: bug
// labels: 3 4 4
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool taken;
static atomic_int winners;

static void *
work(void *argument)
{
  if (!taken) {
    taken = true;
    int before = atomic_fetch_add(&winners, 1);
    assert(before == 0);
  }
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
