/* Numbers from text, and the integer functions of <stdlib.h>. */
// verdict: safe
// brute: no
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

static void
from_text(void)
{
  const char *text = " -0x1fz";
  char *end;

  assert(strtol(text, &end, 16) == -31 && end == text + 6);
  assert(strtol(text, &end, 0) == -31 && strtol("017", NULL, 0) == 15);
  assert(strtol("z", NULL, 36) == 35);
  assert(strtoll("-9223372036854775808", NULL, 10) == LLONG_MIN && errno == 0);
  assert(strtoul("4294967295", NULL, 10) == 4294967295ul);
  assert(strtoull("18446744073709551615", NULL, 10) == ULLONG_MAX && errno == 0);
  assert(strtoull("-1", NULL, 10) == ULLONG_MAX && errno == 0);
  assert(strtoimax("12", NULL, 8) == 10 && strtoumax("12", NULL, 3) == 5);
  assert(strtol("0xg", &end, 0) == 0 && *end == 'x');
  assert(strtol(" +", &end, 10) == 0 && *end == ' ');
  assert(atoi("\n42x") == 42 && atol("-7") == -7 && atoll("8589934592") == 1ll << 33);
}

static void
errors(void)
{
  assert(strtoll("9223372036854775808", NULL, 10) == LLONG_MAX && errno == ERANGE);
  errno = 0;
  assert(strtoll("-9223372036854775809", NULL, 10) == LLONG_MIN && errno == ERANGE);
  errno = 0;
  assert(strtoull("18446744073709551616", NULL, 10) == ULLONG_MAX && errno == ERANGE);
  errno = 0;
  assert(strtol("1", NULL, 1) == 0 && errno == EINVAL);
  errno = 0;
  assert(strtoul("1", NULL, 37) == 0 && errno == EINVAL);
}

int
main(void)
{
  /* Not as builtins. */
  int (*absolute)(int) = abs;
  long (*absolute_long)(long) = labs;
  long long (*absolute_long_long)(long long) = llabs;

  from_text();
  errors();
  assert(absolute(-3) == 3 && absolute_long(-4) == 4 && absolute_long_long(-5) == 5);
  assert(imaxabs(-6) == 6);
  assert(div(-7, 2).quot == -3 && div(-7, 2).rem == -1);
  assert(ldiv(7, -2).quot == -3 && ldiv(7, -2).rem == 1);
  assert(lldiv(7, 2).quot == 3 && lldiv(7, 2).rem == 1 && imaxdiv(9, 4).rem == 1);
  return 0;
}
