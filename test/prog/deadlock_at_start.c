/* All that the thread does is to wait for ever, but for what no deadlock depends on. */
// run: --property deadlock --rounds 1 => bug
// run: --property deadlock --rounds 1 --no-slice => bug
// run: --property deadlock --rounds 1 -- -DQUIET => bug
// expect: deadlock
#include <pthread.h>

static int written;

static void *
work(void *argument)
{
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

  pthread_mutex_lock(&mutex);
#ifndef QUIET
  written = 1;
#endif
  pthread_cond_wait(&condition, &mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  written = 2;
  pthread_join(thread, NULL);
  return 0;
}
