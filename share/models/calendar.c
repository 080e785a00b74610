/* Times as dates: exactly as specified in the calendar of 400 years, without leap seconds. The zone
 * of the local time is any, between 12 hours behind and 14 hours before UTC, and the same in the
 * whole run; daylight saving time may begin and end at any time.
 *
 * If a time is not constant, a division would be a large circuit. Quotient and rest are chosen, and
 * have to fit then: the same numbers, for some additions. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "heddle.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };
enum { YEAR = 365, YEARS_4 = 1461, YEARS_100 = 36524, YEARS_400 = 146097 };

/* Years are counted from the first of March of a year that is a multiple of 400 and before all that
 * there are, so that leap days are the last of a year and nothing is negative. */
#define ERAS INT64_C(5500000)
#define SHIFT (ERAS * YEARS_400 + INT64_C(719468)) /* days from there to 1970 */

/* *number becomes the rest. */
static uint64_t
divide(uint64_t *number, uint64_t by, unsigned quotient_bits)
{
  uint64_t n = *number, quotient, rest;

  if (__heddle_is_known(n)) {
    *number = n % by;
    return n / by;
  }
  quotient = __heddle_nondet(quotient_bits);
  rest = __heddle_nondet(18); /* enough for a day, and for 400 years of days */
  __heddle_assume(rest < by && quotient * by + rest == n);
  *number = rest;
  return quotient;
}

/* Behind the first of March. */
static const short days_before[] = {0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337, 366};

static _Bool
is_leap(int64_t year)
{
  return (year & 3) == 0 && (year % 100 != 0 || (year & 15) == 0);
}

/* The date of so many days since 1970; false if the year is no int. */
static _Bool
set_date(struct tm *tm, int64_t days)
{
  uint64_t rest = (uint64_t)(days + SHIFT), week = (uint64_t)(days + SHIFT + 3);
  uint64_t era = divide(&rest, YEARS_400, 24), century, four, year;
  int month = 0;

  century = rest >= 3 * YEARS_100 ? 3 : rest >= 2 * YEARS_100 ? 2 : rest >= YEARS_100;
  rest -= century * YEARS_100;
  four = divide(&rest, YEARS_4, 5);
  year = rest >= 3 * YEAR ? 3 : rest >= 2 * YEAR ? 2 : rest >= YEAR;
  rest -= year * YEAR;
  for (int i = 1; i < 12; i++)
    month += rest >= (uint64_t)days_before[i];

  int64_t full = (int64_t)(era * 400 + century * 100 + four * 4 + year) - ERAS * 400;
  int day = (int)rest;

  divide(&week, 7, 50);
  tm->tm_wday = (int)week;
  tm->tm_mday = day - days_before[month] + 1;
  tm->tm_mon = month < 10 ? month + 2 : month - 10;
  tm->tm_yday = month < 10 ? day + 59 + is_leap(full) : day - 306;
  full += month >= 10;
  tm->tm_year = (int)(full - 1900);
  return full - 1900 >= INT_MIN && full - 1900 <= INT_MAX;
}

/* So many seconds since 1970, as a date of the zone with this distance. */
static _Bool
set_time(struct tm *tm, int64_t seconds, long zone)
{
  const int64_t most = INT64_C(68000000000000000); /* more than the years of an int */

  if (seconds < -most || seconds > most)
    return 0;
  uint64_t rest = (uint64_t)(seconds + zone + SHIFT * DAY);
  int64_t days = (int64_t)divide(&rest, DAY, 42) - SHIFT;

  tm->tm_hour = (int)divide(&rest, HOUR, 5);
  tm->tm_min = (int)divide(&rest, MINUTE, 6);
  tm->tm_sec = (int)rest;
  tm->tm_gmtoff = zone;
  return set_date(tm, days);
}

/* ---- the zone -------------------------------------------------------------------------------- */

static long
zone(void)
{
  static int quarters; /* + 1 */
  int result;

  __heddle_atomic_begin();
  if (quarters == 0) {
    quarters = 1 + (int)__heddle_nondet(7);
    __heddle_assume(quarters <= 105);
  }
  result = quarters - 1;
  __heddle_atomic_end();
  return 15L * MINUTE * result - 12L * HOUR;
}

