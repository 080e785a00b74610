/* Tests on a constant counter inside a loop do not make its number of iterations constant: a loop up to
 * an input is cut, whatever assertions and breaks it contains. */
// run: --unwind 2 => bounded
// run: --unwind 2 -- -DBREAK => bounded
// run: --unwind 3 -- -DTHIRD => bug
// run: --unwind 2 -- -DTHIRD => bounded
// expect: i != 2
// labels: 2
// brute: no
#include <assert.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) {
#if defined BREAK
    if (i == -1)
      break;
#elif defined THIRD
    assert(i != 2);
#else
    assert(i != -1);
#endif
  }
  return 0;
}
