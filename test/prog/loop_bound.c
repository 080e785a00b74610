/* A loop whose program says how often it runs does so, even if --unwind is less; a smaller number
 * is no limit. */
// run: --unwind 1 --rounds 1 => bug
// run: --unwind 1 --rounds 1 -- -DMOST=2 => bounded
// run: --unwind 3 --rounds 1 -- -DMOST=2 => bug
// brute: no
#include <assert.h>

#ifndef MOST
#define MOST 3
#endif

int __VERIFIER_nondet_int(void);
void __VERIFIER_loop_bound(int);

int
main(void)
{
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    __VERIFIER_loop_bound(MOST);
    n++;
  }
  assert(n != 3);
}
