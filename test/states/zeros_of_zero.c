/* Of 0 nobody knows how many zeros come before the first one. */
// right
// open a division by zero, or zeros of 0 that are counted -DTRAILING
// open a division by zero, or zeros of 0 that are counted -DLEADING
#include <assert.h>

static volatile unsigned zero, one = 1;

int
main(void)
{
  assert(__builtin_ctz(one) == 0 && __builtin_clz(one) == 31 && __builtin_ffs((int)zero) == 0);
#ifdef TRAILING
  assert(__builtin_ctz(zero) == 32);
#endif
#ifdef LEADING
  assert(__builtin_clz(zero) == 32);
#endif
}
