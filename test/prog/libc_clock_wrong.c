/* The time of day may jump, and a clock may stand still. */
// run: => bug
// run: -- -DSTILL => bug
// run: -- -DUSED => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int
main(void)
{
#if defined STILL
  struct timespec a, b;

  clock_gettime(CLOCK_MONOTONIC, &a);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(a.tv_sec != b.tv_sec || a.tv_nsec != b.tv_nsec);
#elif defined USED
  assert(clock() < 1000);
#else
  time_t before = time(NULL);

  assert(time(NULL) >= before);
#endif
  return 0;
}
