/* An `if` where a `while` belongs: wrong, since a condition variable may wake up for no reason. Who
 * switches that off gets a proof, and is told what it is about. */
// run: => bug
// run: --no-spurious --rounds 6 => safe
// expect: assertion failed: ready
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *
announce(void *argument)
{
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, announce, NULL);
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&changed, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
