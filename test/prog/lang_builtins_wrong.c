/* The size of a buffer is computed in 32 bits; the check for overflow is on 64. */
// run: --rounds 1 --unwind 1 => bug
// expect: small >= count
// brute: no
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);

int
main(void)
{
  uint32_t count = __VERIFIER_nondet_uint(), small;
  uint64_t size;

  if (__builtin_mul_overflow((uint64_t)count, (uint64_t)12, &size))
    return 1;
  small = (uint32_t)size;
  assert(small >= count);
  return 0;
}
