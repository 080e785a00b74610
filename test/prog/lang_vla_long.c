// Nothing is known of the length: long arrays are not covered, and the verdict says so.
// verdict: bounded
// expect: objects made at
// expect: lang_vla_long.c:16 of other sizes than those tried, up to 1024 bytes
// brute: no
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int
main(void)
{
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n > 0);
  int numbers[n];
  numbers[n - 1] = 7;
  assert(numbers[n - 1] == 7);
  return 0;
}
