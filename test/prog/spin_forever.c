/* Nobody ever sets the flag: the thread waits for ever, which is no violation. */
// args: --rounds 2 --unwind 1
// verdict: bounded
// labels: 2 2
#include <assert.h>
#include <pthread.h>

static volatile int flag;

static void *
work(void *argument)
{
  while (!flag)
    ;
  assert(0);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
