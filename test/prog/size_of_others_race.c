// Two threads count before they allocate: how large the block is depends on the schedule, and so
// does whether the second element is there.
// run: --rounds 3 => bug
// expect: out of bounds behind long
// run: --rounds 3 -- -DELEMENTS=1 => bounded
// run: --rounds 3 -- -DLOCKED => safe
#include <pthread.h>
#include <stdlib.h>

#ifndef ELEMENTS
#define ELEMENTS 2
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *
add(void *argument)
{
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  int old = count;
  count = old + 1;
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}

int
main(void)
{
  pthread_t threads[2];
  (void)mutex;
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  long *all = calloc((unsigned)count, sizeof *all);
  all[ELEMENTS - 1] = 1;
  free(all);
  return 0;
}
