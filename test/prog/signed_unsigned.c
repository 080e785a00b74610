/* Comparisons: -1 is small as an int and large as an unsigned. */
// verdict: safe
// labels: 1
#include <assert.h>

char __VERIFIER_nondet_char(void);

int
main(void)
{
  int i = __VERIFIER_nondet_char();
  unsigned u = (unsigned)i;
  long l = i;

  assert((i < 0) == (u > 0x7fffffffu));
  assert((i < 10) == (l < 10));
  assert((u < 10) == (i >= 0 && i < 10));
  assert((unsigned long)l >= u);
  assert((i <= -1) == !(i >= 0));
  return 0;
}
