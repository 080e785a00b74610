/* A race between two threads that add to each other's number, from the software verification
 * competition: i and j run through the Fibonacci numbers 2, 3, 5, 8, 13, 21 only if the threads
 * alternate perfectly, one addition each, so the largest value needs as many rounds as there are
 * additions per thread, and one more for main to look at it. */
// run: --rounds 3 --unwind 1 => bounded
// run: --rounds 4 --unwind 1 => bug
// expect: j < 21
// labels: 3 7 7
// clauses: 2261
#include <assert.h>
#include <pthread.h>

enum { ADDITIONS = 3 };

static int i = 1, j = 1;

static void *
add_to_i(void *argument)
{
  (void)argument;
  for (int k = 0; k < ADDITIONS; k++)
    i += j;
  return NULL;
}

static void *
add_to_j(void *argument)
{
  (void)argument;
  for (int k = 0; k < ADDITIONS; k++)
    j += i;
  return NULL;
}

int
main(void)
{
  pthread_t threads[2];

  pthread_create(&threads[0], NULL, add_to_i, NULL);
  pthread_create(&threads[1], NULL, add_to_j, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(j < 21);
  return 0;
}

// why: i += j;
// why: j += i;
