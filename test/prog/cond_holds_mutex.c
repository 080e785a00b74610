/* Who waits lets others have the mutex, and has it again afterwards. */
// run: --rounds 3 --unwind 1 => bounded
// run: --rounds 3 --unwind 1 -- -DNEVER => bug
// expect: ready != 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static int inside;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  if (!ready)
    pthread_cond_wait(&condition, &mutex);
  inside++;
  assert(inside == 1);
#ifdef NEVER
  assert(ready != 2);
#endif
  inside--;
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
  ready = 2;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
