/* The first operand of && or || may decide an assertion alone; it is reached all the same. So the only
 * one that is not is the one behind a condition that never holds. */
// run: => safe
// expect: note: no run comes to the assertion at test/prog/vacuous_operands.c:21 (
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();

  if (a > 3)
    assert(!(a == 2 && b == 1));
  if (a == 5)
    assert(!(b == 3 && a == 4 && b == 5) || a == 6);
  if (a == 7)
    assert(a == 7 || b == 1);
  if (a > 3 && a < 2)
    assert(!(a == 2 && b == 1));
}
