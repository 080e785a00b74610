/* Locks and condition variables. In a replay they are real. When the script says that a thread
 * gets through, the function of the C library is called. It must not block either, and must return
 * the same result. A deadlocked thread hangs in it. The steps of the model are taken, but not
 * executed. If the script asks for the models (for example because one of them reports the bug),
 * they are called instead: each wrapper gets its model as the last argument. */
#define _GNU_SOURCE 1
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "replay.h"

/* Takes the steps of the model up to the one that does it. If the thread never returns from it,
 * this is where it waits. */
static void
pass(const char *name)
{
  if (turns_are_beyond())
    return;
  replay_pass_last();
  if (replay_return())
    return;
  heddle_replay_skip(replay_point());
  turns_enter(name);
}

/* Takes what is left of them. */
static int
leave(int result)
{
  if (turns_are_beyond())
    return result;
  if (!replay_return())
    turns_leave();
  heddle_replay_skip(replay_point());
  return result;
}

#define LOCK1(name, A)                                                                             \
  int heddle_replay_##name(A a, int (*model)(A));                                                  \
  int heddle_replay_##name(A a, int (*model)(A))                                                   \
  {                                                                                                \
    if (!heddle_script.real_locks)                                                                 \
      return model(a);                                                                             \
    pass(#name);                                                                                   \
    return leave(name(a));                                                                         \
  }
#define LOCK2(name, A, B)                                                                          \
  int heddle_replay_##name(A a, B b, int (*model)(A, B));                                          \
  int heddle_replay_##name(A a, B b, int (*model)(A, B))                                           \
  {                                                                                                \
    if (!heddle_script.real_locks)                                                                 \
      return model(a, b);                                                                          \
    pass(#name);                                                                                   \
    return leave(name(a, b));                                                                      \
  }
/* It may time out, and the script knows whether it does. Nobody needs to wait for the clock. */
#define TIMED2(name, plain, A, B)                                                                  \
  int heddle_replay_##name(A a, B b, int (*model)(A, B));                                          \
  int heddle_replay_##name(A a, B b, int (*model)(A, B))                                           \
  {                                                                                                \
    if (!heddle_script.real_locks)                                                                 \
      return model(a, b);                                                                          \
    pass(#name);                                                                                   \
    int result = (int)replay_return()->value;                                                      \
    return leave(result ? result : plain(a));                                                      \
  }
#define TIMED3(name, plain, A, B, C)                                                               \
  int heddle_replay_##name(A a, B b, C c, int (*model)(A, B, C));                                  \
  int heddle_replay_##name(A a, B b, C c, int (*model)(A, B, C))                                   \
  {                                                                                                \
    if (!heddle_script.real_locks)                                                                 \
      return model(a, b, c);                                                                       \
    pass(#name);                                                                                   \
    int result = (int)replay_return()->value;                                                      \
    return leave(result ? result : plain(a));                                                      \
  }

LOCK1(pthread_mutexattr_init, pthread_mutexattr_t *)
LOCK1(pthread_mutexattr_destroy, pthread_mutexattr_t *)
LOCK2(pthread_mutexattr_settype, pthread_mutexattr_t *, int)
LOCK2(pthread_mutexattr_gettype, const pthread_mutexattr_t *, int *)
LOCK2(pthread_mutexattr_setpshared, pthread_mutexattr_t *, int)
LOCK2(pthread_mutexattr_getpshared, const pthread_mutexattr_t *, int *)
LOCK2(pthread_mutexattr_setrobust, pthread_mutexattr_t *, int)
LOCK2(pthread_mutexattr_getrobust, const pthread_mutexattr_t *, int *)
LOCK2(pthread_mutexattr_setprotocol, pthread_mutexattr_t *, int)
LOCK2(pthread_mutexattr_getprotocol, const pthread_mutexattr_t *, int *)
LOCK2(pthread_mutexattr_setprioceiling, pthread_mutexattr_t *, int)
LOCK2(pthread_mutexattr_getprioceiling, const pthread_mutexattr_t *, int *)
LOCK2(pthread_mutex_init, pthread_mutex_t *, const pthread_mutexattr_t *)
LOCK1(pthread_mutex_destroy, pthread_mutex_t *)
LOCK1(pthread_mutex_lock, pthread_mutex_t *)
LOCK1(pthread_mutex_trylock, pthread_mutex_t *)
LOCK1(pthread_mutex_unlock, pthread_mutex_t *)
LOCK1(pthread_mutex_consistent, pthread_mutex_t *)
LOCK2(pthread_mutex_getprioceiling, const pthread_mutex_t *, int *)
TIMED2(pthread_mutex_timedlock, pthread_mutex_lock, pthread_mutex_t *, const struct timespec *)
TIMED3(pthread_mutex_clocklock, pthread_mutex_lock, pthread_mutex_t *, clockid_t,
       const struct timespec *)

/* Its model calls those of the lock, which are wrapped themselves. */
int heddle_replay_pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old,
                                               int (*model)(pthread_mutex_t *, int, int *));
int
heddle_replay_pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old,
                                           int (*model)(pthread_mutex_t *, int, int *))
{
  return model(mutex, ceiling, old);
}

LOCK1(pthread_rwlockattr_init, pthread_rwlockattr_t *)
LOCK1(pthread_rwlockattr_destroy, pthread_rwlockattr_t *)
LOCK2(pthread_rwlockattr_setpshared, pthread_rwlockattr_t *, int)
LOCK2(pthread_rwlockattr_getpshared, const pthread_rwlockattr_t *, int *)
LOCK2(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t *, int)
LOCK2(pthread_rwlockattr_getkind_np, const pthread_rwlockattr_t *, int *)
LOCK2(pthread_rwlock_init, pthread_rwlock_t *, const pthread_rwlockattr_t *)
LOCK1(pthread_rwlock_destroy, pthread_rwlock_t *)
LOCK1(pthread_rwlock_rdlock, pthread_rwlock_t *)
LOCK1(pthread_rwlock_tryrdlock, pthread_rwlock_t *)
LOCK1(pthread_rwlock_wrlock, pthread_rwlock_t *)
LOCK1(pthread_rwlock_trywrlock, pthread_rwlock_t *)
LOCK1(pthread_rwlock_unlock, pthread_rwlock_t *)
TIMED2(pthread_rwlock_timedrdlock, pthread_rwlock_rdlock, pthread_rwlock_t *,
       const struct timespec *)
TIMED3(pthread_rwlock_clockrdlock, pthread_rwlock_rdlock, pthread_rwlock_t *, clockid_t,
       const struct timespec *)
TIMED2(pthread_rwlock_timedwrlock, pthread_rwlock_wrlock, pthread_rwlock_t *,
       const struct timespec *)
TIMED3(pthread_rwlock_clockwrlock, pthread_rwlock_wrlock, pthread_rwlock_t *, clockid_t,
       const struct timespec *)

LOCK2(pthread_spin_init, pthread_spinlock_t *, int)
LOCK1(pthread_spin_destroy, pthread_spinlock_t *)
LOCK1(pthread_spin_lock, pthread_spinlock_t *)
LOCK1(pthread_spin_trylock, pthread_spinlock_t *)
LOCK1(pthread_spin_unlock, pthread_spinlock_t *)

/* ---- condition variables --------------------------------------------------------------------- */

LOCK1(pthread_condattr_init, pthread_condattr_t *)
LOCK1(pthread_condattr_destroy, pthread_condattr_t *)
LOCK2(pthread_condattr_setclock, pthread_condattr_t *, clockid_t)
LOCK2(pthread_condattr_getclock, const pthread_condattr_t *, clockid_t *)
LOCK2(pthread_condattr_setpshared, pthread_condattr_t *, int)
LOCK2(pthread_condattr_getpshared, const pthread_condattr_t *, int *)
LOCK2(pthread_cond_init, pthread_cond_t *, const pthread_condattr_t *)
LOCK1(pthread_cond_destroy, pthread_cond_t *)
LOCK1(pthread_cond_signal, pthread_cond_t *)
LOCK1(pthread_cond_broadcast, pthread_cond_t *)

/* Who is woken, and when, is for the script to say. So the thread gives up the mutex in the first
 * section of the model, waits for its next turn, and takes the mutex again in the last one. */
static int
sleep_on(pthread_mutex_t *mutex, const char *name)
{
  const struct heddle_line *end = replay_return();
  bool sleeps = !end || end->value == 0 || end->value == ETIMEDOUT; /* else it refuses to */
  if (sleeps) {
    replay_pass_first();
    pthread_mutex_unlock(mutex);
  }
  if (end)
    pass(name);
  else
    heddle_replay_skip(replay_point());
  while (!end) /* nobody wakes it */
    turns_hang(name);
  if (sleeps)
    pthread_mutex_lock(mutex);
  return leave((int)end->value);
}

int heddle_replay_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                    int (*model)(pthread_cond_t *, pthread_mutex_t *));
int
heddle_replay_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                int (*model)(pthread_cond_t *, pthread_mutex_t *))
{
  return heddle_script.real_locks ? sleep_on(mutex, "pthread_cond_wait") : model(condition, mutex);
}

int heddle_replay_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         const struct timespec *time,
                                         int (*model)(pthread_cond_t *, pthread_mutex_t *,
                                                      const struct timespec *));
int
heddle_replay_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                     const struct timespec *time,
                                     int (*model)(pthread_cond_t *, pthread_mutex_t *,
                                                  const struct timespec *))
{
  return heddle_script.real_locks ? sleep_on(mutex, "pthread_cond_timedwait")
                                  : model(condition, mutex, time);
}

int heddle_replay_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         clockid_t clock, const struct timespec *time,
                                         int (*model)(pthread_cond_t *, pthread_mutex_t *,
                                                      clockid_t, const struct timespec *));
int
heddle_replay_pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                     clockid_t clock, const struct timespec *time,
                                     int (*model)(pthread_cond_t *, pthread_mutex_t *, clockid_t,
                                                  const struct timespec *))
{
  return heddle_script.real_locks ? sleep_on(mutex, "pthread_cond_clockwait")
                                  : model(condition, mutex, clock, time);
}
