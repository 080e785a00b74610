/* Comparing function pointers and calling through a structure. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stddef.h>

_Bool __VERIFIER_nondet_bool(void);

struct operation {
  int (*apply)(int);
  int expected;
};

static int
negate(int x)
{
  return -x;
}

static int
twice(int x)
{
  return 2 * x;
}

int
main(void)
{
  struct operation operations[2] = {{negate, -21}, {twice, 42}};
  struct operation *chosen = &operations[__VERIFIER_nondet_bool()];
  int (*apply)(int) = chosen->apply;

  assert(apply != NULL);
  assert(apply(21) == chosen->expected);
  assert((apply == twice) == (chosen->expected == 42));
  return 0;
}
