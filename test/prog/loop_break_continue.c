/* break, continue and nested loops with nondeterministic exits. */
// args: --rounds 1 --unwind 3
// verdict: bug
// expect: found != 6
// labels: 1
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int
main(void)
{
  int found = 0;

  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if (j == 1)
        continue;
      if (__VERIFIER_nondet_bool())
        break;
      found++;
    }
  }
  assert(found <= 6);
  assert(found != 6);
  return 0;
}
