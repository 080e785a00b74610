/* Recursion with constant arguments folds away, whatever the bound. */
// args: --rounds 1 --unwind 1
// verdict: safe
// labels: 1
#include <assert.h>

static int
factorial(int n)
{
  return n <= 1 ? 1 : n * factorial(n - 1);
}

static int
fibonacci(int n)
{
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

int
main(void)
{
  assert(factorial(5) == 120);
  assert(fibonacci(7) == 13);
  return 0;
}
