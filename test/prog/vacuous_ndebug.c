// Assertions that the preprocessor has removed.
// run: -- -DNDEBUG => safe
// run: => bug
// expect: assertion failed
#include <assert.h>

int
main(void)
{
  int one = 1;

  (void)one;
  assert(one == 2);
  return 0;
}
