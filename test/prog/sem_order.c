/* Who waits at a semaphore goes on after the post. */
// run: --rounds 3 --unwind 1 => safe
// run: --rounds 3 --unwind 1 -- -DFIRST=1 => bug
// expect: value == 5
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef FIRST
#define FIRST 0
#endif

static sem_t full;
static int value;

static void *
work(void *argument)
{
  value = 5;
  sem_post(&full);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  sem_init(&full, 0, FIRST);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&full);
  assert(value == 5);
  pthread_join(thread, NULL);
  return 0;
}
