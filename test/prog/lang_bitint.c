// _BitInt of any width up to 128, the sign in the bit where the width puts it.
// args: --unwind 2
// verdict: safe
// brute: no
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);

static _BitInt(100) stored = -3;
static unsigned _BitInt(65) carry = (unsigned _BitInt(65))1 << 64;
static unsigned _BitInt(7) small = 100;

int
main(void)
{
  unsigned long x = __VERIFIER_nondet_ulong();
  unsigned _BitInt(65) sum = (unsigned _BitInt(65))x + x;
  assert((sum & 1) == 0 && (sum >= carry) == (x >> 63 == 1) && (unsigned long)(sum >> 1) == x);
  sum += carry;
  assert((sum >= carry) == (x >> 63 == 0)); /* modulo 2^65 */
  stored *= 5;
  assert(stored == -15 && (long)stored == -15 && stored >> 99 == -1 && stored / 4 == -3);
  stored = (_BitInt(100))1 << 98;
  assert((unsigned long)(stored >> 64) == 1UL << 34 && (_BitInt(99))stored < 0);
  small += 30;
  assert(small == 2);
  return 0;
}
