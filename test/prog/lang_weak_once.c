/* A weak compare-and-exchange outside of a loop: it may fail although nobody interferes. */
// run: --rounds 1 --unwind 1 => bug
// expect: spurious failure
#include <assert.h>
#include <stdatomic.h>

static atomic_int once;

int
main(void)
{
  int expected = 0;
  _Bool first = atomic_compare_exchange_weak(&once, &expected, 1);

  assert(expected == 0);
  assert(first);
  return 0;
}
