/* A loop with an arbitrary number of turns, at most 3: its body is executed at most N times with
 * --unwind N, so three unwindings leave nothing open. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 1 --unwind 2 => bounded
// run: --rounds 1 --unwind 3 => safe
// labels: 2
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
  int i = 0;

  __VERIFIER_assume(n <= 3);
  while (i < n)
    i++;
  assert(i == n);
  return 0;
}
