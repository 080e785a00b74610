/* Waiting for a flag needs no unwinding: the loop only reads. The data is there by then. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 3 3 3
// clauses: 101
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *
first(void *argument)
{
  while (!ready)
    ;
  assert(data == 42);
  return argument;
}

static void *
second(void *argument)
{
  data = 42;
  ready = 1;
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
