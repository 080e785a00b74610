/* Another file of the same program. */
#include <heddle.h>

#include <assert.h>

HEDDLE_TEST(kinds)
{
  unsigned char small = heddle_nondet_uchar();
  _Bool bit = heddle_nondet_bool();
  double x = heddle_nondet_double();

  assert(small + 1 <= 256 && (bit == 0 || bit == 1));
  assert(x == x || x != x);
}
