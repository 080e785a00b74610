// exit: 2
// stderr: 'no_such_header.h' file not found
// stderr: missing_header.c does not compile
#include "no_such_header.h"

int
main(void)
{
  return 0;
}
