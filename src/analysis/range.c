#include "analysis/range.h"

#include <assert.h>

#include "base/invariant.h"
#include "base/mutant.h"

/* ---- making ---- */

static int64_t
least(unsigned width)
{
  return bits_signed(UINT64_C(1) << (width - 1), width);
}

static int64_t
greatest(unsigned width)
{
  return (int64_t)(bits_mask(width) >> 1);
}

bool
range_is_sound(struct range r)
{
  if (r.width < 1 || r.width > 64)
    return false;
  return r.empty || (r.smin <= r.smax && r.smin >= least(r.width) && r.smax <= greatest(r.width) &&
                     r.umin <= r.umax && r.umax <= bits_mask(r.width) && !(r.zeros & r.ones) &&
                     (r.zeros | bits_mask(r.width)) == UINT64_MAX);
}

struct range
range_none(unsigned width)
{
  INVARIANT(width >= 1 && width <= 64);
  return (struct range){.width = (uint8_t)width, .empty = true};
}

struct range
range_full(unsigned width)
{
  INVARIANT(width >= 1 && width <= 64);
  return (struct range){.width = (uint8_t)width,
                        .smin = least(width),
                        .smax = greatest(width),
                        .umin = 0,
                        .umax = bits_mask(width),
                        .zeros = ~bits_mask(width)};
}

struct range
range_const(unsigned width, uint64_t bits)
{
  INVARIANT(width >= 1 && width <= 64);
  bits &= bits_mask(width);
  int64_t number = bits_signed(bits, width);
  return (struct range){.width = (uint8_t)width,
                        .smin = number,
                        .smax = number,
                        .umin = bits,
                        .umax = bits,
                        .zeros = ~bits,
                        .ones = bits};
}

bool
range_equal(struct range a, struct range b)
{
  INVARIANT(a.width == b.width);
  if (a.empty || b.empty)
    return a.empty == b.empty;
  return a.smin == b.smin && a.smax == b.smax && a.umin == b.umin && a.umax == b.umax &&
         a.zeros == b.zeros && a.ones == b.ones;
}

bool
range_contains(struct range range, uint64_t bits)
{
  INVARIANT(!(bits & ~bits_mask(range.width)));
  int64_t number = bits_signed(bits, range.width);
  return !range.empty && number >= range.smin && number <= range.smax && bits >= range.umin &&
         bits <= range.umax && !(bits & range.zeros) && !(~bits & range.ones);
}

struct range
range_join(struct range a, struct range b)
{
  INVARIANT(a.width == b.width);
  if (a.empty || b.empty)
    return a.empty ? b : a;
  return (struct range){.width = a.width,
                        .smin = a.smin < b.smin ? a.smin : b.smin,
                        .smax = a.smax > b.smax ? a.smax : b.smax,
                        .umin = a.umin < b.umin ? a.umin : b.umin,
                        .umax = a.umax > b.umax ? a.umax : b.umax,
                        .zeros = a.zeros & b.zeros,
                        .ones = a.ones & b.ones};
}

/* ---- consistency ---- */

/* The bits above the highest one in which two numbers differ are known. */
static uint64_t
common_prefix(uint64_t low, uint64_t high)
{
  uint64_t differ = low ^ high;
  for (unsigned shift = 1; shift < 64; shift *= 2)
    differ |= differ >> shift;
  return ~differ;
}

/* Each view tightens the others. */
static struct range
tidy(struct range r)
{
  uint64_t mask = bits_mask(r.width), sign = UINT64_C(1) << (r.width - 1);
  if (r.umin < r.ones)
    r.umin = r.ones;
  if (r.umax > (~r.zeros & mask))
    r.umax = ~r.zeros & mask;
  /* an unsigned interval on one side of the sign bit is a signed one, and the other way round */
  if ((r.umin & sign) == (r.umax & sign)) {
    int64_t low = bits_signed(r.umin, r.width), high = bits_signed(r.umax, r.width);
    r.smin = r.smin > low ? r.smin : low;
    r.smax = r.smax < high ? r.smax : high;
  }
  if ((r.smin < 0) == (r.smax < 0)) {
    uint64_t low = (uint64_t)r.smin & mask, high = (uint64_t)r.smax & mask;
    r.umin = r.umin > low ? r.umin : low;
    r.umax = r.umax < high ? r.umax : high;
  }
  uint64_t known = common_prefix(r.umin, r.umax);
  r.ones |= r.umin & known & mask;
  r.zeros |= ~r.umin & known;
  assert(range_is_sound(r));
  return r;
}

