/* The semaphore is destroyed while the thread may still wait for it or post it. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DJOIN => bounded
// expect: the semaphore is not initialised, or has been destroyed
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *
work(void *argument)
{
  sem_wait(&semaphore);
  sem_post(&semaphore);
  return argument;
}

int
main(void)
{
  pthread_t thread;

  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_post(&semaphore);
#ifdef JOIN
  pthread_join(thread, NULL);
#endif
  sem_destroy(&semaphore);
  return 0;
}
