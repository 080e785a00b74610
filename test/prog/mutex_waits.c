/* Locking a mutex waits until it is free; the second thread passes it in the next round. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 => bug
// labels: 3 3 2
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int stage;

static void *
first(void *argument)
{
  pthread_mutex_lock(&mutex);
  stage = 1;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  assert(stage != 2);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void *
second(void *argument)
{
  pthread_mutex_lock(&mutex);
  if (stage == 1)
    stage = 2;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
