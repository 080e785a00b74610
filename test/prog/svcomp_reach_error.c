/* In the competition a call of reach_error is the error, also of one that the program defines; the
 * assertion in it and the abort behind it are not, and other assertions just end the run. */
// run: --rounds 1 --unwind 1 --property-file test/prog/property/unreach-call.prp --sv-comp => bug
// run: --rounds 1 --unwind 1 --property-file test/prog/property/memory.prp => safe
// expect: error location reached at test/prog/svcomp_reach_error.c:23
// expect: false(unreach-call)
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);

void reach_error(void);
void
reach_error(void)
{
  assert(0);
}

int
main(void)
{
  if (__VERIFIER_nondet_bool()) {
    reach_error();
    abort();
  }
  return 0;
}
