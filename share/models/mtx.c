/* C11 mutexes and condition variables: those of POSIX, in the same memory, with other names for
 * the results. */
#include "lock.h"

#include <errno.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "not the same memory");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "not the same memory");

static pthread_mutex_t *
mutex_of(mtx_t *mutex)
{
  return (pthread_mutex_t *)mutex;
}

static pthread_cond_t *
condition_of(cnd_t *condition)
{
  return (pthread_cond_t *)condition;
}

static int
result_of(int error)
{
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  default:
    return thrd_error;
  }
}

/* ---- mutexes: as those of POSIX ------------------------------------------------------------- */

/* A NORMAL or a RECURSIVE mutex; any of them can be locked with a time limit. */
int
mtx_init(mtx_t *mutex, int type)
{
  pthread_mutexattr_t attributes;

  __heddle_check(HEDDLE_LOCK, !(type & ~(mtx_plain | mtx_timed | mtx_recursive)),
                 "mtx_init knows no such type of mutex");
  pthread_mutexattr_init(&attributes);
  if (type & mtx_recursive)
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return result_of(pthread_mutex_init(mutex_of(mutex), &attributes));
}

void
mtx_destroy(mtx_t *mutex)
{
  pthread_mutex_destroy(mutex_of(mutex));
}

int
mtx_lock(mtx_t *mutex)
{
  return result_of(pthread_mutex_lock(mutex_of(mutex)));
}

int
mtx_trylock(mtx_t *mutex)
{
  return result_of(pthread_mutex_trylock(mutex_of(mutex)));
}

int
mtx_timedlock(mtx_t *mutex, const struct timespec *time)
{
  return result_of(pthread_mutex_timedlock(mutex_of(mutex), time));
}

int
mtx_unlock(mtx_t *mutex)
{
  return result_of(pthread_mutex_unlock(mutex_of(mutex)));
}

/* ---- condition variables: as those of POSIX ------------------------------------------------- */

int
cnd_init(cnd_t *condition)
{
  return result_of(pthread_cond_init(condition_of(condition), NULL));
}

void
cnd_destroy(cnd_t *condition)
{
  pthread_cond_destroy(condition_of(condition));
}

int
cnd_wait(cnd_t *condition, mtx_t *mutex)
{
  return result_of(pthread_cond_wait(condition_of(condition), mutex_of(mutex)));
}

int
cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *time)
{
  return result_of(pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), time));
}

int
cnd_signal(cnd_t *condition)
{
  return result_of(pthread_cond_signal(condition_of(condition)));
}

int
cnd_broadcast(cnd_t *condition)
{
  return result_of(pthread_cond_broadcast(condition_of(condition)));
}
