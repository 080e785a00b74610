/* Halving rounds towards zero, shifting does not. */
// verdict: bug
// expect: a / 2 == a >> 1
// labels: 1
#include <assert.h>

char __VERIFIER_nondet_char(void);

int
main(void)
{
  int a = __VERIFIER_nondet_char();

  assert(a / 2 == a >> 1);
  return 0;
}
