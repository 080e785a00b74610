/* Rounding to integers, halves to even (rint) or away from zero (round), in all widths. */
// run: => safe
// run: -- -fno-builtin => safe
// run: -- -DWRONG => bug
// run: -- -DWRONG -fno-builtin => bug
// brute: no
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int
main(void)
{
  double x = __VERIFIER_nondet_double();

  __VERIFIER_assume(x == 2.5 || x == -0.5 || x == 1e10 || x == 3.75);
#ifdef WRONG
  assert(llrint(x) == llround(x));
#else
  float f = (float)x;

  assert(lrint(x) == (x == 2.5 ? 2 : x == -0.5 ? 0 : x == 3.75 ? 4 : 10000000000));
  assert(lround(x) == (x == 2.5 ? 3 : x == -0.5 ? -1 : x == 3.75 ? 4 : 10000000000));
  assert(llrint(x) == lrint(x) && lrintf(f) == lrint(x) && llrintf(f) == lrint(x));
  assert(llround(x) == lround(x) && lroundf(f) == lround(x) && llroundf(f) == lround(x));
  assert(nearbyintf(f) == (float)lrint(x) && nearbyint(x) == (double)lrint(x));
#endif
  return 0;
}
