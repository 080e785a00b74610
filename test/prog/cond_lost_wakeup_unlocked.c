/* The flag is set and signalled without the mutex: between the look at the flag and the wait. */
// run: --rounds 2 --unwind 1 => bug
// expect: deadlock
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_create(&thread, NULL, work, NULL);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_join(thread, NULL);
  return 0;
}
