/* What semaphores refuse, and errno; sem_getvalue. */
// run: --rounds 2 --unwind 1 => safe
// run: --rounds 2 --unwind 1 -- -DWRONG => bug
// expect: value == 0
// brute: 1
#define _GNU_SOURCE 1
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int
main(void)
{
  struct timespec past = {1, 0}, never = {1, 1000000000};
  sem_t semaphore;
  int value;

  assert(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
  assert(sem_init(&semaphore, 0, SEM_VALUE_MAX - 1) == 0);
  assert(sem_post(&semaphore) == 0);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == SEM_VALUE_MAX);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == SEM_VALUE_MAX);
  assert(sem_destroy(&semaphore) == 0);

  assert(sem_init(&semaphore, 1, 1) == 0);
  assert(sem_timedwait(&semaphore, &past) == 0);
  assert(sem_timedwait(&semaphore, &never) == -1 && errno == EINVAL);
  assert(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
  assert(sem_clockwait(&semaphore, CLOCK_PROCESS_CPUTIME_ID, &past) == -1 && errno == EINVAL);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  assert(sem_post(&semaphore) == 0);
#ifndef WRONG
  assert(sem_wait(&semaphore) == 0);
#endif
  sem_getvalue(&semaphore, &value);
  assert(value == 0);
  return 0;
}
