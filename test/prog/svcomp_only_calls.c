/* With the competition's property neither an assertion nor abort nor a label is an error. */
// run: --rounds 1 --unwind 1 --property-file test/prog/property/unreach-call.prp --sv-comp => safe
// run: --rounds 1 --unwind 1 --property-file test/prog/property/unreach-call.prp -- -DWRONG => bug
// run: --rounds 1 --unwind 1 => bug
// expect: error location reached
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
void reach_error(void);

int
main(void)
{
  if (__VERIFIER_nondet_bool())
    assert(0);
  if (__VERIFIER_nondet_bool())
    abort();
  if (__VERIFIER_nondet_bool())
    goto ERROR;
  return 0;
ERROR:
#ifdef WRONG
  reach_error(); /* the label must not end the run before this */
#endif
  return 1;
}
