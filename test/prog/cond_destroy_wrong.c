/* The condition variable is destroyed while a thread waits. */
// run: --rounds 2 --unwind 1 --no-spurious --property lock => bug
// expect: the condition variable is destroyed while a thread waits
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;
static int waits, ready;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  if (!ready) {
    waits = 1;
    pthread_cond_wait(&condition, &mutex);
  }
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_cond_init(&condition, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  ready = 1;
  if (waits)
    pthread_cond_destroy(&condition);
  pthread_mutex_unlock(&mutex);
  return 0;
}
