/* Arithmetic in 8, 16, 32 and 64 bits. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdint.h>

uint8_t __VERIFIER_nondet_uchar(void);

int
main(void)
{
  uint8_t a = __VERIFIER_nondet_uchar(), b = (uint8_t)(a + 1);
  uint16_t h = (uint16_t)(0xfff0 + a);
  uint32_t w = 0xffffff80u + a;
  uint64_t d = UINT64_MAX - a;
  int8_t s = (int8_t)a;

  assert(a == 255 ? b == 0 : b == a + 1);
  assert((h < 0xfff0) == (a > 15));
  assert((w < 0x80) == (a >= 0x80));
  assert(d + a + 1 == 0);
  assert(s >= -128 && s <= 127 && (uint8_t)s == a);
  assert((int16_t)s == s && (uint16_t)s == (a < 128 ? a : 0xff00 + a));
  assert((uint64_t)a * a <= 65025);
  return 0;
}
