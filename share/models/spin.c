/* POSIX spin locks: 0, or the pthread_t of the owner, or DESTROYED. They behave like NORMAL
 * mutexes: a thread that locks its own lock again waits for ever, and any thread can unlock; both
 * are reported. There is no room to mark a lock that was never initialised, but it may hold a
 * value that is no thread. */
#include "lock.h"

#include <errno.h>

/* The owner of a lock that can be used; within a section. */
static int
owner_of(const pthread_spinlock_t *lock)
{
  int owner = *lock;

  __heddle_check(HEDDLE_LOCK, owner >= 0,
                 "the spin lock is not initialised, or has been destroyed");
  return owner;
}

/* A new lock that nobody owns; for the threads of one process. A misuse while it is locked. */
int
pthread_spin_init(pthread_spinlock_t *lock, int pshared)
{
  (void)pshared;
  lock_initialise((const int *)lock, "the spin lock is initialised while it is locked");
  *lock = 0;
  return 0;
}

/* Afterwards every use of it is a misuse, and so is destroying it while it is locked. */
int
pthread_spin_destroy(pthread_spinlock_t *lock)
{
  __heddle_atomic_begin();
  __heddle_check(HEDDLE_LOCK, owner_of(lock) == 0, "the spin lock is destroyed while it is locked");
  *lock = DESTROYED;
  __heddle_atomic_end();
  return 0;
}

/* Waits until nobody owns it; a misuse for the owner. */
int
pthread_spin_lock(pthread_spinlock_t *lock)
{
  int self = (int)pthread_self(), owner;

  __heddle_atomic_begin();
  owner = owner_of(lock);
  __heddle_check(HEDDLE_LOCK, owner != self, "the thread holds the spin lock already");
  __heddle_block_on(owner == 0, (unsigned)owner);
  *lock = self;
  __heddle_atomic_end();
  return 0;
}

/* As pthread_spin_lock where that does not wait, otherwise EBUSY, also for the owner. */
int
pthread_spin_trylock(pthread_spinlock_t *lock)
{
  int owner;

  __heddle_atomic_begin();
  owner = owner_of(lock);
  if (owner == 0)
    *lock = (int)pthread_self();
  else
    __heddle_refused((const void *)lock);
  __heddle_atomic_end();
  return owner == 0 ? 0 : EBUSY;
}

/* The owner gives it up; a misuse by anybody else. */
int
pthread_spin_unlock(pthread_spinlock_t *lock)
{
  __heddle_atomic_begin();
  __heddle_check(HEDDLE_LOCK, owner_of(lock) == (int)pthread_self(),
                 "the thread does not hold the spin lock");
  *lock = 0;
  __heddle_atomic_end();
  return 0;
}
