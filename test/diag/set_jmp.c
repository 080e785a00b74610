// exit: 2
// stderr: set_jmp.c:10
// stderr: setjmp
#include <setjmp.h>

int
main(void)
{
  static jmp_buf place;
  if (setjmp(place))
    return 1;
  longjmp(place, 1);
}
