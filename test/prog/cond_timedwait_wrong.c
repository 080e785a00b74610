/* pthread_cond_timedwait may time out just before what it waits for happens, and then find it done. */
// run: --rounds 3 --unwind 1 => bug
// run: --rounds 3 --unwind 1 --no-spurious => bug
// expect: result != ETIMEDOUT || !ready
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
    result = pthread_cond_timedwait(&condition, &mutex, &soon);
  inside++;
  assert(inside == 1);
  inside--;
  assert(result != ETIMEDOUT || !ready);
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
