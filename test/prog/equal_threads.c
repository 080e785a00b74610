// Ten equal threads count under a mutex, step by step. Which of them has counted does not matter, but how
// many have, and which steps the one that holds the mutex has done. With WRONG, main holds it while it
// waits for them.
// run: --unwind 11 --engine explicit --no-merge => safe
// run: --unwind 11 --engine explicit --no-merge -- -DWRONG => bug
// run: --unwind 5 --engine explicit --no-merge --memory-model tso -- -DTHREADS=4 => safe
// run: --unwind 5 --engine explicit -- -DTHREADS=4 -DUNLOCKED => bug
// brute: no
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 10
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *
add(void *argument)
{
#ifndef UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
  count++;
#ifndef UNLOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int
main(void)
{
  pthread_t threads[THREADS];

#ifdef WRONG
  pthread_mutex_lock(&mutex);
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(count == THREADS);
  return 0;
}
