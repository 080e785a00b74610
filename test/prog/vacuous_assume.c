// An assumption that never holds: nothing fails behind it, and the verdict says so.
// verdict: safe
// expect: note: no assertion was reached: no run comes to test/prog/vacuous_assume.c:15 (runs end at line 14)
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int
main(void)
{
  int x = __VERIFIER_nondet_int();

  __VERIFIER_assume(x > 5 && x < 3);
  assert(x == 7);
  return 0;
}
