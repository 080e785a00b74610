/* Sums of floats, with rounding: what is true of them, and what one might think. */
// run: --rounds 1 => safe
// run: --rounds 1 -- -DABSORBED => bug
// run: --rounds 1 -- -DASSOCIATIVE => bug
// run: --rounds 1 -- -DSUBNORMAL => safe
// brute: no
#include <assert.h>

float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);

int
main(void)
{
  float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float();

  __VERIFIER_assume(x > 0 && x < 1000 && y > 0 && y < 1000);
#if defined ABSORBED
  assert(x + y > x);
#elif defined ASSOCIATIVE
  assert(x + y + 1 == x + (y + 1));
#elif defined SUBNORMAL
  assert(x == y || x - y != 0); /* true because there are subnormal numbers */
#else
  assert(x + y >= x && x + y <= 2000);
  assert(x - y < x || x - y == x);
#endif
  return 0;
}
