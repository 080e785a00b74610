// An index far beyond the end is no valid element of anything else.
// run: => bug
// expect: invalid memory access
// run: -- -DINDEX=1000 => bug
// run: -- -DINDEX=2 => safe
// brute: no
#ifndef INDEX
#define INDEX 8
#endif
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int
main(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 3 && n <= 5);
  int numbers[n], others[n];
  others[n - 1] = 0;
  numbers[INDEX] = others[n - 1];
  return numbers[INDEX];
}
