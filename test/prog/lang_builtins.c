/* What compilers compute for the asking, compared with the same in plain C: on constants, and on
 * values that only the solver knows. */
// run: --rounds 1 --unwind 1 => safe
// run: --rounds 1 --unwind 1 -- -m32 => safe
// brute: no
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);

static const uint64_t edges[] = {0,
                                 1,
                                 UINT64_MAX,
                                 INT64_MAX,
                                 (uint64_t)INT64_MIN,
                                 UINT64_C(1) << 32,
                                 UINT64_C(0xffffffff),
                                 (uint64_t)-3};
enum { EDGES = sizeof edges / sizeof *edges };

static int
signed_product_overflows(int64_t a, int64_t b)
{
  if (a == 0 || b == 0)
    return 0;
  if (a > 0)
    return b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a;
  return b > 0 ? a < INT64_MIN / b : b < INT64_MAX / a;
}

static void
check_overflow(uint64_t a, uint64_t b)
{
  uint64_t r;
  int64_t s, x = (int64_t)a, y = (int64_t)b;

  assert(__builtin_add_overflow(a, b, &r) == (a > UINT64_MAX - b) && r == a + b);
  assert(__builtin_sub_overflow(a, b, &r) == (a < b) && r == a - b);
  assert(__builtin_add_overflow(x, y, &s) == (y > 0 ? x > INT64_MAX - y : x < INT64_MIN - y));
  assert((uint64_t)s == a + b);
  assert(__builtin_sub_overflow(x, y, &s) == (y < 0 ? x > INT64_MAX + y : x < INT64_MIN + y));
  assert((uint64_t)s == a - b);
}

static void
check_product(uint64_t a, uint64_t b)
{
  uint64_t r;
  int64_t s, x = (int64_t)a, y = (int64_t)b;

  assert(__builtin_mul_overflow(a, b, &r) == (b != 0 && a > UINT64_MAX / b) && r == a * b);
  assert(__builtin_mul_overflow(x, y, &s) == signed_product_overflows(x, y));
  assert((uint64_t)s == a * b);
}

static unsigned
count(uint64_t a)
{
  unsigned n = 0;

  for (int i = 0; i < 64; i++)
    n += a >> i & 1;
  return n;
}

static void
check_bits(uint64_t a)
{
  unsigned low = (unsigned)a;

  assert((unsigned)__builtin_popcountll(a) == count(a));
  assert((unsigned)__builtin_parityll(a) == count(a) % 2);
  assert(__builtin_bswap32(low) == (low >> 24 | (low >> 8 & 0xff00) | (low << 8 & 0xff0000) |
                                    low << 24));
  assert(__builtin_bswap64(__builtin_bswap64(a)) == a);
  if (a) {
    int first = __builtin_clzll(a), last = __builtin_ctzll(a);
    assert(a >> (63 - first) == 1);
    assert(a >> last & 1 && (a & ((UINT64_C(1) << last) - 1)) == 0);
    assert(__builtin_ffsll((long long)a) == last + 1);
  } else {
    assert(__builtin_ffsll(0) == 0);
  }
#ifdef __clang__
  assert(__builtin_bitreverse64(__builtin_bitreverse64(a)) == a);
  assert(__builtin_bitreverse64(1) == UINT64_C(1) << 63);
#endif
}

/* Rotations that clang has functions for. */
static void
check_rotation(uint32_t a, unsigned by)
{
#ifdef __clang__
  assert(__builtin_rotateleft32(a, by) == (by % 32 ? a << by % 32 | a >> (32 - by % 32) : a));
  assert(__builtin_rotateright32(a, by) == (by % 32 ? a >> by % 32 | a << (32 - by % 32) : a));
  assert(__builtin_elementwise_add_sat(a, a) == (a > UINT32_MAX / 2 ? UINT32_MAX : a + a));
  assert(__builtin_elementwise_sub_sat((int)a, INT_MAX) ==
         ((int)a < -1 ? INT_MIN : (int)a - INT_MAX));
#endif
}

static void
check_narrow(unsigned char a, unsigned char b)
{
  unsigned char r;
  signed char s;

  assert(__builtin_add_overflow(a, b, &r) == (a + b > 255));
  assert(__builtin_mul_overflow(a, b, &r) == (a * b > 255));
  assert(__builtin_sub_overflow((signed char)a, (signed char)b, &s) ==
         ((signed char)a - (signed char)b != s));
}

struct record {
  char kind;
  int number;
  struct {
    short first, second;
  } pair[2];
};

int
main(void)
{
  for (int i = 0; i < EDGES; i++) {
    for (int k = 0; k < EDGES; k++) {
      check_overflow(edges[i], edges[k]);
      check_product(edges[i], edges[k]);
    }
    check_bits(edges[i]);
    check_rotation((uint32_t)edges[i] ^ 0x1234, (unsigned)(9 * i));
  }
  uint64_t any = (uint64_t)__VERIFIER_nondet_uint() << 32 | __VERIFIER_nondet_uint();
  check_overflow(any, edges[4]);
  check_overflow(edges[2], any);
  check_bits(any);
  check_product(edges[__VERIFIER_nondet_uint() % EDGES], edges[__VERIFIER_nondet_uint() % EDGES]);
  check_rotation((uint32_t)any, __VERIFIER_nondet_uint());
  check_narrow(__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar());
  assert(__builtin_expect(any == 0, 0) == (any == 0));
  assert(__builtin_offsetof(struct record, pair[1].second) == 14);
  assert(__builtin_types_compatible_p(int, signed) && !__builtin_types_compatible_p(int, long));
  assert(__builtin_constant_p(3) && __builtin_choose_expr(1, 5, 6.0) == 5);
  return 0;
}