struct range
range_between(unsigned width, int64_t low, int64_t high)
{
  INVARIANT(low <= high && low >= least(width) && high <= greatest(width));
  struct range r = range_full(width);
  r.smin = low;
  r.smax = high;
  return tidy(r);
}

static struct range
unsigned_range(unsigned width, uint64_t low, uint64_t high)
{
  INVARIANT(low <= high && high <= bits_mask(width));
  struct range r = range_full(width);
  r.umin = low;
  r.umax = high;
  return tidy(r);
}

static struct range
known_bits(unsigned width, uint64_t zeros, uint64_t ones)
{
  struct range r = range_full(width);
  INVARIANT(!(zeros & ones & bits_mask(width)));
  r.zeros |= zeros;
  r.ones = ones & bits_mask(width);
  return tidy(r);
}

/* Both are true. */
static struct range
both(struct range a, struct range b)
{
  INVARIANT(a.width == b.width && !a.empty && !b.empty);
  a.smin = a.smin > b.smin ? a.smin : b.smin;
  a.smax = a.smax < b.smax ? a.smax : b.smax;
  a.umin = a.umin > b.umin ? a.umin : b.umin;
  a.umax = a.umax < b.umax ? a.umax : b.umax;
  a.zeros |= b.zeros;
  a.ones |= b.ones;
  return tidy(a);
}

struct range
range_meet(struct range a, struct range b)
{
  bool apart = a.umax < b.umin || b.umax < a.umin || a.smax < b.smin || b.smax < a.smin ||
               ((a.ones & b.zeros) | (a.zeros & b.ones)) != 0;
  return a.empty || b.empty || apart ? a : both(a, b);
}

/* ---- arithmetic that says whether it left the 64 bits ---- */

