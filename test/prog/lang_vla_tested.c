// The program itself keeps the length within bounds, so every length is covered.
// run: --unwind 5 => safe
// run: --unwind 5 -- -DMOST=17 => safe
// brute: no
#include <assert.h>

#ifndef MOST
#define MOST 4
#endif

int __VERIFIER_nondet_int(void);

static int
last(int n)
{
  if (n < 1 || n > MOST)
    return -1;
  long numbers[n + 1];
  for (int i = 0; i <= n && i < 5; i++)
    numbers[i] = i;
  numbers[n] = n;
  return (int)numbers[n];
}

int
main(void)
{
  int n = __VERIFIER_nondet_int(), found = last(n);
  assert(n >= 1 && n <= MOST ? found == n : found == -1);
  return 0;
}
