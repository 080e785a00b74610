/* ffs and its kin number bits from 1, and 0 has none; so does clang's own idea of them. */
// run: => safe
// run: -- -fno-builtin => safe
// run: -- -fno-builtin -m32 => safe
// run: -- -DWRONG -fno-builtin => bug
// brute: no
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <strings.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  int x = __VERIFIER_nondet_int(), first = ffs(x);

  assert(first >= 0 && first <= 32 && (first == 0) == (x == 0));
  assert(first == 0 || ((unsigned)x >> (first - 1) & 1) == 1);
  assert(first == ffsl(x) && first == ffsll(x));
  assert(ffsll(1ll << 40) == 41 && ffsl(1l << 31) == 32 && ffs(0) == 0);
#ifdef WRONG
  assert(first == 0 || x >> (first - 1) == 1); /* there are others above */
#endif
  return 0;
}
