#define _XOPEN_SOURCE 700
#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

static double
seconds_of(clockid_t which)
{
  struct timespec now;
  clock_gettime(which, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double
clock_now(void)
{
  return seconds_of(CLOCK_MONOTONIC);
}

double
clock_cpu(void)
{
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t
clock_peak_memory(void)
{
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) || usage.ru_maxrss < 0)
    return 0;
  return (uint64_t)usage.ru_maxrss * 1024;
}
