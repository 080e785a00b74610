/* A union gives the bytes of one type to another (little-endian). */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint16_t halves[2];
  uint8_t bytes[4];
};

int
main(void)
{
  union word word = {.whole = 0x11223344};

  assert(word.bytes[0] == 0x44 && word.bytes[3] == 0x11);
  word.halves[1] = 0xaabb;
  assert(word.whole == 0xaabb3344);
  word.bytes[1] = 0;
  assert(word.whole == 0xaabb0044);
  return 0;
}
