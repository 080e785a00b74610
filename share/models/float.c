/* Floating-point arithmetic on plain integers: IEEE 754 single and double precision, rounded to
 * nearest, ties to even, with subnormals, infinities and NaNs, bit by bit as the SSE instructions
 * of x86 compute it. The front end calls these functions if an operand is not constant. Each call
 * becomes a circuit, so the code is written for circuits: loops have constant bounds, one adder is
 * used where one is enough, and a shift by a distance that is known only at run time is done in
 * steps of 32, 16, 8, 4, 2 and 1, each of them optional.
 *
 * The same code serves both formats, which differ in their number of fraction bits `m`. This
 * number is a constant wherever the code is unfolded, so the choice costs nothing. Numbers are
 * bits in 64-bit words. An intermediate result is a sign, a biased exponent (an int, which may be
 * below 1 or beyond the largest) and a significand of m + 4 bits: the leading one in bit m + 3,
 * the fraction below it, and three bits for rounding. Two of these are exact, and the third is a
 * sticky bit, which is set if anything below it is.
 *
 * NaN: the result is the first operand that is a NaN, made quiet. An invalid operation gives the
 * negative quiet NaN without payload. If a number does not fit into an integer, the conversion
 * gives what the processor gives, the most negative integer. */
#include <stdbool.h>
#include <stdint.h>

enum { F32 = 23, F64 = 52 };

#define BIAS(m) ((m) == F64 ? 1023 : 127)
#define SIGN(m) ((m) == F64 ? UINT64_C(1) << 63 : UINT64_C(1) << 31)
#define INFINITE(m) ((m) == F64 ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23)
#define QUIET(m) ((m) == F64 ? UINT64_C(1) << 51 : UINT64_C(1) << 22)
#define FRACTION(m) ((m) == F64 ? (UINT64_C(1) << 52) - 1 : (UINT64_C(1) << 23) - 1)
#define INVALID(m) ((m) == F64 ? UINT64_C(0xfff8) << 48 : UINT64_C(0xffc0) << 16)

/* ---- parts ---- */

/* Truth values are 0 or 1, so that & and | combine them without a branch. */

static uint64_t
magnitude_of(uint64_t a, int m)
{
  return a & (SIGN(m) - 1);
}

static int
exponent_of(uint64_t a, int m)
{
  return (int)(magnitude_of(a, m) >> m);
}

static int
is_nan(uint64_t a, int m)
{
  return magnitude_of(a, m) > INFINITE(m);
}

static int
is_infinite(uint64_t a, int m)
{
  return magnitude_of(a, m) == INFINITE(m);
}

static int
is_zero(uint64_t a, int m)
{
  return magnitude_of(a, m) == 0;
}

static int
either_nan(uint64_t a, uint64_t b, int m)
{
  return is_nan(a, m) | is_nan(b, m);
}

static int
is_ordered(uint64_t a, uint64_t b, int m)
{
  return !either_nan(a, b, m);
}

/* The result if one of them is NaN. */
static uint64_t
nan_of(uint64_t a, uint64_t b, int m)
{
  return (is_nan(a, m) ? a : b) | QUIET(m);
}

/* The significand with its leading one, if it has one. */
static uint64_t
significand_of(uint64_t a, int m)
{
  return (a & FRACTION(m)) | (uint64_t)(exponent_of(a, m) != 0) << m;
}

/* The exponent that goes with significand_of: subnormal numbers have that of the smallest normal
 * ones. */
static int
scale_of(uint64_t a, int m)
{
  int exponent = exponent_of(a, m);

  return exponent | (exponent == 0);
}

/* For words that have no more bits than that anyway: a circuit cannot see it and would carry the
 * others along. */
static uint64_t
low_bits(uint64_t word, int n)
{
  return word & ~UINT64_C(0) >> (64 - n);
}

