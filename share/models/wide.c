/* Arbitrary values of 128 bits, where the data model has them. */
#include "heddle.h"

#ifdef __SIZEOF_INT128__

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

wide __VERIFIER_nondet_int128(void);
unsigned_wide __VERIFIER_nondet_uint128(void);

/* Any value. */
unsigned_wide
__VERIFIER_nondet_uint128(void)
{
  unsigned_wide high = __heddle_nondet(64);
  return high << 64 | __heddle_nondet(64);
}

/* Any value. */
wide
__VERIFIER_nondet_int128(void)
{
  unsigned_wide high = __heddle_nondet(64);
  return (wide)(high << 64 | __heddle_nondet(64));
}

#endif
