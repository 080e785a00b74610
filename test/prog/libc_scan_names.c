/* All functions of the family of scanf, by the names of C99 and of C23: each may store its number,
 * and stores nothing that it does not count. */
// run: => safe
// run: -- -DC23 => safe
// run: -- -DWRONG=scanf("%d",&number) => bug
// run: -- -DWRONG=fscanf(stdin,"%d",&number) => bug
// run: -- -DWRONG=sscanf("1","%d",&number) => bug
// run: -- -DWRONG=by_list("%d",&number) => bug
// run: -- -DWRONG=file_by_list("%d",&number) => bug
// run: -- -DWRONG=text_by_list("%d",&number) => bug
// run: -- -DC23 -DWRONG=scanf("%d",&number) => bug
// run: -- -DC23 -DWRONG=fscanf(stdin,"%d",&number) => bug
// run: -- -DC23 -DWRONG=sscanf("1","%d",&number) => bug
// run: -- -DC23 -DWRONG=by_list("%d",&number) => bug
// run: -- -DC23 -DWRONG=file_by_list("%d",&number) => bug
// run: -- -DC23 -DWRONG=text_by_list("%d",&number) => bug
// brute: no
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#ifdef C23
int __isoc23_scanf(const char *format, ...);
int __isoc23_fscanf(FILE *file, const char *format, ...);
int __isoc23_sscanf(const char *text, const char *format, ...);
int __isoc23_vscanf(const char *format, va_list list);
int __isoc23_vfscanf(FILE *file, const char *format, va_list list);
int __isoc23_vsscanf(const char *text, const char *format, va_list list);
#define scanf __isoc23_scanf
#define fscanf __isoc23_fscanf
#define sscanf __isoc23_sscanf
#define vscanf __isoc23_vscanf
#define vfscanf __isoc23_vfscanf
#define vsscanf __isoc23_vsscanf
#endif

static int
by_list(const char *format, ...)
{
  va_list list;

  va_start(list, format);
  int stored = vscanf(format, list);
  va_end(list);
  return stored;
}

static int
file_by_list(const char *format, ...)
{
  va_list list;

  va_start(list, format);
  int stored = vfscanf(stdin, format, list);
  va_end(list);
  return stored;
}

static int
text_by_list(const char *format, ...)
{
  va_list list;

  va_start(list, format);
  int stored = vsscanf("1", format, list);
  va_end(list);
  return stored;
}

int
main(void)
{
  int number = 0, stored;

#ifdef WRONG
  stored = WRONG;
  assert(stored != 1 || number != 42);
#else
  stored = scanf("%d", &number);
  assert(stored <= 1 && (stored == 1 || number == 0));
  number = 0;
  stored = fscanf(stdin, "%d", &number);
  assert(stored <= 1 && (stored == 1 || number == 0));
  number = 0;
  stored = sscanf("1", "%d", &number);
  assert(stored <= 1 && (stored == 1 || number == 0));
  number = 0;
  stored = by_list("%d", &number);
  assert(stored <= 1 && (stored == 1 || number == 0));
  number = 0;
  stored = file_by_list("%d", &number);
  assert(stored <= 1 && (stored == 1 || number == 0));
  number = 0;
  stored = text_by_list("%d", &number);
  assert(stored <= 1 && (stored == 1 || number == 0));
#endif
  return 0;
}
