/* Dates of times that are not known: there and back is the same, in any zone. */
// run: --unwind 30 -- -DMINUTES => safe
// run: --unwind 30 -- -DWRONG => bug
// run: --unwind 30 -- -DZONE => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <time.h>

long __VERIFIER_nondet_long(void);

int
main(void)
{
  time_t seconds = __VERIFIER_nondet_long();
  struct tm tm, there;
  char text[10];

  tzset();
#ifdef MINUTES
  seconds = 1582934400 + (seconds & 127);
#else
  if (seconds < 1577836800 || seconds >= 1735689600) /* 2020 to 2024 */
    return 0;
#endif
  assert(gmtime_r(&seconds, &tm) && tm.tm_year >= 120 && tm.tm_year <= 124);
  assert(tm.tm_mon >= 0 && tm.tm_mon < 12 && tm.tm_mday >= 1 && tm.tm_mday <= 31);
  assert(tm.tm_mon != 1 || tm.tm_mday <= 28 + (tm.tm_year % 4 == 0));
  assert(tm.tm_sec < 60 && tm.tm_min < 60 && tm.tm_hour < 24 && tm.tm_wday < 7);
  assert(tm.tm_sec == seconds % 60);
  assert(strftime(text, sizeof text, "%M:%S", &tm) == 5 && text[2] == ':');
#ifdef WRONG
  assert(tm.tm_mon != 1 || tm.tm_mday <= 28);
#endif
  there = tm;
  assert(timegm(&there) == seconds && there.tm_wday == tm.tm_wday);
  assert(localtime_r(&seconds, &there) == &there && there.tm_sec == tm.tm_sec);
  assert(there.tm_gmtoff <= 15 * 3600 && there.tm_gmtoff >= -12 * 3600);
#ifdef ZONE
  assert(there.tm_hour == tm.tm_hour);
#endif
  assert(mktime(&there) == seconds);
  assert(timelocal(&there) == seconds);
  return 0;
}
