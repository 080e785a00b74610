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

uint64_t
clock_peak_memory(void)
{
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) || usage.ru_maxrss < 0)
    return 0;
  return (uint64_t)usage.ru_maxrss * 1024;
}
