// An array of variable length, used up to its end; every length there can be is covered.
// run: --unwind 6 => safe
// brute: no
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int
sum_of_squares(int n)
{
  int squares[n], sum = 0;
  for (int i = 0; i < n; i++)
    squares[i] = i * i;
  assert(sizeof squares == n * sizeof(int));
  for (int i = 0; i < n; i++)
    sum += squares[i];
  return sum;
}

int
main(void)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 5);
  assert(sum_of_squares(n) == (n - 1) * n * (2 * n - 1) / 6);
  return 0;
}
