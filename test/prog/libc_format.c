/* Formatting into memory is exact for integers, characters and strings. */
// verdict: safe
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

static int
format(char *to, size_t size, const char *format, ...)
{
  va_list list;
  int length;

  va_start(list, format);
  length = size ? vsnprintf(to, size, format, list) : vsprintf(to, format, list);
  va_end(list);
  return length;
}

/* Nothing is written, so nothing needs to be formatted. */
static void
print(const char *format, ...)
{
  va_list list;

  va_start(list, format);
  assert(vprintf(format, list) >= -1);
  va_end(list);
  va_start(list, format);
  assert(vfprintf(stderr, format, list) >= -1);
  va_end(list);
  va_start(list, format);
  assert(vdprintf(2, format, list) >= -1);
  va_end(list);
}

int
main(void)
{
  char text[32];
  int n = -1, unknown = __VERIFIER_nondet_int();

  assert(snprintf(text, sizeof text, "t-%d %s%%", 42, "warp") == 10);
  assert(strcmp(text, "t-42 warp%") == 0);
  assert(sprintf(text, "%08.3x|%-4c|%+i", 255, 'x', 7) == 16);
  assert(strcmp(text, "     0ff|x   |+7") == 0);
  assert(snprintf(text, 4, "%ld", LONG_MIN) >= 11 && text[0] == '-' && text[3] == 0);
  assert(format(text, sizeof text, "%*d%n|%.*s", 5, -3, &n, 2, "weft") == 8 && n == 5);
  assert(strcmp(text, "   -3|we") == 0);
  assert(format(text, 0, "%#o %#X %hhu %zu", 8, 171, 257, sizeof(char)) == 12);
  assert(strcmp(text, "010 0XAB 1 1") == 0);
  assert(snprintf(NULL, 0, "%s", "loom") == 4);
  n = snprintf(text, sizeof text, "%d", unknown);
  assert(n >= 1 && n <= 11 && strlen(text) == (size_t)n && (text[0] == '-') == (unknown < 0));
  print("%d\n", 1);
  return 0;
}
