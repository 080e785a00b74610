/* An object may lie at a number that the program names, but not at null, small numbers or -1. A number
 * that looks like one of our own addresses is none. */
// right
// open the program looks at where objects lie -DNAMED
// open the program looks at where objects lie -DSWAPPED
// open a constant of a kind that is not supported -DOURS
// open a variable whose initial value is not known -DOURS_IN_MEMORY
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>

static int x;
static _Atomic(int *) place = &x;
#ifdef OURS_IN_MEMORY
static volatile uint64_t stored = 0x4ed1000180000000;
#endif

int
main(void)
{
  assert((uintptr_t)&x != 0x7000 && &x != (int *)-1 && &x != (int *)1);
#ifdef NAMED
  assert((uintptr_t)&x != 0x10000);
#endif
#ifdef SWAPPED
  int *expected = (int *)0x20000;
  assert(!atomic_compare_exchange_strong(&place, &expected, NULL));
#endif
#ifdef OURS
  return *(volatile int *)0x4ed1000180000000;
#endif
#ifdef OURS_IN_MEMORY
  return *(volatile int *)stored;
#endif
  return !atomic_load(&place);
}
