// The last element is one too far, whatever the length.
// run: --unwind 6 => bug
// expect: invalid memory access
// expect: n = 5
// brute: no
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int
main(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 5 && n <= 6);
  int numbers[n];
  for (int i = 0; i <= n; i++)
    if (n == 5 || i < n)
      numbers[i] = i;
  return 0;
}
