/* A wake-up that comes too early is lost; spurious ones need not come. */
// wrong deadlock
// right -DSTATE
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *
work(void *argument)
{
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
#ifdef STATE
  while (!ready)
#endif
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, NULL);
  return 0;
}
