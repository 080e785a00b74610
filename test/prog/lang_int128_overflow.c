// Checked arithmetic: on 128 bits, and on a mixture of types, which clang does in 65 bits.
// args: --unwind 2
// verdict: safe
// brute: no
#include <assert.h>
#include <limits.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);

int
main(void)
{
  i128 largest = (i128)(~(u128)0 >> 1), smallest = -largest - 1, result;
  u128 unsigned_result;
  assert(__builtin_add_overflow(largest, 1, &result) && result == smallest);
  assert(!__builtin_add_overflow(largest, -1, &result) && result == largest - 1);
  assert(__builtin_sub_overflow(smallest, 1, &result) && result == largest);
  assert(__builtin_mul_overflow(smallest, -1, &result) && result == smallest);
  assert(!__builtin_mul_overflow(smallest / 2, 2, &result) && result == smallest);
  assert(__builtin_mul_overflow((u128)1 << 64, (u128)1 << 64, &unsigned_result));
  assert(!__builtin_mul_overflow((u128)1 << 64, ~(u128)0 >> 64, &unsigned_result));
  assert(__builtin_sub_overflow((u128)3, (u128)4, &unsigned_result) && unsigned_result == ~(u128)0);

  long a = __VERIFIER_nondet_long();
  unsigned long b = __VERIFIER_nondet_ulong(), sum;
  _Bool wrong = __builtin_add_overflow(a, b, &sum);
  i128 exact = (i128)a + b;
  assert(wrong == (exact < 0 || exact > ULONG_MAX) && sum == (unsigned long)exact);
  return 0;
}
