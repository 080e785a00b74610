/* A thread-local variable goes with its thread, however that ends. */
// run: --rounds 2 => bug
// run: --rounds 2 -- -DEXIT => bug
// run: --rounds 3 -- -DWAIT => bounded
// run: --rounds 2 -- -DMAIN => safe
// expect: use of a thread-local variable after its thread ended
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int own = 1;
static int *shared;
static sem_t given, taken;

static void *
work(void *argument)
{
  own = 2;
#ifdef MAIN
  assert(*(int *)argument == 1);
#endif
  shared = &own;
  sem_post(&given);
#ifdef WAIT
  sem_wait(&taken);
#endif
#ifdef EXIT
  pthread_exit(NULL);
#endif
  return argument;
}

int
main(void)
{
  pthread_t thread;

  sem_init(&given, 0, 0);
  sem_init(&taken, 0, 0);
  pthread_create(&thread, NULL, work, &own);
  sem_wait(&given);
#ifndef MAIN
  assert(*shared == 2);
#endif
  sem_post(&taken);
  pthread_join(thread, NULL);
  return 0;
}
