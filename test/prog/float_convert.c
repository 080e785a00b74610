/* Integers and back: 53 bits fit into a double, 24 into a float; casts cut towards zero. */
// run: --rounds 1 => safe
// run: --rounds 1 -- -DNARROW => bug
// run: --rounds 1 -- -DWIDE => bug
// brute: no
#include <assert.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int
main(void)
{
  int i = __VERIFIER_nondet_int();
  int64_t l = __VERIFIER_nondet_long();

#if defined NARROW
  assert((int64_t)(float)i == i);
#elif defined WIDE
  __VERIFIER_assume(l > 0 && l < INT64_MAX / 2);
  assert((int64_t)(double)l == l);
#else
  uint64_t u = __VERIFIER_nondet_ulong();
  double x = __VERIFIER_nondet_double();

  assert((int)(double)i == i);
  __VERIFIER_assume(l >= -(1L << 53) && l <= 1L << 53);
  assert((int64_t)(double)l == l);
  assert((double)u >= 0 && (double)u <= 18446744073709551616.0);
  assert((uint32_t)(float)(u & 0xffff00) == (u & 0xffff00));
  __VERIFIER_assume(x > -1000 && x < 1000);
  assert(x - (int)x < 1 && x - (int)x > -1);
  assert((signed char)x == (int)x || x >= 128 || x <= -129);
  assert((double)(float)x <= 1000);
#endif
  return 0;
}
