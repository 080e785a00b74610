/* A local variable that is not set on one path holds an arbitrary value there. */
// verdict: bug
// expect: c == 1
// labels: 1
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

static void
maybe_set(signed char *c)
{
  if (__VERIFIER_nondet_bool())
    *c = 1;
}

int
main(void)
{
  signed char c;

  maybe_set(&c);
  assert(c == 1);
  return 0;
}
