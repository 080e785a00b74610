/* A server's loop: no run leaves it, so that every run comes to its bound. The bug is in the sixth request, and
 * bounds are raised until it is found. */
// run: --time 10m => bug
// run: --rounds 1 --unwind 5 => bounded
// expect: served < 6
// brute: no
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned last;

int
main(void)
{
  unsigned served = 0;

  for (;;) {
    last = __VERIFIER_nondet_uint();
    served++;
    assert(served < 6);
  }
}
