/* An arbitrary character of a string. */
// verdict: bug
// expect: c != 'd'
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 6);
  char c = "heddle"[i];

  assert(c >= 'd' && c <= 'l');
  assert(c != 'd');
  return 0;
}
