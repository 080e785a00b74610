/* assert_perror fails on any error. */
// verdict: bug
// expect: assertion failed: the argument of assert_perror is not 0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>

int
main(void)
{
  assert_perror(EINVAL);
  return 0;
}
