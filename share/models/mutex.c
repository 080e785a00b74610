/* POSIX mutexes of the kinds NORMAL (also DEFAULT and ADAPTIVE_NP), RECURSIVE and ERRORCHECK.
 *
 * The model lives in the fields of glibc's own type, so that static initialisers and memset work:
 *   __lock    0 or the pthread_t of the owner
 *   __count   how often a recursive mutex has been locked again by its owner
 *   __nusers  the attributes it was made with
 *   __kind    PTHREAD_MUTEX_NORMAL, _RECURSIVE, _ERRORCHECK or _ADAPTIVE_NP, with ROBUST or without, or
 *             DESTROYED; anything else was never initialised
 * Each operation is one atomic section. What POSIX leaves undefined is reported, and then goes on
 * as it does in practice: a thread that locks its NORMAL mutex again waits for ever, and unlocking
 * a mutex that somebody else holds opens it. */
#include "lock.h"

#include <errno.h>

/* ---- attributes: packed into the one word that there is, or DESTROYED ----------------------- */

enum {
  KIND = 3,
  ROBUST = 1 << 2,
  SHARED = 1 << 3,
  PROTOCOL_AT = 4, /* two bits */
  CEILING_AT = 8,  /* the priority ceiling, eight bits */
  LEAST_PRIORITY = 1,
  MOST_PRIORITY = 99, /* of SCHED_FIFO */
};

static int
attributes_get(const pthread_mutexattr_t *attributes)
{
  int all = attributes->__align;

  __heddle_check(HEDDLE_LOCK, all >= 0,
                 "the mutex attributes are not initialised, or have been destroyed");
  return all;
}

static void
attributes_set(pthread_mutexattr_t *attributes, int mask, int bits)
{
  attributes->__align = (attributes_get(attributes) & ~mask) | bits;
}

/* A NORMAL mutex that is private, not robust and without a protocol. */
int
pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
  attributes->__align = PTHREAD_MUTEX_DEFAULT;
  return 0;
}

/* Afterwards every use of the attributes is a misuse, until they are initialised again. */
int
pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
  attributes_get(attributes);
  attributes->__align = DESTROYED;
  return 0;
}

/* NORMAL, RECURSIVE, ERRORCHECK or ADAPTIVE_NP, which is like NORMAL; otherwise EINVAL. */
int
pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
  if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
    return EINVAL;
  attributes_set(attributes, KIND, kind);
  return 0;
}

/* What was set last. */
int
pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind)
{
  *kind = attributes_get(attributes) & KIND;
  return 0;
}

/* Kept for the getter: there is one process. */
int
pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int pshared)
{
  if (!lock_pshared_is_valid(pshared))
    return EINVAL;
  attributes_set(attributes, SHARED, pshared == PTHREAD_PROCESS_SHARED ? SHARED : 0);
  return 0;
}

/* What was set last. */
int
pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *pshared)
{
  *pshared = attributes_get(attributes) & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

/* Accepted, with a note in the report: a robust mutex behaves like any other, but to wait for it is no
 * deadlock. */
int
pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust)
{
  if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
    return EINVAL;
  if (robust == PTHREAD_MUTEX_ROBUST)
    __heddle_assumed("a robust mutex stays locked if its owner ends");
  attributes_set(attributes, ROBUST, robust == PTHREAD_MUTEX_ROBUST ? ROBUST : 0);
  return 0;
}

/* What was set last. */
int
pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust)
{
  *robust = attributes_get(attributes) & ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
  return 0;
}

/* Kept for the getter: there are no priorities, any thread may run at any time. */
int
pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
    return EINVAL;
  attributes_set(attributes, 3 << PROTOCOL_AT, protocol << PROTOCOL_AT);
  return 0;
}

/* What was set last. */
int
pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol)
{
  *protocol = attributes_get(attributes) >> PROTOCOL_AT & 3;
  return 0;
}

static bool
is_priority(int priority)
{
  return priority >= LEAST_PRIORITY && priority <= MOST_PRIORITY;
}

