/* sem_clockwait may give up whenever there is none to take. */
// run: --rounds 2 --unwind 1 => bounded
// run: --rounds 2 --unwind 1 -- -DCERTAIN => bug
// expect: result == 0
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static int inside;

static void *
work(void *argument)
{
  struct timespec soon = {1, 0};
  int result = sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon);

#ifdef CERTAIN
  assert(result == 0);
#endif
  if (result) {
    assert(result == -1 && errno == ETIMEDOUT);
    return argument;
  }
  inside++;
  assert(inside == 1);
  inside--;
  sem_post(&semaphore);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  sem_init(&semaphore, 0, 1);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
