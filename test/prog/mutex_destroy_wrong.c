/* The mutex is destroyed while the thread may hold it or may yet want it. */
// run: --rounds 2 --unwind 1 => bug
// expect: misuse of the thread library: the mutex is
#include <pthread.h>

static pthread_mutex_t mutex;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  pthread_mutex_init(&mutex, NULL);
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  pthread_join(thread, NULL);
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
