#include "base/utf8.h"

#include <stdbool.h>

static bool
between(unsigned char byte, unsigned low, unsigned high)
{
  return byte >= low && byte <= high;
}

size_t
utf8_length(const unsigned char *text)
{
  unsigned char first = text[0];
  if (first < 0x80)
    return 1;
  if (between(first, 0xc2, 0xdf))
    return between(text[1], 0x80, 0xbf) ? 2 : 0;
  if (between(first, 0xe0, 0xef)) {
    unsigned low = first == 0xe0 ? 0xa0 : 0x80, high = first == 0xed ? 0x9f : 0xbf;
    return between(text[1], low, high) && between(text[2], 0x80, 0xbf) ? 3 : 0;
  }
  if (between(first, 0xf0, 0xf4)) {
    unsigned low = first == 0xf0 ? 0x90 : 0x80, high = first == 0xf4 ? 0x8f : 0xbf;
    return between(text[1], low, high) && between(text[2], 0x80, 0xbf) &&
               between(text[3], 0x80, 0xbf)
             ? 4
             : 0;
  }
  return 0;
}
