/* The producer forgets the lock, and its signal comes before the consumer sleeps. Nobody else takes the lock of the
 * consumer, and the trace shows it all the same. */
// args: --rounds 2 --unwind 1
// verdict: bug
// expect: locks lock
// expect: releases its mutex and waits
// expect: signals changed, where nobody waits
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *
produce(void *argument)
{
  __atomic_store_n(&full, 1, __ATOMIC_SEQ_CST);
  pthread_cond_signal(&changed);
  return argument;
}

static void *
consume(void *argument)
{
  pthread_mutex_lock(&lock);
  while (!__atomic_load_n(&full, __ATOMIC_SEQ_CST))
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int
main(void)
{
  pthread_t consumer, producer;

  pthread_create(&consumer, NULL, consume, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  pthread_join(consumer, NULL);
  pthread_join(producer, NULL);
  return 0;
}
