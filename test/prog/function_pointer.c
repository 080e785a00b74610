/* Function pointers in a table, chosen by an input. */
// verdict: bug
// expect: result != 12
// labels: 1
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static int
add(int a, int b)
{
  return a + b;
}

static int
multiply(int a, int b)
{
  return a * b;
}

static int (*const table[2])(int, int) = {add, multiply};

int
main(void)
{
  int result = table[__VERIFIER_nondet_bool()](3, 4);

  assert(result == 7 || result == 12);
  assert(result != 12);
  return 0;
}
