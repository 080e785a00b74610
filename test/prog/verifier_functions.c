/* __VERIFIER_assert and __VERIFIER_error without definitions in the program. */
// verdict: bug
// expect: __VERIFIER_assert
// labels: 1
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  _Bool a = __VERIFIER_nondet_bool(), b = __VERIFIER_nondet_bool();

  __VERIFIER_assume(a != b);
  if (a == b)
    __VERIFIER_error();
  __VERIFIER_assert(a || b);
  __VERIFIER_assert(a);
  return 0;
}