static struct tm *
refuse(void)
{
  errno = EOVERFLOW;
  return NULL;
}

static struct tm *
local(struct tm *tm, int64_t seconds, _Bool saving)
{
  if (!set_time(tm, seconds, zone() + (saving ? HOUR : 0)))
    return refuse();
  tm->tm_isdst = saving;
  tm->tm_zone = saving ? "XDT" : "XST";
  return tm;
}

/* ---- seconds to dates ------------------------------------------------------------------------ */

/* Exactly as specified. */
struct tm *
gmtime_r(const time_t *restrict seconds, struct tm *restrict tm)
{
  if (!set_time(tm, *seconds, 0))
    return refuse();
  tm->tm_isdst = 0;
  tm->tm_zone = "GMT";
  return tm;
}

/* Exactly as specified, for any zone. */
struct tm *
localtime_r(const time_t *restrict seconds, struct tm *restrict tm)
{
  return local(tm, *seconds, __heddle_nondet(1) != 0);
}

static struct tm shared;

/* As gmtime_r; all threads and localtime use the same variable. */
struct tm *
gmtime(const time_t *seconds)
{
  return gmtime_r(seconds, &shared);
}

/* As localtime_r; all threads and gmtime use the same variable. */
struct tm *
localtime(const time_t *seconds)
{
  return localtime_r(seconds, &shared);
}

/* Nothing happens: the zone is the same all the time. */
void
tzset(void)
{
}

/* ---- dates to seconds ------------------------------------------------------------------------ */

/* Days from 1970 to the first of the month; months and years may be any. */
static int64_t
days_of(int64_t year, int64_t month)
{
  uint64_t months = (uint64_t)(month + (int64_t)INT_MAX + 5 + 10), years;

  years = divide(&months, 12, 30); /* (INT_MAX + 5) / 12 of them are not there */
  year += (int64_t)years - ((int64_t)INT_MAX + 5) / 12 - 1 + 400 * ERAS;
  uint64_t full = (uint64_t)year, rest = full, era = divide(&rest, 400, 25);
  uint64_t days = era * YEARS_400 + rest * YEAR + (rest >> 2) + (uint64_t)days_before[months];

  days -= rest >= 300 ? 3 : rest >= 200 ? 2 : rest >= 100;
  return (int64_t)days - SHIFT;
}

/* Normalises the date; -1 if it is too far away. */
static time_t
seconds_of(struct tm *tm, long distance)
{
  int64_t days = days_of((int64_t)tm->tm_year + 1900, tm->tm_mon) + tm->tm_mday - 1;
  int64_t seconds =
    days * DAY + (int64_t)tm->tm_hour * HOUR + (int64_t)tm->tm_min * MINUTE + tm->tm_sec - distance;
  struct tm new = *tm;

  if (!set_time(&new, seconds, distance) || (time_t)seconds != seconds) {
    errno = EOVERFLOW;
    return -1;
  }
  *tm = new;
  return (time_t)seconds;
}

/* Exactly as specified. */
time_t
timegm(struct tm *tm)
{
  time_t seconds = seconds_of(tm, 0);

  tm->tm_isdst = 0;
  tm->tm_zone = "GMT";
  return seconds;
}

/* Exactly as specified, for the zone of localtime; whether it is daylight saving time is what the
 * date says, or any. */
time_t
mktime(struct tm *tm)
{
  _Bool saving = tm->tm_isdst < 0 ? __heddle_nondet(1) != 0 : tm->tm_isdst > 0;
  time_t seconds = seconds_of(tm, zone() + (saving ? HOUR : 0));

  tm->tm_isdst = saving;
  tm->tm_zone = saving ? "XDT" : "XST";
  return seconds;
}

/* As mktime. */
time_t
timelocal(struct tm *tm)
{
  return mktime(tm);
}

/* ---- dates as text --------------------------------------------------------------------------- */

