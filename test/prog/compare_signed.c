// Signed and unsigned less-than, of numbers below zero.
// run: => bug
// run: -- -DNUMBER=unsigned => safe
// brute: no
#include <assert.h>

int __VERIFIER_nondet_int(void);

#ifndef NUMBER
#define NUMBER int
#endif

int
main(void)
{
  NUMBER i = (NUMBER)__VERIFIER_nondet_int();
  assert(!(i < 0));
  return 0;
}
