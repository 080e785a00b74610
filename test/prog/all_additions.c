// Twelve threads add to atomic variables, and nobody looks at the sums before all have ended: one order is as
// good as another. A thread that does look makes the orders matter.
// run: --unwind 13 --engine explicit => safe
// run: --unwind 13 --engine explicit -- -DWRONG => bug
// run: --unwind 5 --engine explicit -- -DTHREADS=4 -DLOOK => bug
// run: --unwind 5 --engine explicit -- -DTHREADS=4 -DLOOK=8 => safe
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 12
#endif

static atomic_int sum;
static atomic_long balance;

static void *
add(void *argument)
{
  sum++;
  atomic_fetch_sub(&balance, 3);
  sum += 2;
#ifdef LOOK
  assert(sum != LOOK + 3); /* with 1: another thread has added 1 of its 3; three others cannot have added 8 */
#endif
  return argument;
}

int
main(void)
{
  pthread_t threads[THREADS];

  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
#ifdef WRONG
  assert(sum != 3 * THREADS);
#endif
  assert(sum == 3 * THREADS && balance == -3 * THREADS);
  return 0;
}