static int
ceiling_of(int attributes)
{
  int ceiling = attributes >> CEILING_AT & 0xff;

  return ceiling ? ceiling : LEAST_PRIORITY;
}

/* Kept for the getter, and for the ceiling of the mutex: 1 to 99. */
int
pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling)
{
  if (!is_priority(ceiling))
    return EINVAL;
  attributes_set(attributes, 0xff << CEILING_AT, ceiling << CEILING_AT);
  return 0;
}

/* What was set last, at first 1. */
int
pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling)
{
  *ceiling = ceiling_of(attributes_get(attributes));
  return 0;
}

/* ---- within a section ----------------------------------------------------------------------- */

/* The kind of a mutex that can be used, with ROBUST or without. */
static int
kind_of(const pthread_mutex_t *mutex)
{
  int kind = mutex->__data.__kind;

  __heddle_check(HEDDLE_LOCK, (unsigned)kind <= (KIND | ROBUST),
                 "the mutex is not initialised, or has been destroyed");
  return kind;
}

/* Waits until nobody owns it. Nobody is said to wait for ever for a robust mutex: if its owner has
 * ended, the lock is to be had, which is not modelled. */
static void
wait_for(int kind, bool also, int owner)
{
  if (kind & ROBUST)
    __heddle_assume(also && owner == 0);
  else
    __heddle_block_on(also && owner == 0, also ? (unsigned)owner : 0);
}

/* Does a mutex of this kind tell its owner what goes wrong? */
static bool
minds_owner(int kind)
{
  return (kind & KIND) == PTHREAD_MUTEX_RECURSIVE || (kind & KIND) == PTHREAD_MUTEX_ERRORCHECK;
}

static bool
is_recursive(int kind)
{
  return (kind & KIND) == PTHREAD_MUTEX_RECURSIVE;
}

/* The owner of a mutex that minds asks for it once more. */
static int
lock_again(pthread_mutex_t *mutex, int kind, int otherwise)
{
  if (!is_recursive(kind))
    return otherwise;
  mutex->__data.__count++;
  return 0;
}

/* Takes the mutex if it is there; otherwise the two errors. */
static int
lock_now(pthread_mutex_t *mutex, int if_own, int if_locked)
{
  int kind = kind_of(mutex), owner = mutex->__data.__lock, self = (int)pthread_self();

  if (minds_owner(kind) && owner == self)
    return lock_again(mutex, kind, if_own);
  if (owner) {
    __heddle_refused(mutex);
    return if_locked;
  }
  mutex->__data.__lock = self;
  return 0;
}

int
__heddle_mutex_release(pthread_mutex_t *mutex)
{
  int kind = kind_of(mutex), owner = mutex->__data.__lock, self = (int)pthread_self();

  if (!minds_owner(kind))
    __heddle_check(HEDDLE_LOCK, owner == self, "the thread does not hold the mutex");
  else if (owner != self)
    return EPERM;
  if (is_recursive(kind) && mutex->__data.__count > 0)
    mutex->__data.__count--;
  else
    mutex->__data.__lock = 0;
  return 0;
}

void
__heddle_mutex_take_back(pthread_mutex_t *mutex, bool held_back)
{
  int kind = kind_of(mutex), owner = mutex->__data.__lock, self = (int)pthread_self();

  if (is_recursive(kind) && owner == self) {
    __heddle_block(!held_back);
    mutex->__data.__count++;
  } else {
    wait_for(kind, !held_back, owner);
    mutex->__data.__lock = self;
  }
}

/* ---- operations ----------------------------------------------------------------------------- */

/* A new mutex that nobody owns, of the kind that the attributes say. A misuse while it is
 * locked. */
int
pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
  int all = attributes ? attributes_get(attributes) : PTHREAD_MUTEX_DEFAULT;

  lock_initialise(&mutex->__data.__lock, "the mutex is initialised while it is locked");
  mutex->__data.__lock = 0;
  mutex->__data.__count = 0;
  mutex->__data.__nusers = (unsigned)all;
  mutex->__data.__kind = all & (KIND | ROBUST);
  return 0;
}

