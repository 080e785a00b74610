/* Loops that constants decide need no bound: counted ones with a way out in the middle, and ones that end
 * by a flag. */
// run: --unwind 1 => safe
// run: --unwind 1 -- -DWRONG => bug
// expect: i == 4
// labels: 1
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  int done = 0, i = 0;
  while (!done)
    if (++i == 5)
      done = 1;
#ifdef WRONG
  assert(i == 4);
#endif
  for (i = 0; i < 6; i++)
    if (__VERIFIER_nondet_bool())
      break;
  assert(i <= 6);
  return 0;
}