/* Shifts right; what falls out stays in the lowest bit. The word has less than 63 bits. */
static uint64_t
shift_sticky(uint64_t word, int by)
{
  int left = by > 63 ? 63 : by;

  for (int k = 32; k; k /= 2) {
    uint64_t lost = word & ((UINT64_C(1) << k) - 1);
    word = left & k ? word >> k | (lost != 0) : word;
  }
  return word;
}

/* Moves the leading one up to bit `top` and takes the distance off the exponent, but not so far
 * that the exponent falls below `least`. */
static uint64_t
normalise(uint64_t word, int top, int *exponent, int least)
{
  int scale = *exponent;

  for (int k = 32; k; k /= 2) {
    if (k > top)
      continue;
    int move = !(word >> (top + 1 - k)) & (scale >= least + k);
    word = low_bits(move ? word << k : word, top + 1);
    scale = move ? scale - k : scale;
  }
  *exponent = scale;
  return word;
}

enum { NO_LEAST = -4096 };

/* The number as a significand with its leading one in bit m, and its exponent. */
static uint64_t
unpack(uint64_t a, int m, int *exponent)
{
  *exponent = scale_of(a, m);
  return normalise(significand_of(a, m), m, exponent, NO_LEAST);
}

/* Rounds and puts together. Without a leading one the exponent counts as that of subnormal numbers.
 * Rounding up may carry into the exponent, as it should. */
static uint64_t
pack(uint64_t sign, int exponent, uint64_t significand, int m)
{
  uint64_t up = (significand >> 2) & ((significand & 3 ? 1 : 0) | significand >> 3) & 1;
  uint64_t field = significand >> (m + 3) & 1 ? (uint64_t)exponent : 0;
  uint64_t packed = (field << m | (significand >> 3 & FRACTION(m))) + up;

  return sign | (packed < INFINITE(m) ? packed : INFINITE(m));
}

/* The same for an exponent that may lie below the smallest. */
static uint64_t
pack_small(uint64_t sign, int exponent, uint64_t significand, int m)
{
  return pack(sign, exponent, shift_sticky(significand, exponent < 1 ? 1 - exponent : 0), m);
}

/* ---- arithmetic ---- */

/* The smaller magnitude is aligned to the larger and added or subtracted by one adder: subtraction
 * adds the complement and a carry, which comes in by an additional lowest bit. */
static uint64_t
add(uint64_t a, uint64_t b, uint64_t flip, int m)
{
  uint64_t c = b ^ flip;
  int swap = magnitude_of(a, m) < magnitude_of(c, m);
  uint64_t large = swap ? c : a, small = swap ? a : c;
  uint64_t differ = (a ^ c) & SIGN(m) ? ~UINT64_C(0) : 0;
  int exponent = scale_of(large, m);
  uint64_t one = significand_of(large, m) << 3;
  uint64_t other = shift_sticky(significand_of(small, m) << 3, exponent - scale_of(small, m));
  other = low_bits(other ^ differ, m + 5);
  uint64_t sum = ((one << 1 | (differ & 1)) + (other << 1 | (differ & 1))) >> 1;
  int carry = (int)(sum >> (m + 4) & 1 & ~differ);

  sum = low_bits(sum, m + 5);
  uint64_t sign = sum ? large & SIGN(m) : a & c & SIGN(m);
  sum = carry ? sum >> 1 | (sum & 1) : sum;
  exponent = exponent + carry;
  sum = normalise(sum, m + 3, &exponent, 1);
  uint64_t result = pack(sign, exponent, sum, m);
  result = is_infinite(large, m)
             ? ((is_infinite(small, m) & (int)(differ & 1)) ? INVALID(m) : large)
             : result;
  return either_nan(a, b, m) ? nan_of(a, b, m) : result;
}

/* The product of two significands, cut to m + 4 or m + 5 bits with a sticky one. */
static uint64_t
product(uint64_t x, uint64_t y, int m)
{
  if (m == F32) {
    uint64_t all = x * y;
    return all >> 20 | ((all & 0xfffff) != 0);
  }
  uint64_t x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
  uint64_t low = x0 * y0;
  uint64_t middle = x0 * y1 + x1 * y0 + (low >> 32);
  uint64_t high = x1 * y1 + (middle >> 32);
  return high << 15 | (middle & 0xffffffff) >> 17 |
         (((middle & 0x1ffff) | (low & 0xffffffff)) != 0);
}

