/* Time and yielding. A thread can be interrupted anywhere already, for however long, so sleeping
 * and yielding add nothing, but that a thread can be cancelled while it sleeps; the clock shows any
 * time. */
#include "heddle.h"

#include "cancel.h"

#include <limits.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

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

int
nanosleep(const struct timespec *duration, struct timespec *left)
{
  (void)duration;
  (void)left;
  __heddle_cancellation_point();
  return 0;
}

time_t
time(time_t *result)
{
  time_t now = (time_t)__heddle_nondet(CHAR_BIT * sizeof(time_t) - 1);

  if (result)
    *result = now;
  return now;
}
