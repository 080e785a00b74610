/* The flag goes up before the data is there; the waiting loop needs no unwinding. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// expect: data == 42
// labels: 3 3 3
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
  ready = 1;
  data = 42;
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