static uint64_t
multiply(uint64_t a, uint64_t b, int m)
{
  int scale_a, scale_b;
  uint64_t x = unpack(a, m, &scale_a), y = unpack(b, m, &scale_b);
  uint64_t significand = product(x, y, m), sign = (a ^ b) & SIGN(m);
  int carry = (int)(significand >> (m + 4) & 1);

  significand = carry ? significand >> 1 | (significand & 1) : significand;
  uint64_t result = pack_small(sign, scale_a + scale_b - BIAS(m) + carry, significand, m);
  int infinite = is_infinite(a, m) | is_infinite(b, m), zero = is_zero(a, m) | is_zero(b, m);
  result = infinite ? (zero ? INVALID(m) : sign | INFINITE(m)) : result;
  return either_nan(a, b, m) ? nan_of(a, b, m) : result;
}

/* Long division, bit by bit: m + 3 bits of the quotient, the rest is sticky. */
static uint64_t
quotient(uint64_t x, uint64_t y, int m)
{
  uint64_t bits = 0;

  for (int i = 0; i < m + 3; i++) {
    uint64_t less = x - y;
    int fits = !(less >> 63);
    bits = bits << 1 | (uint64_t)fits;
    x = low_bits((fits ? less : x) << 1, m + 2);
  }
  return bits << 1 | (x != 0);
}

static uint64_t
divide(uint64_t a, uint64_t b, int m)
{
  int scale_a, scale_b;
  uint64_t x = unpack(a, m, &scale_a), y = unpack(b, m, &scale_b), sign = (a ^ b) & SIGN(m);
  int below = x < y; /* then the quotient begins with a zero */
  uint64_t result =
    pack_small(sign, scale_a - scale_b + BIAS(m) - below, quotient(below ? x << 1 : x, y, m), m);

  result = is_infinite(b, m) ? sign : result;
  result = (is_infinite(a, m) | is_zero(b, m)) ? sign | INFINITE(m) : result;
  int invalid = (is_infinite(a, m) & is_infinite(b, m)) | (is_zero(a, m) & is_zero(b, m));
  result = invalid ? INVALID(m) : result;
  return either_nan(a, b, m) ? nan_of(a, b, m) : result;
}

/* The square root, bit by bit, two bits of the number for one of the root: m + 3 bits, the rest is
 * sticky. The number begins in the two highest bits of the word. */
static uint64_t
root(uint64_t word, int m)
{
  uint64_t bits = 0, rest = 0;

  for (int i = 0; i < m + 3; i++) {
    rest = rest << 2 | word >> 62;
    word = word << 2;
    uint64_t less = rest - (bits << 2 | 1);
    int fits = !(less >> 63);
    bits = bits << 1 | (uint64_t)fits;
    rest = low_bits(fits ? less : rest, m + 4);
  }
  return bits << 1 | (rest != 0);
}

static uint64_t
square_root(uint64_t a, int m)
{
  int scale;
  uint64_t x = unpack(a, m, &scale);
  int odd = (scale ^ BIAS(m)) & 1;
  uint64_t significand = root((odd ? x << 1 : x) << (62 - m), m);
  uint64_t result = pack(0, (scale + BIAS(m) - odd) >> 1, significand, m);

  result = a & SIGN(m) ? INVALID(m) : result;
  result = (is_zero(a, m) | (a == INFINITE(m))) ? a : result;
  return is_nan(a, m) ? a | QUIET(m) : result;
}

/* The remainder, with the sign of a. The exponents may be 2045 apart, and each unit is a step of
 * long division; here as many steps at once as a word has room for, in a loop under the user's
 * bound. */
