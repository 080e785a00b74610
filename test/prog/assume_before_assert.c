/* The counterpart: the assumption rules the violation out. */
// verdict: safe
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void assume_abort_if_not(int condition);

int
main(void)
{
  unsigned char c = __VERIFIER_nondet_uchar();

  assume_abort_if_not(c == 7);
  assert(c != 5);
  return 0;
}
