/* A program of the software verification competition brings its own reach_error. */
// args: --rounds 1 --unwind 1
// verdict: bug
// labels: 1
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

void reach_error(void);
void
reach_error(void)
{
  assert(0);
}

void __VERIFIER_assert(int condition);
void
__VERIFIER_assert(int condition)
{
  if (!condition) {
  ERROR:
    reach_error();
    abort();
  }
}

int
main(void)
{
  __VERIFIER_assert(__VERIFIER_nondet_bool());
  return 0;
}