static uint64_t
remainder_of(uint64_t a, uint64_t b, int m)
{
  int scale_a, scale_b, step = 63 - m;
  uint64_t x = unpack(a, m, &scale_a), y = unpack(b, m, &scale_b);
  int left = scale_a - scale_b;

  if (either_nan(a, b, m))
    return nan_of(a, b, m);
  if (is_infinite(a, m) | is_zero(b, m))
    return INVALID(m);
  if (is_infinite(b, m) | (magnitude_of(a, m) < magnitude_of(b, m)))
    return a;
  for (x %= y; left > 0; left -= step)
    x = (x << (left < step ? left : step)) % y;
  x = normalise(x << 3, m + 3, &scale_b, NO_LEAST);
  return pack_small(a & SIGN(m), scale_b, x, m);
}

/* ---- comparison ---- */

static int
equal(uint64_t a, uint64_t b, int m)
{
  return is_ordered(a, b, m) & ((a == b) | is_zero(a | b, m));
}

static int
less(uint64_t a, uint64_t b, int m)
{
  int minus = (a & SIGN(m)) != 0, differ = ((a ^ b) & SIGN(m)) != 0, zero = is_zero(a | b, m);
  int order = differ ? minus & (zero ^ 1) : (a != b) & (minus ^ (a < b));

  return is_ordered(a, b, m) & order;
}

static int
less_or_equal(uint64_t a, uint64_t b, int m)
{
  int minus = (a & SIGN(m)) != 0, differ = ((a ^ b) & SIGN(m)) != 0, zero = is_zero(a | b, m);
  int order = differ ? minus | zero : (a == b) | (minus ^ (a < b));

  return is_ordered(a, b, m) & order;
}

/* The smaller one, or the larger; if one is NaN, the other; of zeroes with different signs the
 * first. The standard leaves this open: it is what clang makes of the library's functions. */
static uint64_t
choose(uint64_t a, uint64_t b, int largest, int m)
{
  int second = largest ? less(a, b, m) : less(b, a, m);

  return (second | is_nan(a, m)) ? b : a;
}

/* Is the number of one of the kinds? They are the bits of LLVM's is.fpclass: signalling and quiet
 * NaNs, then from minus infinity to infinity infinite, normal, subnormal and zero. */
static int
is_class(uint64_t a, unsigned kinds, int m)
{
  int minus = (a & SIGN(m)) != 0, exponent = exponent_of(a, m);
  unsigned infinite = minus ? kinds >> 2 : kinds >> 9, normal = minus ? kinds >> 3 : kinds >> 8;
  unsigned subnormal = minus ? kinds >> 4 : kinds >> 7, zero = minus ? kinds >> 5 : kinds >> 6;
  unsigned nan = a & QUIET(m) ? kinds >> 1 : kinds;
  unsigned found = exponent ? normal & 1 : subnormal & 1;

  found = is_zero(a, m) ? zero & 1 : found;
  found = is_infinite(a, m) ? infinite & 1 : found;
  return is_nan(a, m) ? nan & 1 : found;
}

/* ---- conversion ---- */

static uint64_t
from_unsigned(uint64_t sign, uint64_t number, int m)
{
  int exponent = BIAS(m) + 63;
  uint64_t word = normalise(number, 63, &exponent, NO_LEAST);
  uint64_t lost = word & ((UINT64_C(1) << (60 - m)) - 1);

  return pack(sign, exponent, word >> (60 - m) | (lost != 0), m);
}

static uint64_t
from_signed(uint64_t number, int m)
{
  int minus = (int)(number >> 63);

  return from_unsigned(minus ? SIGN(m) : 0, minus ? 0 - number : number, m);
}

/* The part before the point as a number of 64 bits; the exponent is not too large for that. */
static uint64_t
whole(uint64_t a, int m)
{
  int power = exponent_of(a, m) - BIAS(m);
  uint64_t top = significand_of(a, m) << (63 - m);

  return power < 0 ? 0 : top >> ((63 - power) & 63);
}

static uint64_t
to_signed(uint64_t a, int m)
{
  uint64_t number = whole(a, m);

  number = a & SIGN(m) ? 0 - number : number;
  return exponent_of(a, m) - BIAS(m) >= 63 ? UINT64_C(1) << 63 : number;
}