/* Afterwards every use of it is a misuse, and so is destroying it while it is locked. */
int
pthread_mutex_destroy(pthread_mutex_t *mutex)
{
  int result = 0;

  __heddle_atomic_begin();
  kind_of(mutex);
  if (mutex->__data.__lock) {
    __heddle_check(HEDDLE_LOCK, 0, "the mutex is destroyed while it is locked");
    __heddle_refused(mutex);
    result = EBUSY;
  } else {
    mutex->__data.__kind = DESTROYED;
  }
  __heddle_atomic_end();
  return result;
}

/* Waits until nobody owns it; for the owner it depends on the kind, and is a misuse if NORMAL. */
int
pthread_mutex_lock(pthread_mutex_t *mutex)
{
  int self = (int)pthread_self(), kind, owner, result = 0;

  __heddle_atomic_begin();
  kind = kind_of(mutex);
  owner = mutex->__data.__lock;
  if (minds_owner(kind) && owner == self) {
    result = lock_again(mutex, kind, EDEADLK);
  } else {
    __heddle_check(HEDDLE_LOCK, owner != self, "the thread holds the mutex already");
    wait_for(kind, true, owner);
    mutex->__data.__lock = self;
  }
  __heddle_atomic_end();
  return result;
}

/* As pthread_mutex_lock where that does not wait, otherwise EBUSY, also for the owner. */
int
pthread_mutex_trylock(pthread_mutex_t *mutex)
{
  int result;

  __heddle_atomic_begin();
  result = lock_now(mutex, EBUSY, EBUSY);
  __heddle_atomic_end();
  return result;
}

/* May time out whenever somebody else owns it; the time itself is only looked at for errors. */
int
pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time)
{
  int late = lock_time_is_valid(time) ? ETIMEDOUT : EINVAL, result;

  __heddle_atomic_begin();
  result = lock_now(mutex, EDEADLK, late);
  __heddle_atomic_end();
  return result;
}

/* As pthread_mutex_timedlock, by any clock there is. */
int
pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time)
{
  return lock_clock_is_valid(clock) ? pthread_mutex_timedlock(mutex, time) : EINVAL;
}

/* The owner gives it up; a misuse by anybody else if the mutex is NORMAL. */
int
pthread_mutex_unlock(pthread_mutex_t *mutex)
{
  int result;

  __heddle_atomic_begin();
  result = __heddle_mutex_release(mutex);
  __heddle_atomic_end();
  return result;
}

/* No mutex ever becomes inconsistent, since robust ones stay locked. */
int
pthread_mutex_consistent(pthread_mutex_t *mutex)
{
  (void)mutex;
  return EINVAL;
}

/* ---- the priority ceiling, which only a mutex of protocol PTHREAD_PRIO_PROTECT has ---------- */

static bool
has_ceiling(const pthread_mutex_t *mutex)
{
  return (mutex->__data.__nusers >> PROTOCOL_AT & 3) == PTHREAD_PRIO_PROTECT;
}

/* What was set last; EINVAL for any other mutex. */
int
pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling)
{
  if (!has_ceiling(mutex))
    return EINVAL;
  *ceiling = ceiling_of((int)mutex->__data.__nusers);
  return 0;
}

/* Locks the mutex, sets a ceiling that orders nothing, and unlocks; EINVAL for any other mutex. */
int
pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old)
{
  int result;

  if (!has_ceiling(mutex) || !is_priority(ceiling))
    return EINVAL;
  result = pthread_mutex_lock(mutex);
  if (result)
    return result;
  *old = ceiling_of((int)mutex->__data.__nusers);
  mutex->__data.__nusers &= ~(0xffu << CEILING_AT);
  mutex->__data.__nusers |= (unsigned)ceiling << CEILING_AT;
  return pthread_mutex_unlock(mutex);
}
