// Division rounds towards zero, also of negative numbers: -7 / 2 is -3, and the rest is -1.
// args: --unwind 2
// verdict: bug
// brute: no
// expect: assertion failed: x / ((__int128)1 << 80) == x >> 80
#include <assert.h>

long __VERIFIER_nondet_long(void);

int
main(void)
{
  __int128 x = (__int128)__VERIFIER_nondet_long() << 60;
  __int128 quotient = x / ((__int128)1 << 80), rest = x % ((__int128)1 << 80);
  assert(quotient * ((__int128)1 << 80) + rest == x && (rest <= 0 || x >= 0));
  assert(x / ((__int128)1 << 80) == x >> 80);
  return 0;
}
