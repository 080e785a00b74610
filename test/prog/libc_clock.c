/* Clocks show proper times, and a monotonic one does not go back; to sleep is to be interrupted. */
// verdict: safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int
main(void)
{
  struct timespec a = {0, -1}, b = {0, -1}, none = {0, 1000000000}, some = {1, 0};
  struct timeval day = {-1, -1};
  time_t now = -1, same = time(&now);
  clock_t used = clock();

  assert(now == same && now >= 0);
  assert(gettimeofday(&day, NULL) == 0 && day.tv_sec >= 0);
  assert(day.tv_usec >= 0 && day.tv_usec < 1000000);
  assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0 && clock_gettime(CLOCK_MONOTONIC, &b) == 0);
  assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
  assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
  assert(clock_gettime(99, &a) == -1 && errno == EINVAL);
  assert(timespec_get(&a, TIME_UTC) == TIME_UTC && timespec_get(&a, 77) == 0);
  assert(clock_getres(CLOCK_REALTIME, &a) == 0 && a.tv_nsec > 0);
  assert(used >= 0 && clock() >= used);
  errno = 0;
  assert(nanosleep(&none, NULL) == -1 && errno == EINVAL && nanosleep(&some, NULL) == 0);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &none, NULL) == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &some, NULL) == 0);
  assert(sleep(1) == 0 && usleep(1) == 0 && sched_yield() == 0);
  return 0;
}
