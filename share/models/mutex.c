/* POSIX mutexes of the kinds NORMAL, RECURSIVE and ERRORCHECK.
 *
 * The model lives in the fields of glibc's own type, so that static initialisers and memset work:
 *   __lock   0 or the pthread_t of the owner
 *   __count  how often a recursive mutex has been locked again by its owner
 *   __kind   PTHREAD_MUTEX_NORMAL (also DEFAULT), _RECURSIVE or _ERRORCHECK
 * Each operation is one atomic section. Locking a NORMAL mutex twice waits for ever; unlocking
 * one that somebody else holds opens it, as it does in practice. */
#include "heddle.h"

#include <errno.h>
#include <pthread.h>

int
pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
  mutex->__data.__lock = 0;
  mutex->__data.__count = 0;
  mutex->__data.__kind = attributes ? attributes->__align : PTHREAD_MUTEX_NORMAL;
  return 0;
}

int
pthread_mutex_destroy(pthread_mutex_t *mutex)
{
  return mutex->__data.__lock == 0 ? 0 : EBUSY;
}

/* Within a section: the owner of a mutex that is not NORMAL asks for it once more. */
static int
lock_again(pthread_mutex_t *mutex, int otherwise)
{
  if (mutex->__data.__kind != PTHREAD_MUTEX_RECURSIVE)
    return otherwise;
  mutex->__data.__count++;
  return 0;
}

int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
  int self = (int)pthread_self();
  int result = 0;

  __heddle_atomic_begin();
  if (mutex->__data.__kind != PTHREAD_MUTEX_NORMAL && mutex->__data.__lock == self) {
    result = lock_again(mutex, EDEADLK);
  } else {
    __heddle_block(mutex->__data.__lock == 0);
    mutex->__data.__lock = self;
  }
  __heddle_atomic_end();
  return result;
}

int
pthread_mutex_trylock(pthread_mutex_t *mutex)
{
  int self = (int)pthread_self();
  int result = 0;

  __heddle_atomic_begin();
  if (mutex->__data.__lock == 0)
    mutex->__data.__lock = self;
  else if (mutex->__data.__kind != PTHREAD_MUTEX_NORMAL && mutex->__data.__lock == self)
    result = lock_again(mutex, EBUSY);
  else
    result = EBUSY;
  __heddle_atomic_end();
  return result;
}

int
pthread_mutex_unlock(pthread_mutex_t *mutex)
{
  int self = (int)pthread_self();
  int result = 0;

  __heddle_atomic_begin();
  if (mutex->__data.__kind == PTHREAD_MUTEX_NORMAL)
    mutex->__data.__lock = 0;
  else if (mutex->__data.__lock != self)
    result = EPERM;
  else if (mutex->__data.__count > 0)
    mutex->__data.__count--;
  else
    mutex->__data.__lock = 0;
  __heddle_atomic_end();
  return result;
}

/* ---- attributes: the kind is kept in the word that glibc keeps it in ------------------------ */

int
pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
  attributes->__align = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

int
pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
  (void)attributes;
  return 0;
}

int
pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
  if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ERRORCHECK)
    return EINVAL;
  attributes->__align = kind;
  return 0;
}

int
pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind)
{
  *kind = attributes->__align;
  return 0;
}
