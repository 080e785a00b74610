/* One post for two who wait. */
// run: --rounds 2 --unwind 1 => bug
// run: --rounds 2 --unwind 1 -- -DPOST => bounded
// expect: deadlock
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;

static void *
work(void *argument)
{
  sem_wait(&semaphore);
#ifdef POST
  sem_post(&semaphore);
#endif
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
