/* Main lets a thread go on and returns: the thread may be faster. */
// wrong assertion
// right -DNEVER
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t go;

static void *
work(void *argument)
{
  sem_wait(&go);
  assert(argument != NULL);
  return argument;
}

int
main(void)
{
  pthread_t a;
  sem_init(&go, 0, 0);
  pthread_create(&a, NULL, work, NULL);
#ifndef NEVER
  sem_post(&go);
#endif
  return 0;
}
