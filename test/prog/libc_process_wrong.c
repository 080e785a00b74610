/* read and write may do less than they were asked to, and there may be one processor only. */
// run: => bug
// run: -- -DWRITE => bug
// run: -- -DONE => bug
// run: -- -DPID => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <unistd.h>

int
main(void)
{
  char text[4] = "abc";
#if defined WRITE
  ssize_t n = write(1, text, 4);

  assert(n == -1 || n == 4);
#elif defined ONE
  assert(sysconf(_SC_NPROCESSORS_ONLN) > 1);
#elif defined PID
  assert(getpid() != 4711);
#else
  ssize_t n = read(0, text, 4);

  if (n > 0)
    assert(text[0] != 'q');
#endif
  return 0;
}
