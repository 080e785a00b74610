/* A pointer that was packed into a word with a count, and unpacked again: a number by then. Its distance
 * from an ordinary pointer is the same wherever the object lies. */
// replay: no, a process cannot be told where to have its objects
// run: => safe
// run: -- -DNUMBERS => safe
// run: -- -DWRONG => bug
// run: -- -DNUMBERS -DWRONG => bug
#include <assert.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int a[8];

int
main(void)
{
  unsigned char k = __VERIFIER_nondet_uchar() & 3;
  uint64_t packed = ((uint64_t)(uintptr_t)(a + k) << 16) | 7;
  int *p = (int *)(uintptr_t)(packed >> 16);

#if defined WRONG
  k++;
#endif
#if defined NUMBERS
  assert((uintptr_t)(a + k) - (uintptr_t)p == 0);
#else
  assert(p - a == k);
#endif
}
