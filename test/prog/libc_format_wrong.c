/* Room for three digits is not enough for every number. */
// run: => bug
// expect: invalid
// run: -- -DCUT => bug
// brute: no
#include <assert.h>
#include <stdio.h>

unsigned short __VERIFIER_nondet_ushort(void);

int
main(void)
{
  char text[4];
  unsigned number = __VERIFIER_nondet_ushort();

#ifdef CUT
  assert(snprintf(text, sizeof text, "%u", number) < (int)sizeof text);
#else
  sprintf(text, "%u", number);
#endif
  return 0;
}
