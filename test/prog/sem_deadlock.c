/* Two threads take two semaphores in opposite orders. */
// run: --rounds 2 --unwind 1 => bug
// expect: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t first, second;

static void *
one(void *argument)
{
  sem_wait(&first);
  sem_wait(&second);
  sem_post(&second);
  sem_post(&first);
  return argument;
}

static void *
other(void *argument)
{
  sem_wait(&second);
  sem_wait(&first);
  sem_post(&first);
  sem_post(&second);
  return argument;
}

int
main(void)
{
  pthread_t a, b;

  sem_init(&first, 0, 1);
  sem_init(&second, 0, 1);
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, other, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
