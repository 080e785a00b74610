/* Writing may fail, or write less than it was asked to. */
// run: => bug
// run: -- -DLESS => bug
// run: -- -DFLUSH => bug
// run: -- -DPUT => bug
// brute: no
#include <assert.h>
#include <stdio.h>

int
main(void)
{
#if defined LESS
  assert(fwrite("warp", 1, 4, stdout) == 4);
#elif defined FLUSH
  assert(fflush(stdout) == 0);
#elif defined PUT
  assert(putchar('a') == 'a');
#else
  assert(printf("%d", 1) > 0);
#endif
  return 0;
}
