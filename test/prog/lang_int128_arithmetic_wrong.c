// A mean of two numbers, in 128 bits too late: the sum has wrapped round by then. Only the carry out
// of the low half and the sign of the high one tell.
// args: --unwind 2
// verdict: bug
// brute: no
// expect: assertion failed: mean >= a || mean >= b
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

int
main(void)
{
  unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
  unsigned __int128 right = ((unsigned __int128)a + b) / 2;
  assert(right >= a || right >= b);
  unsigned __int128 mean = (unsigned __int128)(a + b) / 2;
  __VERIFIER_assume(right >> 63 == 1);
  assert(mean >= a || mean >= b);
  return 0;
}
