/* The mutex is destroyed when nobody needs it any more, and made anew. */
// run: --rounds 2 --unwind 1 => safe
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
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
