/* __VERIFIER_error is an error location, where it can be reached. */
// run: => safe
// run: -- -DWRONG => bug
// expect: __VERIFIER_error() is called
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_error(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  _Bool a = __VERIFIER_nondet_bool();

#ifndef WRONG
  __VERIFIER_assume(a);
#endif
  if (!a)
    __VERIFIER_error();
  return 0;
}
