/* Dates are exact. */
// run: --unwind 70 => safe
// run: --unwind 70 -- -DWRONG => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>

#ifndef WRONG
#define WRONG 0
#endif

static void
one(time_t seconds, int year, int month, int day, int week_day, int year_day, const char *text)
{
  struct tm tm;
  char buffer[40];

  assert(gmtime_r(&seconds, &tm) == &tm);
  assert(tm.tm_year == year - 1900 && tm.tm_mon == month - 1 && tm.tm_mday == day);
  assert(tm.tm_wday == week_day && tm.tm_yday == year_day && tm.tm_isdst == 0);
  assert(timegm(&tm) == seconds);
  assert(strcmp(asctime_r(&tm, buffer), text) == 0);
}

static void
format(time_t seconds, const char *format, const char *text)
{
  char buffer[60];
  size_t length = strftime(buffer, sizeof buffer, format, gmtime(&seconds));

  assert(length == strlen(text));
  assert(length == 0 || strcmp(buffer, text) == 0);
}

int
main(void)
{
  struct tm tm = {.tm_year = 100, .tm_mon = 25, .tm_mday = -3, .tm_hour = 49, .tm_sec = 3601};
  struct tm far = {.tm_year = INT_MAX, .tm_mon = 12, .tm_mday = 1};
  char small[5];

  one(0, 1970, 1, 1, 4, 0, "Thu Jan  1 00:00:00 1970\n");
  one(-1, 1969, 12, 31, 3, 364, "Wed Dec 31 23:59:59 1969\n");
  one(951782400, 2000, 2, 29, 2, 59, "Tue Feb 29 00:00:00 2000\n");
  one(951868799, 2000, 2, 29, 2, 59, "Tue Feb 29 23:59:59 2000\n");
  one(951868800, 2000, 3, 1, 3, 60, "Wed Mar  1 00:00:00 2000\n");
  one(4107542399, 2100, 2, 28, 0, 58, "Sun Feb 28 23:59:59 2100\n");
  one(4107542400, 2100, 3, 1, 1, 59, "Mon Mar  1 00:00:00 2100\n");
  one(1735689599, 2024, 12, 31, 2, 365, "Tue Dec 31 23:59:59 2024\n");
  one(-2203891201, 1900, 2, 28, 3, 58, "Wed Feb 28 23:59:59 1900\n");
  one(-62167219200, 0, 1, 1, 6, 0, "Sat Jan  1 00:00:00 0\n");
  assert(timegm(&tm) == 1012356001 + WRONG);
  assert(tm.tm_year == 102 && tm.tm_mon == 0 && tm.tm_mday == 30 && tm.tm_hour == 2);
  errno = 0;
  assert(timegm(&far) == -1 && errno == EOVERFLOW);
  format(1700000000, "%Y-%m-%d %H:%M:%S", "2023-11-14 22:13:20");
  format(1700000000, "%F|%T|%D|%R|%e|%j|%y|%C|%%|%n", "2023-11-14|22:13:20|11/14/23|22:13|14|318|23|20|%|\n");
  format(1700000000, "%a %A %b %B %h %p %I %u %w", "Tue Tuesday Nov November Nov PM 10 2 2");
  format(1700000000, "%U %W %V %G %g %Z %z", "46 46 46 2023 23 GMT +0000");
  format(1704067199, "%V %G %U %W %c", "52 2023 53 52 Sun Dec 31 23:59:59 2023");
  format(1735603200, "%V %G %Ey %r", "01 2025 24 12:00:00 AM");
  format(1609459200, "%V %G", "53 2020");
  format(0, "", "");
  assert(strftime(small, sizeof small, "%Y%m", gmtime(&(time_t){0})) == 0);
  assert(strftime(small, sizeof small, "%Y", gmtime(&(time_t){0})) == 4);
  return 0;
}
