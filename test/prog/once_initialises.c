/* Whoever comes first initialises, the other one waits until that is done. */
// run: --rounds 8 --unwind 1 => safe
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int times, ready;

static void
initialise(void)
{
  times++;
  ready = 1;
}

static void *
work(void *argument)
{
  assert(pthread_once(&control, initialise) == 0);
  assert(ready == 1);
  assert(times == 1);
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
