/* The functions of <err.h> that take a list of arguments. */
// run: -- -DCALL=verr => safe
// run: -- -DCALL=verrx => safe
// run: -- -DCALL=vwarn -DRETURNS => bug
// run: -- -DCALL=vwarnx -DRETURNS => bug
// expect: comes back
#include <assert.h>
#include <err.h>
#include <stdarg.h>
#include <stdlib.h>

static void
say(const char *format, ...)
{
  va_list list;

  va_start(list, format);
#ifdef RETURNS
  CALL(format, list);
#else
  CALL(3, format, list);
#endif
  va_end(list);
}

int
main(void)
{
  say("%d threads", 2);
  assert(!"comes back");
  return 0;
}
