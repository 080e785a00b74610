/* A loop made of goto, entered in the middle, with an input for its end. */
// run: --rounds 1 --unwind 4 => bug
// run: --rounds 1 --unwind 1 => bounded
// labels: 2
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  int n = 0;

  goto middle;
again:
  n++;
middle:
  if (__VERIFIER_nondet_bool())
    goto again;
  assert(n != 3);
  return 0;
}
