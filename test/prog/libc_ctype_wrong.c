/* A character that is no letter has no other case, and one beyond 255 is in no table. */
// run: --property assert => bug
// run: --property memory => bug
// expect: isalpha(toupper(c))
// brute: no
#include <assert.h>
#include <ctype.h>

int __VERIFIER_nondet_int(void);

int
main(void)
{
  int c = __VERIFIER_nondet_int();

  if (c >= 0 && isgraph(c) && !isdigit(c))
    assert(isalpha(toupper(c)));
  return 0;
}