static bool
add_signed(int64_t a, int64_t b, int64_t *sum)
{
  if (b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
    return false;
  *sum = a + b;
  return true;
}

static bool
sub_signed(int64_t a, int64_t b, int64_t *difference)
{
  if (b > 0 ? a < INT64_MIN + b : a > INT64_MAX + b)
    return false;
  *difference = a - b;
  return true;
}

static bool
mul_unsigned(uint64_t a, uint64_t b, uint64_t *product)
{
  *product = a * b;
  return !a || b <= UINT64_MAX / a;
}

static bool
mul_signed(int64_t a, int64_t b, int64_t *product)
{
  uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
  uint64_t size, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  bool negative = (a < 0) != (b < 0);
  if (!mul_unsigned(x, y, &size) || size > (uint64_t)INT64_MAX)
    return false;
  *product = negative ? -(int64_t)size : (int64_t)size;
  return true;
}

static int64_t
shift_down(int64_t a, unsigned n)
{
  return a >= 0 ? a >> n : ~(~a >> n);
}

/* ---- arithmetic ---- */

/* Trailing bits that are known in both give known trailing bits of sum and difference. */
static unsigned
trailing_known(struct range a, struct range b)
{
  uint64_t unknown = ~(a.zeros | a.ones) | ~(b.zeros | b.ones);
  unsigned n = 0;
  while (n < a.width && !(unknown >> n & 1))
    n++;
  return n;
}

static struct range
of_sum(struct range a, struct range b, bool minus)
{
  unsigned width = a.width;
  struct range r = range_full(width);
  int64_t low, high;
  bool fits = minus ? sub_signed(a.smin, b.smax, &low) && sub_signed(a.smax, b.smin, &high)
                    : add_signed(a.smin, b.smin, &low) && add_signed(a.smax, b.smax, &high);
  if (fits && low >= least(width) && high <= greatest(width))
    r = both(r, range_between(width, low, high - (MUTANT(RANGE_SUM_SHORT) && low < high)));
  if (minus ? a.umin >= b.umax : a.umax <= bits_mask(width) - b.umax)
    r = both(r, minus ? unsigned_range(width, a.umin - b.umax, a.umax - b.umin)
                      : unsigned_range(width, a.umin + b.umin, a.umax + b.umax));
  unsigned n = trailing_known(a, b);
  if (n) {
    uint64_t known = bits_mask(n), sum = minus ? a.ones - b.ones : a.ones + b.ones;
    r = both(r, known_bits(width, ~sum & known, sum & known));
  }
  return r;
}

static struct range
of_product(struct range a, struct range b)
{
  unsigned width = a.width;
  struct range r = range_full(width);
  uint64_t high;
  if (mul_unsigned(a.umax, b.umax, &high) && high <= bits_mask(width))
    r = unsigned_range(width, a.umin * b.umin, high);
  int64_t corner[4], low = INT64_MAX, most = INT64_MIN;
  bool fits = mul_signed(a.smin, b.smin, &corner[0]) && mul_signed(a.smin, b.smax, &corner[1]) &&
              mul_signed(a.smax, b.smin, &corner[2]) && mul_signed(a.smax, b.smax, &corner[3]);
  for (int i = 0; fits && i < (MUTANT(RANGE_PRODUCT_CORNERS) ? 2 : 4); i++) {
    low = corner[i] < low ? corner[i] : low;
    most = corner[i] > most ? corner[i] : most;
  }
  if (fits && low >= least(width) && most <= greatest(width))
    r = both(r, range_between(width, low, most));
  return r;
}

static struct range
of_division(enum value_op op, struct range a, struct range b)
{
  unsigned width = a.width;
  if (op == OP_UDIV && b.umin > 0)
    return unsigned_range(width, a.umin / b.umax, a.umax / b.umin);
  if (op == OP_UREM && b.umin > 0)
    return unsigned_range(width, 0, a.umax < b.umax - 1 ? a.umax : b.umax - 1);
  if (op == OP_SDIV && b.smin > 0)
    return range_between(width, a.smin < 0 ? a.smin / b.smin : a.smin / b.smax,
                         a.smax < 0 ? a.smax / b.smax : a.smax / b.smin);
  if (op == OP_SREM && b.smin > 0) {
    int64_t most = b.smax - 1;
    int64_t low = a.smin >= 0 ? 0 : a.smin > -most ? a.smin : -most;
    return range_between(width, low, a.smax <= 0 ? 0 : a.smax < most ? a.smax : most);
  }
  return range_full(width);
}

/* By a known amount only. */
static struct range
of_shift(enum value_op op, struct range a, struct range b)
{
  unsigned width = a.width;
  if (b.umin != b.umax || b.umin >= width)
    return op == OP_LSHR ? unsigned_range(width, 0, a.umax >> (b.umin < 64 ? b.umin : 63))
                         : range_full(width);
  unsigned n = (unsigned)b.umin;
  if (op == OP_LSHR)
    return both(
      unsigned_range(width, a.umin >> n, a.umax >> n),
      known_bits(width, (a.zeros & bits_mask(width)) >> n | ~(bits_mask(width) >> n), a.ones >> n));
  if (op == OP_ASHR)
    return range_between(width, shift_down(a.smin, n), shift_down(a.smax, n));
  struct range r = known_bits(width, a.zeros << n | (n ? bits_mask(n) : 0), a.ones << n);
  if (a.umax <= bits_mask(width) >> n)
    r = both(r, unsigned_range(width, a.umin << n, a.umax << n));
  int64_t factor = n < 62 ? INT64_C(1) << n : 0;
  if (factor && a.smin >= least(width) / factor && a.smax <= greatest(width) / factor)
    r = both(r, range_between(width, a.smin * factor, a.smax * factor));
  return r;
}

static struct range
of_bits(enum value_op op, struct range a, struct range b)
{
  unsigned width = a.width;
  switch (op) {
  case OP_NOT:
    return both(known_bits(width, a.ones, a.zeros & bits_mask(width)),
                range_between(width, ~a.smax, ~a.smin));
  case OP_AND:
    return both(known_bits(width, a.zeros | b.zeros, a.ones & b.ones),
                unsigned_range(width, 0, a.umax < b.umax ? a.umax : b.umax));
  case OP_OR:
    return both(known_bits(width, a.zeros & b.zeros, a.ones | b.ones),
                unsigned_range(width, a.umin > b.umin ? a.umin : b.umin, bits_mask(width)));
  default:
    return known_bits(width, (a.zeros & b.zeros) | (a.ones & b.ones),
                      (a.zeros & b.ones) | (a.ones & b.zeros));
  }
}

/* ---- shape ---- */

static struct range
of_extract(const struct value *value, struct range a)
{
  unsigned low = (unsigned)value->imm, width = value->width;
  uint64_t mask = bits_mask(width);
  INVARIANT(low + width <= a.width);
  struct range r = known_bits(width, a.zeros >> low & mask, a.ones >> low);
  if (low == 0 && a.umax <= mask)
    r = both(r, unsigned_range(width, a.umin, a.umax));
  if (low == 0 && a.smin >= least(width) && a.smax <= greatest(width))
    r = both(r, range_between(width, a.smin, a.smax));
  return r;
}

static struct range
of_extension(const struct value *value, struct range a)
{
  unsigned width = value->width;
  INVARIANT(width >= a.width);
  if (value->op == OP_ZEXT)
    return both(unsigned_range(width, a.umin, a.umax),
                known_bits(width, a.zeros | ~bits_mask(a.width), a.ones));
  return range_between(width, a.smin, a.smax);
}

static struct range
of_concat(const struct value *value, struct range high, struct range low)
{
  unsigned n = low.width;
  INVARIANT(value->width == high.width + n);
  uint64_t zeros = (high.zeros & bits_mask(high.width)) << n | (low.zeros & bits_mask(n));
  return both(known_bits(value->width, zeros, high.ones << n | low.ones),
              unsigned_range(value->width, high.umin << n | low.umin, high.umax << n | low.umax));
}

/* Decided if the ranges lie apart. */
static struct range
of_comparison(enum value_op op, struct range a, struct range b)
{
  bool yes = false, no = false;
  INVARIANT(a.width == b.width);
  if (a.empty || b.empty)
    return range_full(1);
  switch (op) {
  case OP_EQ:
    yes = a.umin == a.umax && b.umin == b.umax && a.umin == b.umin;
    no = a.umax < b.umin || b.umax < a.umin || a.smax < b.smin || b.smax < a.smin ||
         (a.ones & b.zeros) || (a.zeros & b.ones);
    break;
  case OP_ULT:
    yes = a.umax < b.umin;
    no = a.umin >= b.umax;
    break;
  default:
    yes = a.smax < b.smin;
    no = a.smin >= b.smax;
  }
  return yes || no ? range_const(1, yes) : range_full(1);
}

static struct range
of_operation(const struct value *value, struct range a, struct range b, struct range c)
{
  enum value_op op = value->op;
  switch (op) {
  case OP_ITE:
    if (a.umin == a.umax && !a.empty && !b.empty && !c.empty)
      return a.umin ? b : c;
    return range_join(b, c);
  case OP_EQ:
  case OP_ULT:
  case OP_SLT:
    return of_comparison(op, a, b);
  default:
    break;
  }
  bool unary = op == OP_NOT || op == OP_EXTRACT || op == OP_ZEXT || op == OP_SEXT;
  if (a.empty || (!unary && b.empty))
    return range_none(value->width);
  switch (op) {
  case OP_ADD:
    return of_sum(a, b, false);
  case OP_SUB:
    return of_sum(a, b, true);
  case OP_MUL:
    return of_product(a, b);
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
    return of_division(op, a, b);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    return of_shift(op, a, b);
  case OP_EXTRACT:
    return of_extract(value, a);
  case OP_ZEXT:
  case OP_SEXT:
    return of_extension(value, a);
  case OP_CONCAT:
    return of_concat(value, a, b);
  default:
    return of_bits(op, a, b);
  }
}

struct range
range_op(const struct value *value, struct range a, struct range b, struct range c)
{
  struct range result = of_operation(value, a, b, c);
  INVARIANT(value->op > OP_LOADED && result.width == value->width);
  assert(range_is_sound(result));
  return result;
}

/* ---- bits ---- */

static unsigned
unsigned_bits(uint64_t most)
{
  unsigned n = 1;
  while (n < 64 && most >> n)
    n++;
  return n;
}

unsigned
range_bits(struct range range, bool *is_signed)
{
  unsigned plain = unsigned_bits(range.umax), with_sign = 1;
  uint64_t reach = range.smin < 0 ? (uint64_t)~range.smin : 0;
  if (range.smax > 0 && (uint64_t)range.smax > reach)
    reach = (uint64_t)range.smax;
  if (reach)
    with_sign = unsigned_bits(reach) + !MUTANT(RANGE_BIT_SHORT);
  *is_signed = with_sign < plain;
  unsigned bits = *is_signed ? with_sign : plain;
  INVARIANT(!range.empty && bits <= range.width);
  return bits;
}
