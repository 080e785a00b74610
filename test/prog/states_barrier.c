/* A barrier that can be used again, of a mutex and a condition variable: the last one of each round begins
 * the next one. The wrong one waits for the number of those who are there, which the fastest changes. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>

enum { THREADS = 2 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int here, turn, steps[THREADS];

static void
meet(void)
{
  pthread_mutex_lock(&mutex);
  int mine = turn;
  here++;
  if (here == THREADS) {
    turn++;
    here = 0;
    pthread_cond_broadcast(&all_here);
  } else {
#ifdef WRONG
    while (here != 0)
#else
    while (turn == mine)
#endif
      pthread_cond_wait(&all_here, &mutex);
  }
  (void)mine;
  pthread_mutex_unlock(&mutex);
}

static void *
work(void *argument)
{
  int *own = argument;
  for (int i = 0; i < 2; i++) {
    *own = i + 1;
    meet();
    assert(steps[0] > i && steps[1] > i);
    meet();
  }
  return NULL;
}

int
main(void)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, &steps[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
