/* Two pointers that are subtracted point into the same object, also if each may point into two. */
// replay: no, a process cannot be told where to have its objects
// run: => safe
// run: -- -m32 => safe
// run: -- -DADDRESS => bug
// run: -- -DWRONG => bug
#include <assert.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);

static int a[10], b[10];

int
main(void)
{
  unsigned i = __VERIFIER_nondet_uint() % 10;
  int *p = __VERIFIER_nondet_uint() ? a : b;
  int *r = a + ((p + i) - p);

  *r = 5;
#if defined ADDRESS
  assert(((uintptr_t)r & 64) == 0);
#elif defined WRONG
  assert(r < a + 9);
#else
  assert(r >= a && r < a + 10 && a[i] == 5);
  assert((p + i) - p == (int)i && p - (p + i) == -(int)i);
#endif
}
