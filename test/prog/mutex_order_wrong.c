/* Two mutexes, locked in opposite orders: each thread can have one and wait for the other. */
// run: --rounds 2 --unwind 1 => bug
// expect: deadlock
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *
one(void *argument)
{
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return argument;
}

static void *
other(void *argument)
{
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
