/* An atomic load and an atomic store are not an atomic increment. */
// args: --rounds 3 --unwind 1
// verdict: bug
// labels: 3 3 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *
work(void *argument)
{
  x = x + 1;
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
