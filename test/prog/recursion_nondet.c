/* Recursion whose depth depends on an input is cut by the bound. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 1 --unwind 5 => bug
// expect: sum(n) != 6
// labels: 2
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

static int
sum(int n)
{
  if (n == 0)
    return 0;
  return n + sum(n - 1);
}

int
main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();

  __VERIFIER_assume(n <= 3);
  assert(sum(n) != 6);
  return 0;
}
