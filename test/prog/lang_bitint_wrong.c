// Modulo 2^70: a counter that wraps round.
// args: --unwind 2
// verdict: bug
// brute: no
// expect: assertion failed: next > counter
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);

int
main(void)
{
  unsigned _BitInt(70) counter = (unsigned _BitInt(70))__VERIFIER_nondet_ulong() << 6;
  unsigned _BitInt(70) next = counter + 64;
  assert(next > counter);
  return 0;
}
