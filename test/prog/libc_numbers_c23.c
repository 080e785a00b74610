/* The names that C23 gives the functions that read numbers: they know binary ones. */
// run: => safe
// run: -- -DWRONG=strtol => bug
// run: -- -DWRONG=strtoumax => bug
// brute: no
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

long __isoc23_strtol(const char *text, char **end, int base);
long long __isoc23_strtoll(const char *text, char **end, int base);
intmax_t __isoc23_strtoimax(const char *text, char **end, int base);
unsigned long __isoc23_strtoul(const char *text, char **end, int base);
unsigned long long __isoc23_strtoull(const char *text, char **end, int base);
uintmax_t __isoc23_strtoumax(const char *text, char **end, int base);

int
main(void)
{
  const char *text = "-0b101z";
  char *end;

#ifdef WRONG
  assert(WRONG(text, &end, 0) == -5); /* reads -0 */
#endif
  assert(__isoc23_strtol(text, &end, 0) == -5 && end == text + 6);
  assert(__isoc23_strtoll("0B11", &end, 2) == 3 && *end == 0);
  assert(__isoc23_strtoimax("0x1f", NULL, 0) == 31);
  assert(__isoc23_strtoul("0b2", &end, 0) == 0 && *end == 'b');
  assert(__isoc23_strtoull("0b1", NULL, 16) == 0xb1);
  assert(__isoc23_strtoumax("0b1", NULL, 0) == 1);
  return 0;
}
