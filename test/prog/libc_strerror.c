/* The strerror_r of POSIX may say that it knows no such number or lacks room; messages end within
 * their memory. */
// run: => safe
// run: -- -DWRONG => bug
// brute: no
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <string.h>

int
main(void)
{
  char text[4] = "abc", *message = strerror(EINVAL);
  int result = strerror_r(EINVAL, text, 3);

#ifdef WRONG
  assert(result == 0);
#else
  assert(result == 0 || result == EINVAL || result == ERANGE);
#endif
  assert(text[2] == 0 && text[3] == 0);
  assert(strlen(message) < 100 && strlen(strsignal(3)) < 100);
  return 0;
}