/* Without an instruction for it compilers combine two conversions to signed. */
static uint64_t
to_unsigned(uint64_t a, int m)
{
  int fits = !(a & SIGN(m)) & (exponent_of(a, m) - BIAS(m) == 63);

  return fits ? whole(a, m) : to_signed(a, m);
}

static uint32_t
to_signed32(uint64_t a, int m)
{
  uint64_t number = to_signed(a, m), high = number >> 31;

  return ((high == 0) | (high == UINT64_C(0x1ffffffff))) ? (uint32_t)number : UINT32_C(1) << 31;
}

uint64_t __heddle_f32_extend(uint32_t a);
uint32_t __heddle_f64_truncate(uint64_t a);

/* A float as a double. */
uint64_t
__heddle_f32_extend(uint32_t a)
{
  int exponent;
  uint64_t sign = (uint64_t)(a & SIGN(F32)) << 32, x = unpack(a, F32, &exponent);
  uint64_t bits = (uint64_t)(exponent + BIAS(F64) - BIAS(F32)) << F64 | (x & FRACTION(F32)) << 29;

  bits = exponent_of(a, F32) == 0xff ? INFINITE(F64) | (a & FRACTION(F32)) << 29 : bits;
  bits = is_zero(a, F32) ? 0 : bits;
  return sign | bits | (is_nan(a, F32) ? QUIET(F64) : 0);
}

/* A double as a float, rounded. */
uint32_t
__heddle_f64_truncate(uint64_t a)
{
  uint64_t sign = (a & SIGN(F64)) >> 32, x = significand_of(a, F64);
  uint64_t cut = x >> 26 | ((x & 0x3ffffff) != 0);
  uint64_t bits = pack_small(sign, exponent_of(a, F64) + BIAS(F32) - BIAS(F64), cut, F32);
  uint64_t nan = sign | INFINITE(F32) | QUIET(F32) | (a & FRACTION(F64)) >> 29;

  return (uint32_t)(is_nan(a, F64) ? nan : bits);
}

/* ---- whole numbers ---- */

enum direction { TO_ZERO, DOWN, UP, NEAREST_EVEN, NEAREST_AWAY };

/* Adds what makes the bits behind the point carry or not, then clears them; a carry out of the
 * fraction goes into the exponent, as it should. Below 1 there is no place for such bits. */
static uint64_t
round_to(uint64_t a, enum direction direction, int m)
{
  int power = exponent_of(a, m) - BIAS(m);
  uint64_t sign = a & SIGN(m), magnitude = magnitude_of(a, m);
  uint64_t rest = FRACTION(m) >> (power & 63), half = rest ^ rest >> 1;
  int away = (direction == DOWN && sign) | (direction == UP && !sign);
  int odd = (magnitude & (rest + 1)) != 0;
  uint64_t one = (uint64_t)BIAS(m) << m, point5 = one - (UINT64_C(1) << m);
  uint64_t more = away ? rest : 0;
  int up = away & (magnitude != 0);

  if (direction == NEAREST_EVEN) {
    more = odd ? half : rest >> 1;
    up = magnitude > point5;
  } else if (direction == NEAREST_AWAY) {
    more = half;
    up = magnitude >= point5;
  }
  uint64_t result = power < 0 ? (up ? one : 0) : (magnitude + more) & ~rest;
  result = power >= m ? magnitude : result;
  return sign | result | (is_nan(a, m) ? QUIET(m) : 0);
}

/* ---- what the front end and the library call ---- */

#define BINARY(name, body)                                                                         \
  uint32_t __heddle_f32_##name(uint32_t a, uint32_t b);                                            \
  uint32_t __heddle_f32_##name(uint32_t a, uint32_t b)                                             \
  {                                                                                                \
    return (uint32_t)body(F32);                                                                    \
  }                                                                                                \
  uint64_t __heddle_f64_##name(uint64_t a, uint64_t b);                                            \
  uint64_t __heddle_f64_##name(uint64_t a, uint64_t b)                                             \
  {                                                                                                \
    return body(F64);                                                                              \
  }
