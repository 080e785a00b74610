/* A bounded buffer with condition variables, two threads that fill it and two that empty it: a wake-up may
 * come for nothing, and another one may have been faster. The wrong one does not look again. */
// run: --time 600 => safe
// run: --time 600 --property all => safe
// run: --time 600 -- -DWRONG => bug
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int n;

#ifdef WRONG
#define UNTIL if
#else
#define UNTIL while
#endif

static void *
fill(void *argument)
{
  pthread_mutex_lock(&mutex);
  UNTIL (n == 1)
    pthread_cond_wait(&changed, &mutex);
  n++;
  assert(n == 1);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *
empty(void *argument)
{
  pthread_mutex_lock(&mutex);
  UNTIL (n == 0)
    pthread_cond_wait(&changed, &mutex);
  n--;
  assert(n == 0);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i % 2 ? empty : fill, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
