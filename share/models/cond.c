/* POSIX condition variables: only threads that wait can be woken.
 *
 * The memory of glibc's type only records whether the object has been destroyed; a fresh object is
 * all 0. Each thread has a variable of its own that says where it sleeps. A woken thread looks
 * only at this variable, because the condition variable may no longer exist: POSIX allows a
 * program to destroy and free it right after a broadcast. Waiting takes two sections: one releases
 * the mutex and falls asleep, the other wakes up and takes the mutex back. A signal wakes an
 * arbitrary sleeper, and is lost if no thread sleeps.
 *
 * Waking up and taking the mutex back can be one section. A thread that woke up spuriously and has
 * not got the mutex yet may as well stay asleep until then: if a signal wakes it meanwhile, that
 * signal could have woken it in the first place. This does not hold for a thread that times out or
 * is cancelled. It must stop sleeping before a signal comes that would be lost on it.
 *
 * A thread that wakes up spuriously, finds its condition still false and sleeps again has changed
 * nothing for other threads. So loops around a wait need a bound only for wake-ups by signals
 * (src/unfold/rest.c says why). */
#include "lock.h"

#include <errno.h>

#include "cancel.h"
#include "sleepers.h"

struct condition {
  int state; /* 0, or DESTROYED; anything else was never initialised */
};

_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "the type is too small");

/* ---- attributes: the clock and whether it is shared are kept for the getters ---------------- */

enum { CLOCK = 1, SHARED = 2 };

static int
attributes_get(const pthread_condattr_t *attributes)
{
  int all = attributes->__align;

  __heddle_check(HEDDLE_LOCK, all >= 0,
                 "the condition attributes are not initialised, or have been destroyed");
  return all;
}

int
pthread_condattr_init(pthread_condattr_t *attributes)
{
  attributes->__align = 0;
  return 0;
}

int
pthread_condattr_destroy(pthread_condattr_t *attributes)
{
  attributes_get(attributes);
  attributes->__align = DESTROYED;
  return 0;
}

int
pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
  if (!lock_clock_is_valid(clock))
    return EINVAL;
  attributes->__align =
    (attributes_get(attributes) & ~CLOCK) | (clock == CLOCK_MONOTONIC ? CLOCK : 0);
  return 0;
}

int
pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock)
{
  *clock = attributes_get(attributes) & CLOCK ? CLOCK_MONOTONIC : CLOCK_REALTIME;
  return 0;
}

int
pthread_condattr_setpshared(pthread_condattr_t *attributes, int pshared)
{
  if (!lock_pshared_is_valid(pshared))
    return EINVAL;
  attributes->__align =
    (attributes_get(attributes) & ~SHARED) | (pshared == PTHREAD_PROCESS_SHARED ? SHARED : 0);
  return 0;
}

int
pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *pshared)
{
  *pshared = attributes_get(attributes) & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

/* ---- within a section ----------------------------------------------------------------------- */

static void
check_usable(const pthread_cond_t *condition)
{
  __heddle_check(HEDDLE_LOCK, ((const struct condition *)condition)->state == 0,
                 "the condition variable is not initialised, or has been destroyed");
}

static bool
somebody_sleeps(const pthread_cond_t *condition)
{
  unsigned any = 0;

  for (unsigned i = 0, n = words(); i < n; i++)
    any |= sleepers(condition, i);
  return any != 0;
}

/* ---- waiting -------------------------------------------------------------------------------- */

static int
fall_asleep(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
  int result;

  __heddle_atomic_begin();
  __heddle_rest(mutex);
  check_usable(condition);
  result = __heddle_mutex_release(mutex);
  if (!result)
    sleeps_on[__heddle_self()] = condition;
  __heddle_atomic_end();
  return result;
}

static void
take_back(pthread_mutex_t *mutex)
{
  __heddle_atomic_begin();
  __heddle_mutex_take_back(mutex, false);
  __heddle_atomic_end();
}

static bool
wakes_for_nothing(void)
{
  return __heddle_switch(HEDDLE_SPURIOUS) && __heddle_nondet(1);
}

/* Releases the mutex and sleeps until a signal, a broadcast, or nothing at all wakes the thread. */
int
pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
  bool spurious, cancelled, asleep;
  int result = fall_asleep(condition, mutex);

  if (result)
    return result;
  spurious = wakes_for_nothing();
  __heddle_atomic_begin();
  cancelled = __heddle_cancelled();
  asleep = sleeps_on[__heddle_self()] != NULL;
  if (!cancelled)
    __heddle_mutex_take_back(mutex, asleep && !spurious);
  if (asleep && (spurious || cancelled))
    sleeps_on[__heddle_self()] = NULL;
  __heddle_atomic_end();
  if (cancelled)
    take_back(mutex);
  if (cancelled && asleep)
    __heddle_cancellation_point();
  __heddle_woken(asleep && spurious && !cancelled);
  return 0;
}

/* As pthread_cond_wait, but the thread may time out at any moment, and is then no longer among the
 * sleepers that a signal wakes. */
int
pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                       const struct timespec *time)
{
  bool spurious, cancelled, asleep;
  int result = lock_time_is_valid(time) ? fall_asleep(condition, mutex) : EINVAL;

  if (result)
    return result;
  spurious = wakes_for_nothing();
  __heddle_atomic_begin();
  cancelled = __heddle_cancelled();
  asleep = sleeps_on[__heddle_self()] != NULL;
  if (asleep)
    sleeps_on[__heddle_self()] = NULL;
  __heddle_atomic_end();
  take_back(mutex);
  if (cancelled && asleep)
    __heddle_cancellation_point();
  __heddle_woken(asleep && !cancelled);
  return asleep && !spurious ? ETIMEDOUT : 0;
}

/* As pthread_cond_timedwait, by any clock there is. */
int
pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                       const struct timespec *time)
{
  return lock_clock_is_valid(clock) ? pthread_cond_timedwait(condition, mutex, time) : EINVAL;
}

/* ---- waking --------------------------------------------------------------------------------- */

/* Wakes an arbitrary one of those who wait; lost if nobody does. */
int
pthread_cond_signal(pthread_cond_t *condition)
{
  __heddle_atomic_begin();
  check_usable(condition);
  wake_one(condition);
  __heddle_atomic_end();
  return 0;
}

/* Wakes everybody who waits. */
int
pthread_cond_broadcast(pthread_cond_t *condition)
{
  __heddle_atomic_begin();
  check_usable(condition);
  for (unsigned i = 0, n = words(); i < n; i++)
    wake(i, sleepers(condition, i));
  __heddle_atomic_end();
  return 0;
}

/* ---- the life of one ------------------------------------------------------------------------ */

/* A new condition variable that nobody waits on; the attributes change nothing. A misuse while
 * somebody waits on it. */
int
pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
  if (attributes)
    attributes_get(attributes);
  __heddle_atomic_begin();
  __heddle_check(HEDDLE_LOCK, !somebody_sleeps(condition),
                 "the condition variable is initialised while a thread waits");
  __heddle_atomic_end();
  ((struct condition *)condition)->state = 0;
  return 0;
}

/* Afterwards every use of it is a misuse, and so is destroying it while somebody waits. A thread
 * that has been woken waits no longer, also if it has not gone on yet. */
int
pthread_cond_destroy(pthread_cond_t *condition)
{
  __heddle_atomic_begin();
  check_usable(condition);
  __heddle_check(HEDDLE_LOCK, !somebody_sleeps(condition),
                 "the condition variable is destroyed while a thread waits");
  ((struct condition *)condition)->state = DESTROYED;
  __heddle_atomic_end();
  return 0;
}
