/* Waiting unlocks a recursive mutex once: locked twice it stays locked, and nobody can signal. */
// run: --rounds 3 --unwind 1 --no-spurious => bug
// expect: deadlock
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&condition, &mutex);
  assert(ready);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