static const char week_days[7][10] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                      "Thursday", "Friday", "Saturday"};
static const char months[12][10] = {"January",   "February", "March",    "April",
                                    "May",       "June",     "July",     "August",
                                    "September", "October",  "November", "December"};

static const char *
week_day(const struct tm *tm)
{
  return tm->tm_wday >= 0 && tm->tm_wday < 7 ? week_days[tm->tm_wday] : "?";
}

static const char *
month_of(const struct tm *tm)
{
  return tm->tm_mon >= 0 && tm->tm_mon < 12 ? months[tm->tm_mon] : "?";
}

enum { ASCTIME = 26, MOST_ASCTIME = 80 };

/* Exactly as specified. */
char *
asctime_r(const struct tm *restrict tm, char *restrict to)
{
  snprintf(to, ASCTIME, "%.3s %.3s%3d %.2d:%.2d:%.2d %lld\n", week_day(tm), month_of(tm),
           tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec, 1900LL + tm->tm_year);
  return to;
}

/* As asctime_r; all threads and ctime use the same text. */
char *
asctime(const struct tm *tm)
{
  static char text[MOST_ASCTIME];

  return asctime_r(tm, text);
}

/* As asctime_r, of localtime. */
char *
ctime_r(const time_t *seconds, char *to)
{
  struct tm tm;

  return localtime_r(seconds, &tm) ? asctime_r(&tm, to) : NULL;
}

/* As ctime_r; all threads and asctime use the same text. */
char *
ctime(const time_t *seconds)
{
  const struct tm *tm = localtime(seconds);

  return tm ? asctime(tm) : NULL;
}

/* ---- by a format ----------------------------------------------------------------------------- */

struct out {
  char *to;
  size_t size, length;
  _Bool full; /* something did not fit */
};

static void
put(struct out *out, char c)
{
  if (out->length < out->size)
    out->to[out->length++] = c;
  else
    out->full = 1;
}

static void
put_text(struct out *out, const char *text)
{
  while (*text)
    put(out, *text++);
}

/* Two digits are common, and their number is constant. */
static void
put_number(struct out *out, const char *format, long long number)
{
  char text[24];

  if (number >= 0 && number < 100 && !strcmp(format, "%02lld")) {
    put(out, (char)('0' + (unsigned)number / 10));
    put(out, (char)('0' + (unsigned)number % 10));
    return;
  }
  snprintf(text, sizeof text, format, number);
  put_text(out, text);
}

/* The year and week of ISO 8601, whose weeks begin on Monday; the first has the first Thursday. */
static void
put_week(struct out *out, const struct tm *tm, char which)
{
  int day = (tm->tm_wday + 6) % 7, week = (tm->tm_yday - day + 10) / 7;
  long long year = 1900LL + tm->tm_year, before = year - 1;
  int days = YEAR + is_leap(year), days_before_it = YEAR + is_leap(before);

  if (week < 1) {
    week = (tm->tm_yday + days_before_it - day + 10) / 7;
    year = before;
  } else if (week == 53 && tm->tm_yday - day + 3 >= days) {
    week = 1;
    year++;
  }
  if (which == 'V')
    put_number(out, "%02lld", week);
  else if (which == 'G')
    put_number(out, "%lld", year);
  else
    put_number(out, "%02lld", (year % 100 + 100) % 100);
}

static void put_all(struct out *out, const char *format, const struct tm *tm);

static void
put_zone(struct out *out, const struct tm *tm)
{
  long minutes = (tm->tm_gmtoff < 0 ? -tm->tm_gmtoff : tm->tm_gmtoff) / MINUTE;

  put(out, tm->tm_gmtoff < 0 ? '-' : '+');
  put_number(out, "%02lld", minutes / 60);
  put_number(out, "%02lld", minutes % 60);
}

static void
put_seconds(struct out *out, const struct tm *tm)
{
  struct tm copy = *tm;

  put_number(out, "%lld", mktime(&copy));
}

