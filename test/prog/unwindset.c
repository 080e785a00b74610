/* --unwindset raises the bound of one loop, named by function and line. */
// run: --rounds 1 --unwind 1 => bounded
// run: --rounds 1 --unwind 1 --unwindset count:14=3 => bug
// labels: 2
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static int
count(void)
{
  int n = 0;

  while (__VERIFIER_nondet_bool())
    n++;
  return n;
}

int
main(void)
{
  assert(count() != 3);
  return 0;
}
