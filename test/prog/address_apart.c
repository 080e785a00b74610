/* Objects do not overlap, are aligned, and lie above the first page, wherever they lie; pointers to
 * different ones differ, and within one they compare by offset. */
// args: --malloc-may-fail
// verdict: safe
// brute: no
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int left[4];
static long right[4];
static char room[64];

int
main(void)
{
  uintptr_t a = (uintptr_t)left, b = (uintptr_t)right;
  short *block = malloc(3 * sizeof *block);
  char *up = (char *)(((uintptr_t)room + 31) & ~(uintptr_t)31);

  assert(a + sizeof left <= b || b + sizeof right <= a);
  assert(a > 4095 && a % 4 == 0 && (b & 7) == 0);
  assert((a ^ b) != 0 && (a >> 1) != (b >> 1));
  assert(&left[1] < &left[3] && &left[3] - &left[1] == 2);
  assert((uintptr_t)&left[3] - a == 12);
  assert((void *)&left[1] != (void *)&right[1]);
  if (block)
    assert((uintptr_t)block % 16 == 0 && ((uintptr_t)&block[1] & 15) == 2);
  *up = 1;
  assert(up - room < 32 && (uintptr_t)up % 32 == 0);
  return 0;
}
