/* Of two numbers one is smaller or they are equal - unless one is not a number. */
// run: --rounds 1 => bug
// run: --rounds 1 -- -DNUMBERS => safe
// brute: no
// expect: x < y || x == y || x > y
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int
main(void)
{
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();

#ifdef NUMBERS
  __VERIFIER_assume(!isnan(x) && !isnan(y));
#endif
  assert(x < y || x == y || x > y);
  return 0;
}