/* Numbers in dates: X(letter, format, value) */
#define NUMBERS(X)                                                                                 \
  X('C', "%02lld", year / 100 - (year % 100 < 0))                                                  \
  X('d', "%02lld", tm->tm_mday)                                                                    \
  X('e', "%2lld", tm->tm_mday)                                                                     \
  X('H', "%02lld", tm->tm_hour)                                                                    \
  X('I', "%02lld", (tm->tm_hour + 11) % 12 + 1)                                                    \
  X('j', "%03lld", tm->tm_yday + 1)                                                                \
  X('k', "%2lld", tm->tm_hour)                                                                     \
  X('l', "%2lld", (tm->tm_hour + 11) % 12 + 1)                                                     \
  X('m', "%02lld", tm->tm_mon + 1)                                                                 \
  X('M', "%02lld", tm->tm_min)                                                                     \
  X('S', "%02lld", tm->tm_sec)                                                                     \
  X('u', "%lld", (tm->tm_wday + 6) % 7 + 1)                                                        \
  X('U', "%02lld", (tm->tm_yday + 7 - tm->tm_wday) / 7)                                            \
  X('w', "%lld", tm->tm_wday)                                                                      \
  X('W', "%02lld", (tm->tm_yday + 7 - (tm->tm_wday + 6) % 7) / 7)                                  \
  X('y', "%02lld", (year % 100 + 100) % 100)                                                       \
  X('Y', "%lld", year)

/* Dates that are made of others, in the locale "C". */
#define TEXTS(X)                                                                                   \
  X('c', "%a %b %e %H:%M:%S %Y")                                                                   \
  X('D', "%m/%d/%y")                                                                               \
  X('F', "%Y-%m-%d")                                                                               \
  X('n', "\n")                                                                                     \
  X('r', "%I:%M:%S %p")                                                                            \
  X('R', "%H:%M")                                                                                  \
  X('t', "\t")                                                                                     \
  X('T', "%H:%M:%S")                                                                               \
  X('x', "%m/%d/%y")                                                                               \
  X('X', "%H:%M:%S")

static void
put_conversion(struct out *out, char letter, const struct tm *tm)
{
  const long long year = 1900LL + tm->tm_year;
  char short_name[4] = {0};

  switch (letter) {
#define X(character, format, value)                                                                \
  case character:                                                                                  \
    put_number(out, format, value);                                                                \
    return;
    NUMBERS(X)
#undef X
#define X(character, format)                                                                       \
  case character:                                                                                  \
    put_all(out, format, tm);                                                                      \
    return;
    TEXTS(X)
#undef X
  case 'A':
    put_text(out, week_day(tm));
    return;
  case 'B':
    put_text(out, month_of(tm));
    return;
  case 'a':
    put_text(out, memcpy(short_name, week_day(tm), *week_day(tm) == '?' ? 1 : 3));
    return;
  case 'b':
  case 'h':
    put_text(out, memcpy(short_name, month_of(tm), *month_of(tm) == '?' ? 1 : 3));
    return;
  case 'p':
    put_text(out, tm->tm_hour >= 12 ? "PM" : "AM");
    return;
  case 'P':
    put_text(out, tm->tm_hour >= 12 ? "pm" : "am");
    return;
  case 'G':
  case 'g':
  case 'V':
    put_week(out, tm, letter);
    return;
  case 's':
    put_seconds(out, tm);
    return;
  case 'z':
    put_zone(out, tm);
    return;
  case 'Z':
    put_text(out, tm->tm_zone ? tm->tm_zone : "");
    return;
  case '%':
    put(out, '%');
    return;
  default: /* not defined */
    __heddle_assumed("strftime leaves out conversions that are not in the C standard");
  }
}

static void
put_all(struct out *out, const char *format, const struct tm *tm)
{
  for (; *format; format++) {
    if (*format != '%') {
      put(out, *format);
      continue;
    }
    format++;
    if (*format == 'E' || *format == 'O')
      format++;
    if (!*format)
      return;
    put_conversion(out, *format, tm);
  }
}

/* Exactly as specified, in the locale "C"; 0 if the memory is too small. */
size_t
strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict tm)
{
  struct out out = {to, size, 0, 0};

  put_all(&out, format, tm);
  if (out.full || out.length >= size)
    return 0;
  to[out.length] = 0;
  return out.length;
}
