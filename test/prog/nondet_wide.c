/* The solver finds the one value among 2^64 that makes the claim fail. */
// verdict: bug
// brute: no
// expect: x * 3 != 0x123456789abcdef0
// labels: 1
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);

int
main(void)
{
  unsigned long x = __VERIFIER_nondet_ulong();

  assert(x * 3 != 0x123456789abcdef0);
  return 0;
}
