// run: --rounds 1 --unwind 1 --property-file test/prog/property/memory.prp --sv-comp => bug
// run: --rounds 1 --unwind 1 --property-file test/prog/property/unreach-call.prp => safe
// expect: false(valid-deref)
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  int x = 0, *p = __VERIFIER_nondet_bool() ? &x : NULL;
  return *p;
}
