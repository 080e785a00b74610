/* --unwind is for the loops of the program. Those of library functions run as long as they have to: the name is
 * five letters long, whatever the bound. */
// run: --rounds 1 --unwind 1 => safe
// run: --rounds 1 --unwind 1 -- -DWRONG => bug
// run: --rounds 1 --unwind 2 -- -DWRONG => bug
// expect: strlen(copy) != 5
// labels: 1
// brute: no
#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

static char name[8], copy[8];

int
main(void)
{
  name[0] = __VERIFIER_nondet_char();
  name[1] = __VERIFIER_nondet_char();
  name[2] = __VERIFIER_nondet_char();
  name[3] = __VERIFIER_nondet_char();
  name[4] = __VERIFIER_nondet_char();
  __VERIFIER_assume(strlen(name) >= 4);
  strcpy(copy, name);
  assert(!strcmp(copy, name));
#ifdef WRONG
  assert(strlen(copy) != 5);
#else
  assert(strlen(copy) == 4 || strlen(copy) == 5);
#endif
  return 0;
}
