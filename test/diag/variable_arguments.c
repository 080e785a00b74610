// exit: 2
// stderr: variable_arguments.c:13:3
// stderr: va_start
#include <stdarg.h>

static int
sum(int n, ...)
{
  int total = 0;
  va_list list;

  /* va_start: what the callee does with its unnamed arguments is not modelled */
  va_start(list, n);
  for (int i = 0; i < n; i++)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

int
main(void)
{
  return sum(2, 3, 4);
}
