// An assertion that is a function, which no run reaches.
// verdict: safe
// expect: note: no run comes to the assertion at test/prog/vacuous_function.c:16 (main returns before)
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);

int
main(void)
{
  int x = __VERIFIER_nondet_int();

  __VERIFIER_assume(x > 0);
  __VERIFIER_assert(x != 0);
  if (x < 0)
    __VERIFIER_assert(x == 7);
  return 0;
}
