/* Reading and writing an array at an arbitrary index. */
// verdict: bug
// expect: numbers[i] != 9
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  int numbers[4] = {1, 4, 9, 16};
  unsigned char i = __VERIFIER_nondet_uchar();

  __VERIFIER_assume(i < 4);
  assert(numbers[i] == (i + 1) * (i + 1));
  assert(numbers[i] != 9);
  return 0;
}
