// Programs that need more rounds than anybody can solve, but have few states: all schedules are covered.
// run: --time 600 => safe
// run: --time 600 -- -DTHREADS=8 => safe
// run: --time 600 -- -DTHREADS=2 -DTIMES=6 => safe
// run: --time 600 -- -DTHREADS=4 -DWRONG => bug
// run: --time 600 --engine explicit => safe
// run: --unwind 9 --engine explicit -- -DTHREADS=8 => safe
// run: --unwind 9 --engine explicit --no-merge -- -DTHREADS=4 => safe
// run: --unwind 9 --engine explicit --no-slice -- -DTHREADS=4 => safe
// run: --unwind 9 --engine explicit -- -DTHREADS=4 -DWRONG => bug
// expect: assertion failed: counter == THREADS * TIMES
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 5
#endif
#ifndef TIMES
#define TIMES 1
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter, others;

static void *
count(void *argument)
{
  for (int i = 0; i < TIMES; i++) {
    pthread_mutex_lock(&mutex);
    counter++;
#ifdef WRONG
    if (counter == THREADS - 1) /* the last but one is interrupted when all others have begun */
      others = counter;
    if (others == THREADS - 1 && counter == THREADS)
      counter--;
#endif
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int
main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, count, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(counter == THREADS * TIMES);
  return 0;
}
