/* A flag of one's own: the other thread goes on before the initialisation is complete. */
// run: --rounds 2 --unwind 1 => bug
// expect: ready == 1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag control = ATOMIC_FLAG_INIT;
static int ready;

static void *
work(void *argument)
{
  if (!atomic_flag_test_and_set(&control))
    ready = 1;
  assert(ready == 1);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  return 0;
}
