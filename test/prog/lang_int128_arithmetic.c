// What 128-bit integers are for: products of 64 bits that must not wrap, and sums of many.
// args: --unwind 2
// verdict: safe
// brute: no
#include <assert.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

unsigned long __VERIFIER_nondet_ulong(void);
long __VERIFIER_nondet_long(void);
unsigned __int128 __VERIFIER_nondet_uint128(void);
void __VERIFIER_assume(int);

static u128 big = ((u128)0x0123456789abcdef << 64) + 0xfedcba9876543210;
static i128 negative = -((i128)5 << 70) - 3;
static struct {
  char before;
  i128 value;
  char after;
} fields = {1, -2, 3};

static i128
twice(i128 x)
{
  return 2 * x;
}

static void
constants(void)
{
  assert((unsigned long)(big >> 64) == 0x0123456789abcdef && (unsigned long)big == 0xfedcba9876543210);
  assert(negative + 3 == -((i128)5 << 70) && negative >> 70 == -6);
  assert(fields.before == 1 && fields.value == -2 && fields.after == 3);
  assert(sizeof fields == 48 && twice(fields.value) == -4);
  u128 factorial = 1;
  for (int i = 1; i <= 30; i++)
    factorial *= (unsigned)i;
  assert(factorial / 1000000007 % 1000 == 361 && factorial >> 100 == 0xd1);
  i128 counted = 0;
  for (i128 i = (i128)1 << 64; i > ((i128)1 << 64) - 5; i--)
    counted += i;
  assert(counted == 5 * ((i128)1 << 64) - 10);
}

static void
arbitrary(void)
{
  unsigned long x = __VERIFIER_nondet_ulong(), y = __VERIFIER_nondet_ulong();
  u128 sum = (u128)x + y;
  assert(sum >= x && (sum >> 64) <= 1 && sum - x == y);
  assert(((u128)x << 64 | y) >> 64 == x && (((u128)x << 64) ^ y) % ((u128)1 << 64) == y);
  assert((u128)x * 5 >> 64 < 5 && (u128)x * 4 == (u128)x << 2);
  long a = __VERIFIER_nondet_long();
  i128 wide = a;
  assert(-wide == 0 - wide && (a < 0) == (wide < 0) && (a < 0 ? -wide : wide) >= 0);
  assert(wide >> 100 == (a < 0 ? -1 : 0) && wide / 2 == a / 2 && wide % 2 == a % 2);
}

static int
kind(i128 x)
{
  switch (x) {
  case 7:
    return 1;
  case ((i128)7 << 64):
    return 2;
  case -1:
    return 3;
  default:
    return 0;
  }
}

static void
choices(void)
{
  u128 x = __VERIFIER_nondet_uint128();
  __VERIFIER_assume(x % 3 == 1 && x / 3 == (u128)1 << 90);
  assert(x == 3 * ((u128)1 << 90) + 1);
  assert(kind(7) == 1 && kind((i128)7 << 64) == 2 && kind(-1) == 3 && kind((i128)7 << 65) == 0);
}

int
main(void)
{
  constants();
  arbitrary();
  choices();
  return 0;
}
