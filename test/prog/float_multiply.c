/* Products and quotients of doubles. */
// run: --rounds 1 => safe
// run: --rounds 1 -- -DTENTH => bug
// run: --rounds 1 -- -DINVERSE => bug
// brute: no
#include <assert.h>

int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);

int
main(void)
{
  double x = __VERIFIER_nondet_double();
  int n = __VERIFIER_nondet_int();

  __VERIFIER_assume(x > 0.01 && x < 100);
  __VERIFIER_assume(n > 0 && n <= 100);
#if defined TENTH
  assert(n * 0.1 == n / 10.0); /* not for 3 */
#elif defined INVERSE
  assert(1 / (1 / x) == x);
#else
  assert(x * 0.5 + x * 0.5 == x);
  assert(x / 4 == x * 0.25);
  assert(x / x == 1);
  assert(n / 10.0 * 10.0 == n);
#endif
  return 0;
}
