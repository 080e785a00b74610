// An array must have at least one element; -1 as a short is not 65535 of them.
// run: -- -DTYPE=int => bug
// expect: the size of an array is not positive
// run: -- -DTYPE=short => bug
// run: -- -DTYPE=long => bug
// run: -- -DTYPE=int -DPOSITIVE => safe
// run: --property assert -- -DTYPE=int => safe
// brute: no
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int
main(void)
{
  TYPE n = (TYPE)__VERIFIER_nondet_int();
#ifdef POSITIVE
  __VERIFIER_assume(n > 0);
#endif
  __VERIFIER_assume(n > -3 && n < 3);
  char text[n];
  text[0] = 0;
  return text[0];
}
