#define _XOPEN_SOURCE 700
#include "base/clock.h"

#include <sys/resource.h>
#include <time.h>

double
clock_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double
clock_of_usage(const struct rusage *usage)
{
  return (double)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) +
         1e-6 * (double)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

double
clock_processor(void)
{
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) ? 0 : clock_of_usage(&usage);
}

double
clock_of_process(long process)
{
  clockid_t clock;
  struct timespec taken;
  if (process <= 0 || clock_getcpuclockid((pid_t)process, &clock) || clock_gettime(clock, &taken))
    return 0;
  return (double)taken.tv_sec + (double)taken.tv_nsec / 1e9;
}

uint64_t
clock_peak_memory(void)
{
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) || usage.ru_maxrss < 0)
    return 0;
  return (uint64_t)usage.ru_maxrss * 1024;
}
