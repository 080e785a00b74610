/* The same with a claim that fails after exactly three turns. */
// run: --rounds 1 --unwind 2 => bounded
// run: --rounds 1 --unwind 3 => bug
// expect: i != 3
// labels: 2
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
  int i = 0;

  __VERIFIER_assume(n <= 3);
  while (i < n)
    i++;
  assert(i != 3);
  return 0;
}
