/* abs, labs and llabs, as clang knows them and as functions. -DWRONG forgets the least number. */
// run: => safe
// run: -- -fno-builtin => safe
// run: -- -DWRONG => bug
// run: -- -DWRONG -fno-builtin => bug
// brute: no
#include <assert.h>
#include <limits.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  int x = __VERIFIER_nondet_int();

#ifndef WRONG
  if (x == INT_MIN)
    return 0;
#endif
  assert(abs(x) == (x < 0 ? 0u - (unsigned)x : (unsigned)x) && abs(x) >= 0);
  assert(labs(x) == abs(x) && llabs(x) == labs(x) && labs(-1l << 40) == 1l << 40);
  return 0;
}
