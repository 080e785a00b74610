/* Semaphores that nobody initialised, or that are used after their end. */
// run: --rounds 2 --unwind 1 -- -DUNINITIALISED => bug
// run: --rounds 2 --unwind 1 -- -DDESTROYED => bug
// run: --rounds 2 --unwind 1 -- -DZERO => safe
// run: --rounds 2 --unwind 1 => safe
// expect: the semaphore is not initialised, or has been destroyed
// brute: 1
#include <semaphore.h>
#include <string.h>

int
main(void)
{
  sem_t semaphore;

#ifdef ZERO
  memset(&semaphore, 0, sizeof semaphore);
#elif !defined UNINITIALISED
  sem_init(&semaphore, 0, 0);
#endif
  sem_post(&semaphore);
  sem_destroy(&semaphore);
#ifdef DESTROYED
  sem_wait(&semaphore);
#endif
  return 0;
}