#define ADD(m) add(a, b, 0, m)
#define SUB(m) add(a, b, SIGN(m), m)
#define MUL(m) multiply(a, b, m)
#define DIV(m) divide(a, b, m)
#define REM(m) remainder_of(a, b, m)
#define MIN(m) choose(a, b, false, m)
#define MAX(m) choose(a, b, true, m)
BINARY(add, ADD)
BINARY(sub, SUB)
BINARY(mul, MUL)
BINARY(div, DIV)
BINARY(rem, REM)
BINARY(min, MIN)
BINARY(max, MAX)

#define UNARY(name, body)                                                                          \
  uint32_t __heddle_f32_##name(uint32_t a);                                                        \
  uint32_t __heddle_f32_##name(uint32_t a)                                                         \
  {                                                                                                \
    return (uint32_t)body(F32);                                                                    \
  }                                                                                                \
  uint64_t __heddle_f64_##name(uint64_t a);                                                        \
  uint64_t __heddle_f64_##name(uint64_t a)                                                         \
  {                                                                                                \
    return body(F64);                                                                              \
  }
#define SQRT(m) square_root(a, m)
#define TRUNC(m) round_to(a, TO_ZERO, m)
#define FLOOR(m) round_to(a, DOWN, m)
#define CEIL(m) round_to(a, UP, m)
#define RINT(m) round_to(a, NEAREST_EVEN, m)
#define ROUND(m) round_to(a, NEAREST_AWAY, m)
UNARY(sqrt, SQRT)
UNARY(trunc, TRUNC)
UNARY(floor, FLOOR)
UNARY(ceil, CEIL)
UNARY(rint, RINT)
UNARY(round, ROUND)

#define MIXED(result, name, parameter, call)                                                       \
  result __heddle_f32_##name parameter(uint32_t);                                                  \
  result __heddle_f32_##name parameter(uint32_t)                                                   \
  {                                                                                                \
    return call(F32);                                                                              \
  }                                                                                                \
  result __heddle_f64_##name parameter(uint64_t);                                                  \
  result __heddle_f64_##name parameter(uint64_t)                                                   \
  {                                                                                                \
    return call(F64);                                                                              \
  }
#define TWO(type) (type a, type b)
#define ONE(type) (type a)
#define KINDS(type) (type a, unsigned kinds)
#define EQ(m) equal(a, b, m)
#define LT(m) less(a, b, m)
#define LE(m) less_or_equal(a, b, m)
#define UNORDERED(m) either_nan(a, b, m)
#define CLASS(m) is_class(a, kinds, m)
#define TO_I32(m) to_signed32(a, m)
#define TO_I64(m) to_signed(a, m)
#define TO_U64(m) to_unsigned(a, m)
MIXED(bool, eq, TWO, EQ)
MIXED(bool, lt, TWO, LT)
MIXED(bool, le, TWO, LE)
MIXED(bool, unordered, TWO, UNORDERED)
MIXED(bool, class, KINDS, CLASS)
MIXED(uint32_t, to_i32, ONE, TO_I32)
MIXED(uint64_t, to_i64, ONE, TO_I64)
MIXED(uint64_t, to_u64, ONE, TO_U64)

#define FROM(name, call)                                                                           \
  uint32_t __heddle_f32_##name(uint64_t a);                                                        \
  uint32_t __heddle_f32_##name(uint64_t a)                                                         \
  {                                                                                                \
    return (uint32_t)call(F32);                                                                    \
  }                                                                                                \
  uint64_t __heddle_f64_##name(uint64_t a);                                                        \
  uint64_t __heddle_f64_##name(uint64_t a)                                                         \
  {                                                                                                \
    return call(F64);                                                                              \
  }
#define FROM_I64(m) from_signed(a, m)
#define FROM_U64(m) from_unsigned(0, a, m)
FROM(from_i64, FROM_I64)
FROM(from_u64, FROM_U64)
