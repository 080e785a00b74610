#include "base/clock.h"
#include "sat/adapter.h"

double
limits_deadline(const struct sat_limits *limits)
{
  return limits && limits->seconds > 0 ? clock_now() + limits->seconds : 0;
}

bool
limits_reached(const struct sat_limits *limits, double deadline)
{
  return limits && ((limits->stop && limits->stop(limits->argument)) ||
                    (deadline > 0 && clock_now() >= deadline));
}
