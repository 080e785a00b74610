/* More threads than bits of a word: the last one waits and is woken. */
// run: --rounds 2 --unwind 1 --no-spurious --property assert,memory,lock => bug
// expect: ready == 2
// brute: no
#include <assert.h>
#include <pthread.h>

enum { IDLERS = 33 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *
idle(void *argument)
{
  return argument;
}

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_wait(&condition, &mutex);
  assert(ready == 2);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  for (int i = 0; i < IDLERS; i++)
    pthread_create(&thread, NULL, idle, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  if (ready) {
    ready = 3;
    pthread_cond_signal(&condition);
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
