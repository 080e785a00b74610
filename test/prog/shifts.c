/* Shifts, logical and arithmetic, by an arbitrary distance. */
// verdict: safe
// labels: 1
#include <assert.h>
#include <stdint.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int condition);

int
main(void)
{
  unsigned char n = __VERIFIER_nondet_uchar();
  int32_t minus = -256;
  uint64_t one = 1;

  __VERIFIER_assume(n < 32);
  assert(minus >> n <= -1);
  assert((uint32_t)minus >> n != 0);
  assert((minus >> n == -1) == (n >= 8));
  assert((one << n) >> n == 1);
  assert(((one << (n + 32)) & 0xffffffff) == 0);
  assert(((0xf0u >> n) & 1) == (n >= 4 && n < 8));
  return 0;
}
