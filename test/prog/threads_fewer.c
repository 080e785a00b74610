/* How many threads there are depends on a variable that a thread changes: the loop that makes them is
 * cut, and nobody waits for threads that were never made. */
// args: --rounds 2 --unwind 2
// verdict: bounded
// labels: 5 2 2 2
#include <pthread.h>

static int wanted = 5;

static void *
change(void *argument)
{
  wanted = 1;
  return argument;
}

int
main(void)
{
  pthread_t threads[5];
  for (int i = 0; i < wanted; i++)
    pthread_create(&threads[i], NULL, change, NULL);
  return 0;
}
