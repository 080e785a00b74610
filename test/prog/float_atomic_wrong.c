/* A load, an addition and a store, each of them atomic, are not atomic together. */
// run: --rounds 2 => bug
// expect: assertion failed: sum == -1.75
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic double sum;

static void *
work(void *argument)
{
  atomic_store(&sum, atomic_load(&sum) + 0.5);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  atomic_store(&sum, atomic_load(&sum) - 2.25);
  pthread_join(thread, NULL);
  assert(sum == -1.75);
  return 0;
}
