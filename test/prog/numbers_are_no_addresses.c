/* Round numbers, and the bits of floating-point numbers, in programs with many objects: they are not
 * taken for addresses of these. */
// run: --unwind 300 => safe
// run: --unwind 300 -- -m32 => safe
// run: --unwind 300 -- -m32 -DWRONG => bug
#include <assert.h>
#include <stdint.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned
mix(unsigned a, unsigned b)
{
  unsigned x = a + 3, y = b + 5, z = x ^ y;

  return z & 4095;
}

static uint32_t
exponent(float number)
{
  uint32_t bits;

  memcpy(&bits, &number, sizeof bits);
  return bits >> 23;
}

int
main(void)
{
  int limit = 1000000000, more = 981500000;
  float step = 0.001f;
  unsigned h = 0;

  for (int i = 0; i < 300; i++)
    h = mix(h, (unsigned)i);
  if (__VERIFIER_nondet_uchar()) {
    limit = 2000000000;
    more = 990000000;
    step = 0.01f;
  }
  assert(limit / 1000000 == 1000 || limit / 1000000 == 2000);
  assert(more / 1000 == 981500 || more / 1000 == 990000);
  assert(exponent(step) == 117 || exponent(step) == 120);
#if defined WRONG
  assert(exponent(step) == 117);
#endif
  return (int)(h & 1);
}
