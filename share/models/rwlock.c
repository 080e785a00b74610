/* POSIX read-write locks.
 *
 * The model lives in the fields of glibc's own type, so that static initialisers and memset work:
 *   __readers     how many read locks there are
 *   __cur_writer  0 or the pthread_t of the writer
 *   __flags       whom it prefers (PTHREAD_RWLOCK_PREFER_..._NP), or DESTROYED_FLAGS; anything
 *                 else was never initialised
 * Each operation is one atomic section. Readers do not wait for writers that wait, so a thread may
 * lock for reading again. */
#include "lock.h"

#include <errno.h>

enum { DESTROYED_FLAGS = 0xff };

/* ---- attributes: kind and sharing are kept for the getters, in one word --------------------- */

enum { KIND = 3, SHARED = 4 };

static long
attributes_get(const pthread_rwlockattr_t *attributes)
{
  long all = attributes->__align;

  __heddle_check(HEDDLE_LOCK, all >= 0,
                 "the read-write lock attributes are not initialised, or have been destroyed");
  return all;
}

int
pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
  attributes->__align = PTHREAD_RWLOCK_DEFAULT_NP;
  return 0;
}

int
pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
  attributes_get(attributes);
  attributes->__align = DESTROYED;
  return 0;
}

int
pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int pshared)
{
  if (!lock_pshared_is_valid(pshared))
    return EINVAL;
  attributes->__align =
    (attributes_get(attributes) & ~SHARED) | (pshared == PTHREAD_PROCESS_SHARED ? SHARED : 0);
  return 0;
}

int
pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *pshared)
{
  *pshared = attributes_get(attributes) & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

/* Kept for the getter; the one kind that makes readers wait for writers that wait adds a note to
 * the report, for here they do not. */
int
pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind)
{
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    return EINVAL;
  if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    __heddle_assumed("read-write locks prefer readers, whatever their attributes say");
  attributes->__align = (attributes_get(attributes) & ~KIND) | kind;
  return 0;
}

int
pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind)
{
  *kind = (int)(attributes_get(attributes) & KIND);
  return 0;
}

/* ---- within a section ----------------------------------------------------------------------- */

/* The writer of a lock that can be used. */
static int
writer_of(const pthread_rwlock_t *lock)
{
  unsigned flags = lock->__data.__flags;

  __heddle_check(HEDDLE_LOCK, flags <= PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
                 "the read-write lock is not initialised, or has been destroyed");
  return lock->__data.__cur_writer;
}

/* Locks if it can be done at once; otherwise the error. */
static int
read_now(pthread_rwlock_t *lock, int if_own, int if_locked)
{
  int writer = writer_of(lock);

  if (writer == (int)pthread_self())
    return if_own;
  if (writer) {
    __heddle_refused(lock);
    return if_locked;
  }
  lock->__data.__readers++;
  return 0;
}

static int
write_now(pthread_rwlock_t *lock, int if_own, int if_locked)
{
  int writer = writer_of(lock), self = (int)pthread_self();

  if (writer == self)
    return if_own;
  if (writer || lock->__data.__readers) {
    __heddle_refused(lock);
    return if_locked;
  }
  lock->__data.__cur_writer = self;
  return 0;
}

/* ---- operations ----------------------------------------------------------------------------- */

/* A new lock that nobody holds; the attributes change nothing. A misuse while it is locked. */
int
pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
  static const char in_use[] = "the read-write lock is initialised while it is locked";
  long all = attributes ? attributes_get(attributes) : PTHREAD_RWLOCK_DEFAULT_NP;

  lock_initialise((const int *)&lock->__data.__readers, in_use);
  lock_initialise(&lock->__data.__cur_writer, in_use);
  lock->__data.__readers = 0;
  lock->__data.__cur_writer = 0;
  lock->__data.__flags = all & KIND;
  return 0;
}

/* Afterwards every use of it is a misuse, and so is destroying it while it is locked. */
int
pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
  int writer;

  __heddle_atomic_begin();
  writer = writer_of(lock);
  __heddle_check(HEDDLE_LOCK, writer == 0 && lock->__data.__readers == 0,
                 "the read-write lock is destroyed while it is locked");
  lock->__data.__flags = DESTROYED_FLAGS;
  __heddle_atomic_end();
  return 0;
}

/* Waits until there is no writer; EDEADLK for the writer itself. */
int
pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
  int self = (int)pthread_self(), writer;

  __heddle_atomic_begin();
  writer = writer_of(lock);
  if (writer != self) {
    __heddle_block_on(writer == 0, (unsigned)writer);
    lock->__data.__readers++;
  }
  __heddle_atomic_end();
  return writer == self ? EDEADLK : 0;
}

/* As pthread_rwlock_rdlock where that does not wait, otherwise EBUSY, also for the writer. */
int
pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
  int result;

  __heddle_atomic_begin();
  result = read_now(lock, EBUSY, EBUSY);
  __heddle_atomic_end();
  return result;
}

/* May time out whenever there is a writer; the time itself is only looked at for errors. */
int
pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time)
{
  int late = lock_time_is_valid(time) ? ETIMEDOUT : EINVAL, result;

  __heddle_atomic_begin();
  result = read_now(lock, EDEADLK, late);
  __heddle_atomic_end();
  return result;
}

/* As pthread_rwlock_timedrdlock, by any clock there is. */
int
pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time)
{
  return lock_clock_is_valid(clock) ? pthread_rwlock_timedrdlock(lock, time) : EINVAL;
}

/* Waits until there is neither a writer nor a reader; EDEADLK for the writer itself. */
int
pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
  int self = (int)pthread_self(), writer;

  __heddle_atomic_begin();
  writer = writer_of(lock);
  if (writer != self) {
    __heddle_block_on(writer == 0 && lock->__data.__readers == 0, (unsigned)writer);
    lock->__data.__cur_writer = self;
  }
  __heddle_atomic_end();
  return writer == self ? EDEADLK : 0;
}

/* As pthread_rwlock_wrlock where that does not wait, otherwise EBUSY, also for the writer. */
int
pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
  int result;

  __heddle_atomic_begin();
  result = write_now(lock, EBUSY, EBUSY);
  __heddle_atomic_end();
  return result;
}

/* May time out whenever there is a writer or a reader; the time itself is only looked at for
 * errors. */
int
pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time)
{
  int late = lock_time_is_valid(time) ? ETIMEDOUT : EINVAL, result;

  __heddle_atomic_begin();
  result = write_now(lock, EDEADLK, late);
  __heddle_atomic_end();
  return result;
}

/* As pthread_rwlock_timedwrlock, by any clock there is. */
int
pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time)
{
  return lock_clock_is_valid(clock) ? pthread_rwlock_timedwrlock(lock, time) : EINVAL;
}

/* The writer, or one of the readers, gives it up. A misuse if there is neither, or if the writer is
 * somebody else; who the readers are is not known. */
int
pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
  int writer, self = (int)pthread_self();

  __heddle_atomic_begin();
  writer = writer_of(lock);
  if (writer) {
    __heddle_check(HEDDLE_LOCK, writer == self, "the thread does not hold the read-write lock");
    lock->__data.__cur_writer = 0;
  } else {
    unsigned readers = lock->__data.__readers;
    __heddle_check(HEDDLE_LOCK, readers > 0, "the thread does not hold the read-write lock");
    lock->__data.__readers = readers - 1;
  }
  __heddle_atomic_end();
  return 0;
}
