/* Inputs of few bits, in a loop that nothing bounds; what nobody has written may be passed on, but not
 * looked at. */
// right
// wrong assertion -DLARGE
// open an input of more than 8 bits -DWIDE
// open a value is used that was never written -DUNWRITTEN
// right -DPASSED
// open a value is used that was never written -DIN_BLOCK
#include <assert.h>
#include <stdlib.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

static int
same(int value)
{
  return value;
}

int
main(void)
{
  unsigned sum = 0;
  int n, *block = malloc(sizeof *block);
  while (__VERIFIER_nondet_bool())
    sum = (sum + __VERIFIER_nondet_uchar()) % 100;
#ifdef LARGE
  assert(sum < 99);
#else
  assert(sum < 100);
#endif
#ifdef WIDE
  n = __VERIFIER_nondet_int();
#endif
#ifdef UNWRITTEN
  assert(same(n) < 5);
#endif
#ifdef PASSED
  int copy = same(*block);
  n = copy;
#endif
#ifdef IN_BLOCK
  assert(*block == 0);
#endif
  free(block);
  (void)n;
  return 0;
}
