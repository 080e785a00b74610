/* A signal wakes one thread, unless another one wakes up for no reason. */
// run: --rounds 3 --unwind 1 --no-spurious --property assert => bounded
// run: --rounds 3 --unwind 1 --property assert => bug
// expect: awake < 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting, awake;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cond_wait(&condition, &mutex);
  awake++;
  assert(awake < 2);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  if (waiting == 2)
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return 0;
}
