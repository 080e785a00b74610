/* POSIX semaphores without a name.
 *
 * The state is stored in the memory of glibc's type: the value, and whether the semaphore has been
 * destroyed. A zeroed one counts from 0. Each operation is one atomic section. Failures are -1 and
 * errno. */
#include "lock.h"

#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "cancel.h"

struct counter {
  unsigned value;
  int state; /* 0, or DESTROYED; anything else was never initialised */
};

_Static_assert(sizeof(struct counter) <= sizeof(sem_t), "the type is too small");

static struct counter *
counter_of(sem_t *semaphore)
{
  struct counter *counter = (struct counter *)semaphore;

  __heddle_check(HEDDLE_LOCK, counter->state == 0,
                 "the semaphore is not initialised, or has been destroyed");
  return counter;
}

static int
fail(int error)
{
  errno = error;
  return -1;
}

/* A new semaphore with that value, up to SEM_VALUE_MAX; for the threads of one process. A misuse
 * while somebody waits for it. */
int
sem_init(sem_t *semaphore, int pshared, unsigned value)
{
  struct counter *counter = (struct counter *)semaphore;

  (void)pshared;
  if (value > SEM_VALUE_MAX)
    return fail(EINVAL);
  __heddle_atomic_begin();
  if (__heddle_is_waited_at(semaphore))
    __heddle_check(HEDDLE_LOCK, counter->value > 0,
                   "the semaphore is initialised while a thread waits");
  __heddle_atomic_end();
  counter->value = value;
  counter->state = 0;
  return 0;
}

/* Afterwards every use of it is a misuse, waiting that began before included. */
int
sem_destroy(sem_t *semaphore)
{
  __heddle_atomic_begin();
  counter_of(semaphore)->state = DESTROYED;
  __heddle_atomic_end();
  return 0;
}

/* Takes one, if there is one or when somebody adds one; a cancelled thread takes none. */
int
sem_wait(sem_t *semaphore)
{
  struct counter *counter;
  bool cancelled;

  __heddle_waits_at(semaphore);
  __heddle_atomic_begin();
  counter = counter_of(semaphore);
  cancelled = __heddle_cancelled();
  if (!cancelled) {
    unsigned value = counter->value;
    __heddle_block(value > 0);
    counter->value = value - 1;
  }
  __heddle_waits_at(NULL);
  __heddle_atomic_end();
  if (cancelled)
    __heddle_cancellation_point();
  return 0;
}

/* Takes one if there is one. */
static bool
take_one(sem_t *semaphore)
{
  struct counter *counter;
  unsigned value;

  __heddle_atomic_begin();
  counter = counter_of(semaphore);
  value = counter->value;
  if (value > 0)
    counter->value = value - 1;
  __heddle_atomic_end();
  return value > 0;
}

/* Takes one if there is one, otherwise EAGAIN. */
int
sem_trywait(sem_t *semaphore)
{
  return take_one(semaphore) ? 0 : fail(EAGAIN);
}

/* May time out whenever there is none to take; the time itself is only looked at for errors. */
int
sem_timedwait(sem_t *semaphore, const struct timespec *time)
{
  if (!lock_time_is_valid(time))
    return fail(EINVAL);
  __heddle_cancellation_point();
  return take_one(semaphore) ? 0 : fail(ETIMEDOUT);
}

/* As sem_timedwait, by any clock there is. */
int
sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time)
{
  return lock_clock_is_valid(clock) ? sem_timedwait(semaphore, time) : fail(EINVAL);
}

/* Adds one, up to SEM_VALUE_MAX. */
int
sem_post(sem_t *semaphore)
{
  struct counter *counter;
  unsigned value;

  __heddle_atomic_begin();
  counter = counter_of(semaphore);
  value = counter->value;
  if (value < SEM_VALUE_MAX)
    counter->value = value + 1;
  __heddle_atomic_end();
  return value < SEM_VALUE_MAX ? 0 : fail(EOVERFLOW);
}

/* Looks at the value, which may be another one at once; never negative, and no barrier. */
int
sem_getvalue(sem_t *semaphore, int *result)
{
  *result = (int)__atomic_load_n(&counter_of(semaphore)->value, __ATOMIC_RELAXED);
  return 0;
}
