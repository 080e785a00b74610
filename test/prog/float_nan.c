/* What holds of all numbers, NaN among them. */
// run: --rounds 1 => safe
// brute: no
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int
main(void)
{
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float();

  assert(x < y || x == y || x > y || isnan(x) || isnan(y));
  assert((x != x) == (isnan(x) != 0));
  assert(!(x < y && y <= x));
  assert(isunordered(x, y) == (isnan(x) || isnan(y)));
  assert((fpclassify(f) == FP_NAN) == (f != f));
  assert(!isinf(f) || f * 0 != f * 0);
  assert(isfinite(f) == (f - f == 0));
  assert(isnan(f) || (signbit(f) != 0) == (f < 0 || (f == 0 && 1 / f < 0)));
  assert((double)f == f || isnan(f));
  return 0;
}
