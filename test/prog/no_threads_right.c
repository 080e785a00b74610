/* ... and can be proved safe. */
// verdict: safe
// labels: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int
main(void)
{
  int balance = 100;
  unsigned char amount = __VERIFIER_nondet_uchar();

  if (amount <= balance)
    balance -= amount;
  assert(balance >= 0);
  return 0;
}
