/* The promises are kept. */
// run: --rounds 2 --unwind 1 => safe
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static _Noreturn void
leave(void)
{
  exit(0);
}

int
main(void)
{
  unsigned x = __VERIFIER_nondet_uchar() % 3;

#ifdef __clang__
  __builtin_assume(x < 3);
#endif
  switch (x) {
  case 0:
    leave();
  case 1:
    return 0;
  case 2:
    break;
  default:
    __builtin_unreachable();
  }
  assert(x == 2);
  return 0;
}
