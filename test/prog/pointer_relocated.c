/* The distance of two objects, added to a pointer that may point to several places of one of them. It
 * says where the objects lie, so that is assumed. */
// replay: no, a process cannot be told where to have its objects
// run: => bounded
// run: -- -DEITHER => bounded
// run: -- -DEITHER -m32 => bounded
// run: -- -DWRONG => bug
// expect: assumed: objects lie at the addresses that were chosen for them
#include <assert.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
static char x[4], y[4], z[4];

int
main(void)
{
  unsigned char k = __VERIFIER_nondet_uchar();

#if defined EITHER
  if (k > 7)
    return 0;
  char *p = k > 3 ? y + (k - 4) : x + k;
  if (k / 4 == 0) { /* p points into x */
    z[p - x] = 1;
    assert(z[k] == 1);
  }
#else
  if (k > 2)
    return 0;
  int *p = k == 1 ? &a[2] : &a[k];
  intptr_t distance = (intptr_t)b - (intptr_t)a;
  int *q = (int *)((intptr_t)p + distance); /* the same element of b */
#if defined WRONG
  b[2] = 4;
#endif
  assert(*q == *p);
  assert(q >= b && q <= b + 2);
#endif
}
