/* POSIX barriers.
 *
 * The state is stored in the memory of glibc's type. Each thread but the last one to arrive waits
 * until the round has changed. The last thread begins a new round and is the serial thread. */
#include "lock.h"

#include <errno.h>

struct meeting {
  unsigned count;   /* how many threads make a round; 0 = not initialised, or destroyed */
  unsigned arrived; /* of this round */
  unsigned round;
  unsigned leaving; /* of earlier rounds, still about to go on */
};

_Static_assert(sizeof(struct meeting) <= sizeof(pthread_barrier_t), "the type is too small");

/* ---- attributes: whether it is shared is kept for the getter -------------------------------- */

int
pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
  attributes->__align = PTHREAD_PROCESS_PRIVATE;
  return 0;
}

int
pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
  attributes->__align = DESTROYED;
  return 0;
}

int
pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int pshared)
{
  if (!lock_pshared_is_valid(pshared))
    return EINVAL;
  attributes->__align = pshared;
  return 0;
}

int
pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *pshared)
{
  *pshared = attributes->__align;
  return 0;
}

/* ---- barriers ------------------------------------------------------------------------------- */

static struct meeting *
meeting_of(pthread_barrier_t *barrier)
{
  struct meeting *meeting = (struct meeting *)barrier;

  __heddle_check(HEDDLE_LOCK, meeting->count != 0,
                 "the barrier is not initialised, or has been destroyed");
  return meeting;
}

/* A new barrier for so many threads; EINVAL for 0. A misuse while somebody waits at it. */
int
pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                     unsigned count)
{
  struct meeting *meeting = (struct meeting *)barrier;

  if (attributes)
    __heddle_check(HEDDLE_LOCK, lock_pshared_is_valid(attributes->__align),
                   "the barrier attributes are not initialised, or have been destroyed");
  if (count == 0)
    return EINVAL;
  __heddle_atomic_begin();
  __heddle_check(HEDDLE_LOCK, !__heddle_is_waited_at(barrier),
                 "the barrier is initialised while a thread waits");
  __heddle_atomic_end();
  meeting->count = count;
  meeting->arrived = 0;
  meeting->round = 0;
  meeting->leaving = 0;
  return 0;
}

/* Waits until all have left who may; a misuse while somebody waits for others to arrive. */
int
pthread_barrier_destroy(pthread_barrier_t *barrier)
{
  struct meeting *meeting;

  __heddle_atomic_begin();
  meeting = meeting_of(barrier);
  __heddle_check(HEDDLE_LOCK, meeting->arrived == 0,
                 "the barrier is destroyed while a thread waits");
  __heddle_block(meeting->leaving == 0);
  meeting->count = 0;
  __heddle_atomic_end();
  return 0;
}

/* Waits until as many threads as the barrier is for have come; the last is the serial thread. */
int
pthread_barrier_wait(pthread_barrier_t *barrier)
{
  struct meeting *meeting;
  unsigned arrived, round;
  bool last;

  __heddle_atomic_begin();
  meeting = meeting_of(barrier);
  arrived = meeting->arrived + 1;
  round = meeting->round;
  last = arrived == meeting->count;
  if (last) {
    meeting->round = round + 1;
    meeting->leaving += arrived - 1;
  }
  meeting->arrived = last ? 0 : arrived;
  if (!last)
    __heddle_waits_at(barrier);
  __heddle_atomic_end();
  if (last)
    return PTHREAD_BARRIER_SERIAL_THREAD;
  __heddle_atomic_begin();
  __heddle_block(meeting->round != round);
  meeting->leaving--;
  __heddle_waits_at(NULL);
  __heddle_atomic_end();
  return 0;
}
