/* A loop that tests first has its test once more than its body; one that tests inside has not. From a
 * macro all parts of a loop have the same line and column. */
// run: --rounds 1 --unwind 1 -- -DLOOP=TESTS_FIRST => bug
// run: --rounds 1 --unwind 1 -- -DLOOP=TESTS_INSIDE => bounded
// run: --rounds 1 --unwind 2 -- -DLOOP=TESTS_INSIDE => bug
// run: --rounds 1 --unwind 1 -- -DLOOP=TESTS_LAST => bounded
// run: --rounds 1 --unwind 2 -- -DLOOP=TESTS_LAST => bug
#include <assert.h>

int __VERIFIER_nondet_int(void);

#define TESTS_FIRST while (n++, __VERIFIER_nondet_int()) body++
#define TESTS_INSIDE for (;;) { if (n++, !__VERIFIER_nondet_int()) break; body++; }
#define TESTS_LAST do { body++; } while (n++, __VERIFIER_nondet_int())

int
main(void)
{
  int n = 0, body = 0;

  LOOP;
  assert(n != 2);
  return 0;
}
