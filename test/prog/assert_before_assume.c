/* A violation counts even if an assumption behind it fails. */
// verdict: bug
// expect: c != 5
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  unsigned char c = __VERIFIER_nondet_uchar();

  assert(c != 5);
  __VERIFIER_assume(c == 7);
  return 0;
}
