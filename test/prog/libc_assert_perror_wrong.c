/* assert_perror fails on any error. */
// run: => bug
// expect: assert_perror
// run: -- -DPLAIN => bug
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>

#ifdef PLAIN
void __assert(const char *condition, const char *file, int line);
#endif

int
main(void)
{
#ifdef PLAIN
  __assert("what other libraries call", "warp", 1);
#else
  assert_perror(EINVAL);
#endif
  return 0;
}
