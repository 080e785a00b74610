/* The smallest concurrency bug: counter++ is a load and a store, and an update between the two is
 * lost. Two rounds for the threads, a third for main, which sees the result after joining them. */
// run: --rounds 2 --unwind 2 => bounded
// run: --rounds 3 --unwind 2 => bug
// expect: counter == 2
// labels: 3 3 3
// clauses: 119
#include <assert.h>
#include <pthread.h>

static int counter;

static void *
increment(void *argument)
{
  (void)argument;
  counter++;
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, increment, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 2);
  return 0;
}

// why: counter++;
