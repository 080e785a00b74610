/* A program without threads is checked as a sequential one. */
// verdict: bug
// expect: assertion failed: balance >= 0
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  int balance = 100;
  unsigned char amount = __VERIFIER_nondet_uchar();

  if (amount < 150)
    balance -= amount;
  assert(balance >= 0);
  return 0;
}
