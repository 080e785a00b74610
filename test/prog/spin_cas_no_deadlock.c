// A spin lock by strong compare-and-swap: a thread that has just failed to take it is not stuck, it
// tries again when the other thread has given it back.
// run: --rounds 4 => bounded
// run: --rounds 4 --no-slice => bounded
// brute: 2 3 4
#include <pthread.h>

static int lock, count;

static void *
work(void *argument)
{
  (void)argument;
  while (!__sync_bool_compare_and_swap(&lock, 0, 1)) {
  }
  count++;
  __sync_lock_release(&lock);
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
