// exit: 2
// stderr: set_jmp_other.c:10
// stderr: siglongjmp
#include <setjmp.h>

int
main(void)
{
  static sigjmp_buf place;
  siglongjmp(place, 1);
}
