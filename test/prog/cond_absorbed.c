/* One condition variable for two kinds of waiters: a signal may wake one whose condition is false,
 * and is lost for the others. With a broadcast it is not. */
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 --no-spurious => bug
// run: --rounds 2 --unwind 2 -- -DWAKE=pthread_cond_broadcast => bounded
// expect: deadlock
// brute: 1
#include <pthread.h>

#ifndef WAKE
#define WAKE pthread_cond_signal
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int full;

static void *
change(void *argument)
{
  int wanted = argument != NULL;

  pthread_mutex_lock(&mutex);
  while (full != wanted)
    pthread_cond_wait(&condition, &mutex);
  full = !wanted;
  WAKE(&condition);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int
main(void)
{
  pthread_t threads[4];

  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, change, i < 2 ? &full : NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
