/* pthread_cond_clockwait returns with the mutex locked, whether it timed out or not. */
// run: --rounds 3 --unwind 1 => bounded
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready, inside;

static void *
work(void *argument)
{
  struct timespec soon = {1, 0};
  int result = 0;

  pthread_mutex_lock(&mutex);
  if (!ready)
    result = pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon);
  inside++;
  assert(inside == 1);
  inside--;
  assert(result == 0 || result == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  inside++;
  ready = 1;
  pthread_cond_signal(&condition);
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
