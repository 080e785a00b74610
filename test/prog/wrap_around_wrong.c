/* The sum of two bytes in a byte can be smaller than each. */
// verdict: bug
// expect: sum >= a
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  unsigned char sum = (unsigned char)(a + b);

  assert(sum >= a);
  return 0;
}
