/* Division and remainder, signed and unsigned. */
// args: --rounds 2 --unwind 2 --property assert,overflow
// verdict: safe
// labels: 1
#include <assert.h>

char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  int a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char();

  __VERIFIER_assume(b != 0);
  assert(a / b * b + a % b == a);
  assert(a % b == 0 || (a % b < 0) == (a < 0));
  assert(-7 / 2 == -3 && -7 % 2 == -1);
  assert((unsigned char)a / 16 == (unsigned char)a >> 4);
  return 0;
}
