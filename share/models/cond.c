/* POSIX condition variables: exactly those who wait can be woken.
 *
 * The model lives in the memory of glibc's type: the set of the threads that are asleep, one bit
 * for each thread number, and whether the thing has been destroyed; all 0 is a fresh one. To wait
 * is to release the mutex and fall asleep in one section, and to be woken and take the mutex back
 * in another. A signal takes the bit of an arbitrary sleeper away, and is lost if nobody sleeps.
 *
 * Waking and taking the mutex back need no two sections: a thread that woke up spuriously and has
 * not got the mutex yet may keep its bit until then, since a signal that takes it away could have
 * been what woke it. For a thread that times out or is cancelled that is not so: it must be gone
 * before a signal comes that is lost on it. */
#include "lock.h"

#include <errno.h>
#include <limits.h>

#include "cancel.h"

enum { WORD_BITS = 32, WORDS = 11, INDEX_BITS = 4 };

struct sleepers {
  unsigned asleep[WORDS];
  int state; /* 0, or DESTROYED; anything else was never initialised */
};

_Static_assert(sizeof(struct sleepers) <= sizeof(pthread_cond_t), "the type is too small");

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

/* The words that can have a bit set: constant, and one for up to 32 threads. */
static unsigned
words(void)
{
  unsigned long n = __heddle_most() / WORD_BITS + 1;

  return n < WORDS ? (unsigned)n : WORDS;
}

static struct sleepers *
sleepers_of(pthread_cond_t *condition)
{
  struct sleepers *sleepers = (struct sleepers *)condition;

  __heddle_check(HEDDLE_LOCK, sleepers->state == 0,
                 "the condition variable is not initialised, or has been destroyed");
  return sleepers;
}

/* The word and the bit of this thread. */
static unsigned *
own_word(pthread_cond_t *condition)
{
  unsigned long word = __heddle_self() / WORD_BITS;

  if (word >= WORDS) {
    __heddle_assumed("threads beyond the 352nd do not wait on condition variables");
    __heddle_assume(0);
  }
  return &((struct sleepers *)condition)->asleep[word];
}

static unsigned
own_bit(void)
{
  return 1u << __heddle_self() % WORD_BITS;
}

/* An arbitrary one of those asleep wakes up, if there is any. */
static void
wake_one(struct sleepers *sleepers)
{
  unsigned asleep[WORDS], any = 0, n = words(), chosen;
  unsigned long most = __heddle_most(), at;

  for (unsigned i = 0; i < n; i++)
    any |= asleep[i] = sleepers->asleep[i];
  if (!any)
    return;
  at = n > 1 ? __heddle_nondet(INDEX_BITS) : 0;
  __heddle_assume(at < n);
  chosen = (unsigned)__heddle_nondet(n > 1 ? WORD_BITS : (unsigned)most + 1);
  __heddle_assume(chosen && !(chosen & (chosen - 1)) && !(chosen & ~asleep[at]));
  sleepers->asleep[at] = asleep[at] & ~chosen;
}

/* ---- waiting -------------------------------------------------------------------------------- */

static int
fall_asleep(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
  unsigned *word = own_word(condition);
  int result;

  __heddle_atomic_begin();
  sleepers_of(condition);
  result = __heddle_mutex_release(mutex);
  if (!result)
    *word |= own_bit();
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
  unsigned *word = own_word(condition), asleep;
  bool spurious, cancelled;
  int result = fall_asleep(condition, mutex);

  if (result)
    return result;
  spurious = wakes_for_nothing();
  __heddle_atomic_begin();
  cancelled = __heddle_cancelled();
  asleep = *word & own_bit();
  if (!cancelled)
    __heddle_mutex_take_back(mutex, asleep && !spurious);
  if (asleep && (spurious || cancelled))
    *word &= ~own_bit();
  __heddle_atomic_end();
  if (cancelled)
    take_back(mutex);
  if (cancelled && asleep)
    __heddle_cancellation_point();
  return 0;
}

/* As pthread_cond_wait, but the thread may time out at any moment, and is then no longer among the
 * sleepers that a signal wakes. */
int
pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                       const struct timespec *time)
{
  unsigned *word = own_word(condition), asleep;
  bool spurious, cancelled;
  int result = lock_time_is_valid(time) ? fall_asleep(condition, mutex) : EINVAL;

  if (result)
    return result;
  spurious = wakes_for_nothing();
  __heddle_atomic_begin();
  cancelled = __heddle_cancelled();
  asleep = *word & own_bit();
  if (asleep)
    *word &= ~own_bit();
  __heddle_atomic_end();
  take_back(mutex);
  if (cancelled && asleep)
    __heddle_cancellation_point();
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
  wake_one(sleepers_of(condition));
  __heddle_atomic_end();
  return 0;
}

/* Wakes everybody who waits. */
int
pthread_cond_broadcast(pthread_cond_t *condition)
{
  __heddle_atomic_begin();
  struct sleepers *sleepers = sleepers_of(condition);
  for (unsigned i = 0, n = words(); i < n; i++)
    sleepers->asleep[i] = 0;
  __heddle_atomic_end();
  return 0;
}

/* ---- the life of one ------------------------------------------------------------------------ */

/* A new condition variable that nobody waits on; the attributes change nothing. */
int
pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
  struct sleepers *sleepers = (struct sleepers *)condition;

  if (attributes)
    attributes_get(attributes);
  for (unsigned i = 0; i < WORDS; i++)
    sleepers->asleep[i] = 0;
  sleepers->state = 0;
  return 0;
}

/* Afterwards every use of it is a misuse, and so is destroying it while somebody waits. */
int
pthread_cond_destroy(pthread_cond_t *condition)
{
  unsigned any = 0;

  __heddle_atomic_begin();
  struct sleepers *sleepers = sleepers_of(condition);
  for (unsigned i = 0, n = words(); i < n; i++)
    any |= sleepers->asleep[i];
  __heddle_check(HEDDLE_LOCK, !any, "the condition variable is destroyed while a thread waits");
  sleepers->state = DESTROYED;
  __heddle_atomic_end();
  return 0;
}
