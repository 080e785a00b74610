// alloca of a size that is not constant; a size of 0 is allowed as long as nobody uses it.
// run: => safe
// run: -- -DUSED=4 => bug
// brute: no
#include <alloca.h>
#include <assert.h>
#include <stdbool.h>

#ifndef USED
#define USED size
#endif

bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  int size = __VERIFIER_nondet_bool() ? 4 : 0;
  char *text = alloca((unsigned)size);
  assert(text);
  if (USED)
    text[3] = 'x';
  if (USED)
    assert(text[3] == 'x');
  return 0;
}
