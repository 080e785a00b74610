// exit: 2
// stderr: vfork.c:9
// stderr: vfork
#include <unistd.h>

int
main(void)
{
  return vfork() < 0;
}
