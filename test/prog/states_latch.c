/* A latch: two threads wait until two others have counted it down. The wrong ones count before their work is
 * done. */
// run: --time 600 => safe
// run: --time 600 -- -DWRONG => bug
// expect: done == 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int left = 2;
static atomic_int done;

static void
count_down(void)
{
  pthread_mutex_lock(&mutex);
  if (!--left)
    pthread_cond_broadcast(&open);
  pthread_mutex_unlock(&mutex);
}

static void *
work(void *argument)
{
#ifdef WRONG
  count_down();
  done++;
#else
  done++;
  count_down();
#endif
  return argument;
}

static void *
await(void *argument)
{
  pthread_mutex_lock(&mutex);
  while (left)
    pthread_cond_wait(&open, &mutex);
  pthread_mutex_unlock(&mutex);
  assert(done == 2);
  return argument;
}

int
main(void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i % 2 ? work : await, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
