// The same, but nobody gives the lock back: the second thread spins for ever.
// run: --rounds 4 => bug
// run: --rounds 4 --no-slice => bug
// expect: deadlock
#include <pthread.h>

static int lock, count;

static void *
work(void *argument)
{
  (void)argument;
  while (!__sync_bool_compare_and_swap(&lock, 0, 1)) {
  }
  count++;
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
