/* A semaphore as a mutex that begins with two instead of one. */
// run: --rounds 2 --unwind 1 => bug
// expect: inside == 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int inside;

static void *
work(void *argument)
{
  assert(sem_wait(&semaphore) == 0);
  inside++;
  assert(inside == 1);
  inside--;
  assert(sem_post(&semaphore) == 0);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  sem_init(&semaphore, 0, 2);
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sem_destroy(&semaphore) == 0);
  return 0;
}
