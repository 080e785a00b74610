/* ffs is defined for 0, ctz is not. */
// run: --rounds 1 --unwind 1 --property default,+overflow => safe
// run: --rounds 1 --unwind 1 --property default,+overflow -- -DCOUNT => bug
// run: --time 600 --property default,+overflow -- -DCOUNT => bug
// expect: __builtin_ctz of 0
#include <assert.h>

static volatile unsigned zero;

int
main(void)
{
  assert(__builtin_ffs((int)zero) == 0 && __builtin_ffsl((long)zero) == 0);
#ifdef COUNT
  return __builtin_ctz(zero);
#endif
}
