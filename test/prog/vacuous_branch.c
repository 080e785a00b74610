// One of two assertions is never reached. The other is, by one input in four billion only, which no
// run at random finds.
// verdict: safe
// expect: note: no run comes to the assertion at test/prog/vacuous_branch.c:15 (main returns before)
#include <assert.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  int x = __VERIFIER_nondet_int();

  if (x > 5 && x < 3)
    assert(x == 7);
  if (x == 123456789)
    assert(x != 7);
  return 0;
}
