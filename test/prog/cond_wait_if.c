/* Without a loop around it a wait may end for no reason. If that is ruled out the program is right. */
// run: --rounds 3 --unwind 2 => bug
// run: --rounds 3 --unwind 2 --no-spurious => bounded
// expect: assertion failed: ready
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&condition, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
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
