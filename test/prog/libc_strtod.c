/* Floating-point numbers from text: rounded as they should be, with errno and the end. */
// run: --unwind 60 => safe
// run: --unwind 60 -- -DWRONG=1 => bug
// run: --unwind 60 -- -DWRONG=2 => bug
// brute: no
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef WRONG
#define WRONG 0
#endif

char __VERIFIER_nondet_char(void);

static void
expect(const char *text, double number, int length, int error)
{
  char *end;
  errno = 0;
  assert(strtod(text, &end) == number);
  assert(end == text + length && errno == error);
}

int
main(void)
{
  char *end, text[] = "0.5";

  expect("", 0, 0, 0);
  expect(" -12.50e1x", -125, 9, 0);
  expect("0.1", 0.1, 3, 0);
  expect("123456789012345678901234567890", 123456789012345678901234567890., 30, 0);
  expect("1.7976931348623157e308", 1.7976931348623157e308, 22, 0);
  expect("1.7976931348623159e308", HUGE_VAL, 22, ERANGE);
  expect("4.9e-324", 4.9e-324, 8, ERANGE);
  expect("1e-400", 0, 6, ERANGE);
  expect("9007199254740993", 9007199254740992., 16, 0);
  expect("0x1.8p-1 ", 0.75, 8, 0);
  expect("0x", 0, 1, 0);
  expect("1e+", 1, 1, 0);
  expect("+.", 0, 0, 0);
  expect("-Infinity", -HUGE_VAL, 9, 0);
  assert(isnan(strtod("nan", &end)) && *end == 0);
  assert(atof("-2.25") == -2.25 && atof("1.1") == 1.1 + (WRONG == 1));
  assert(strtof("1.0000001788139343261718750000000000000000000000001", NULL) ==
         1.00000023841857910156f);
  text[2] = __VERIFIER_nondet_char();
  if (text[2] >= '0' && text[2] <= '9') {
    double number = strtod(text, &end);
    assert(number >= 0 && number <= 0.9 - (WRONG == 2 ? 0.1 : 0) && end == text + 3);
    assert(text[2] != '3' || number == 0.3);
  }
  return 0;
}
