/* Time and yielding. A thread can already be interrupted anywhere and for any time, so sleeping
 * and yielding add nothing, except that a thread can be cancelled while it sleeps. Clocks show any
 * time. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include "cancel.h"

#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

/* ---- sleeping and yielding: nothing happens, but a cancelled thread may end in its sleep ---- */

/* Nothing happens: a thread can be interrupted anywhere. */
int
sched_yield(void)
{
  return 0;
}

unsigned
sleep(unsigned seconds)
{
  (void)seconds;
  __heddle_cancellation_point();
  return 0;
}

int
usleep(useconds_t microseconds)
{
  (void)microseconds;
  __heddle_cancellation_point();
  return 0;
}

static _Bool
is_duration(const struct timespec *duration)
{
  return duration->tv_sec >= 0 && duration->tv_nsec >= 0 && duration->tv_nsec < SECOND;
}

int
nanosleep(const struct timespec *duration, struct timespec *left)
{
  (void)left;
  if (!is_duration(duration)) {
    errno = EINVAL;
    return -1;
  }
  __heddle_cancellation_point();
  return 0;
}

int
clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *left)
{
  (void)flags;
  (void)left;
  if (clock < 0 || clock == CLOCK_THREAD_CPUTIME_ID || !is_duration(duration))
    return EINVAL;
  __heddle_cancellation_point();
  return 0;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Any number below the limit, made of any number below a power of two that is not twice as
 * large. */
static unsigned long
below(unsigned long limit, unsigned long some)
{
  return some < limit ? some : some - limit;
}

static time_t
some_time(void)
{
  return (time_t)__heddle_nondet(CHAR_BIT * sizeof(time_t) - 1);
}

/* Any time. */
time_t
time(time_t *result)
{
  time_t now = some_time();

  if (result)
    *result = now;
  return now;
}

/* Any time. */
int
gettimeofday(struct timeval *restrict now, void *restrict zone)
{
  (void)zone;
  now->tv_sec = some_time();
  now->tv_usec = (suseconds_t)below(1000000, __heddle_nondet(20));
  return 0;
}

/* Not earlier than what this thread has seen before; a clock starts low enough not to overflow. */
static struct timespec
later(void)
{
  static _Thread_local struct timespec seen;
  unsigned long seconds = __heddle_nondet(24);
  long nanoseconds = (long)below(SECOND, __heddle_nondet(30));

  if (seconds == 0 && nanoseconds < seen.tv_nsec)
    nanoseconds = seen.tv_nsec;
  seen.tv_sec += (time_t)seconds;
  seen.tv_nsec = nanoseconds;
  return seen;
}

static _Bool
is_clock(clockid_t clock)
{
  return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI;
}

/* Any time; clocks other than those of the day never go back within a thread. */
int
clock_gettime(clockid_t clock, struct timespec *now)
{
  if (!is_clock(clock)) {
    errno = EINVAL;
    return -1;
  }
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ||
      clock == CLOCK_REALTIME_ALARM) {
    now->tv_sec = some_time();
    now->tv_nsec = (long)below(SECOND, __heddle_nondet(30));
  } else {
    *now = later();
  }
  return 0;
}

/* As clock_gettime. */
int
timespec_get(struct timespec *now, int base)
{
  if (base != TIME_UTC)
    return 0;
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}

/* Some resolution of less than a second. */
int
clock_getres(clockid_t clock, struct timespec *resolution)
{
  if (!is_clock(clock)) {
    errno = EINVAL;
    return -1;
  }
  if (resolution) {
    resolution->tv_sec = 0;
    resolution->tv_nsec = 1 + (long)below(SECOND - 1, __heddle_nondet(30));
  }
  return 0;
}

/* Any time, but never less than before in the same thread. */
clock_t
clock(void)
{
  static _Thread_local clock_t used;

  used += (clock_t)__heddle_nondet(20);
  return used;
}
