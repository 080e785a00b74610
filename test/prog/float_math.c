/* The functions of <math.h> that are exact: as clang's intrinsics, and called by name. */
// run: --rounds 1 => safe
// run: --rounds 1 -- -fno-builtin => safe
// run: --rounds 1 -- -DFLOATS => safe
// run: --rounds 1 -- -DFLOATS -fno-builtin => safe
// run: --rounds 1 -- -DTIES => bug
// run: --rounds 1 -- -DTIES -fno-builtin => bug
// run: --rounds 1 -- -DSQUARE => bug
// run: --rounds 1 -- -DREMAINDER => bug
// brute: no
#include <assert.h>
#include <math.h>
#include <time.h>

float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

static inline void
of_doubles(double x, double y)
{
  assert(floor(x) <= x && x < floor(x) + 1);
  assert(ceil(x) >= x && ceil(x) - x <= 1);
  assert(trunc(x) == (int)x && signbit(trunc(x)) == signbit(x));
  assert(fabs(round(x) - x) <= 0.5 && fabs(rint(x) - x) <= 0.5);
  assert(rint(x) == nearbyint(x) && lrint(x) == (long)rint(x) && lround(x) == (long)round(x));
  assert(fabs(x) >= 0 && (fabs(x) == x || fabs(x) == -x));
  assert(fmin(x, y) <= fmax(x, y) && (fmin(x, y) == x ? fmax(x, y) == y : fmax(x, y) == x));
  assert(fmin(x, NAN) == x && fmax(NAN, x) == x);
  assert(signbit(copysign(x, y)) == signbit(y) && fabs(copysign(x, y)) == fabs(x));
}

static inline void
of_floats(float x, float y)
{
  assert(floorf(x) == floor(x) && ceilf(x) == ceil(x) && truncf(x) == trunc(x));
  assert(rintf(x) == rint(x) && roundf(x) == round(x) && llroundf(x) == lround(x));
  assert(fminf(x, y) == fmin(x, y) && fmaxf(x, y) == fmax(x, y));
  assert(fabsf(x) == fabs(x) && copysignf(x, y) == copysign(x, y));
  assert(sqrtf(fabsf(x)) >= 0 && isnan(sqrtf(-1 - fabsf(x))));
  assert(x < 1 || sqrtf(x) <= x);
}

int
main(void)
{
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  float f = __VERIFIER_nondet_float(), g = __VERIFIER_nondet_float();

  __VERIFIER_assume(x > -1000 && x < 1000 && y > -1000 && y < 1000);
  __VERIFIER_assume(f > -1000 && f < 1000 && g > -1000 && g < 1000);
#if defined TIES
  assert(round(x) == rint(x)); /* not for 0.5: half to even, half away from zero */
#elif defined SQUARE
  __VERIFIER_assume(f > 1);
  assert(sqrtf(f) * sqrtf(f) == f);
#elif defined REMAINDER
  __VERIFIER_assume(f >= 8 && f < 16);
  assert(fmodf(f, 3) != 2.5f);
#elif defined FLOATS
  of_floats(f, g);
#else
  of_doubles(x, y);
  assert(finite(x) && !(isnan)(x) && !(isinf)(x) && (isinf)(-1e300 * 1e300) < 0);
  assert(difftime(5, 7) == -2 && difftime(7, 5) == 2);
  assert(sqrt(2.25) == 1.5 && fmod(-7.5, 2) == -1.5 && isinf(-1 / 0.0));
#endif
  return 0;
}
