// A block that was freed may be handed out again, if it is large enough: with the option, and without
// it, since the program compares them.
// run: --reuse-memory => bug
// expect: assertion failed: second != first || n == 2
// run: --reuse-memory -- -DANY => bug
// run: -- -DANY => bug
// run: -- -DLARGER => bounded
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int
main(void)
{
  unsigned char m = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(m > 0 && m < 4 && n > 0 && n < 4);
  char *block = malloc(m);
  uintptr_t first = (uintptr_t)block;
  free(block);
  block = malloc(n);
  uintptr_t second = (uintptr_t)block;
#ifdef ANY
  assert(second != first || n == m);
#elif defined LARGER
  assert(second != first || n <= m);
#else
  assert(second != first || n == 2);
#endif
  free(block);
  return 0;
}
