#include "vm/arithmetic.h"

#include "base/mutant.h"
#include "ir/prog.h"

static uint64_t
mask_of(unsigned width)
{
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

int64_t
compute_signed(uint64_t value, unsigned width)
{
  uint64_t sign = UINT64_C(1) << (width - 1);
  return (int64_t)(((value & mask_of(width)) ^ sign) - sign);
}

/* ---- addresses ---- */

enum computed
compute_advance(uint64_t a, int64_t by, uint64_t *result)
{
  if (a == ARBITRARY)
    return COMPUTED_UNWRITTEN;
  *result = a + (uint64_t)by;
  if (!is_address(a))
    return is_address(*result) ? COMPUTED_ADDRESS : COMPUTED;
  int64_t offset = address_offset(a), limit = (int64_t)1 << 30;
  bool fits = by > -limit && by < limit && offset + by > -limit && offset + by < limit;
  return fits ? COMPUTED : COMPUTED_ADDRESS;
}

/* Objects are aligned: the lowest bits of their addresses are 0. */
static uint64_t
known_bits(const struct heap *heap, uint64_t address)
{
  uint32_t object = address_object(address);
  return object && object < heap->homes.n ? heap->homes.at[object].align - 1 : 0;
}

static enum computed
mask_address(const struct heap *heap, enum binary kind, uint64_t address, uint64_t mask,
             uint64_t *result)
{
  uint64_t known = known_bits(heap, address);
  bool low = !(mask & ~known), high = kind == BINARY_AND && !(~mask & ~known);
  *result = kind == BINARY_AND  ? address & mask
            : kind == BINARY_OR ? address | mask
                                : address ^ mask;
  return low || high ? COMPUTED : COMPUTED_ADDRESS;
}

static enum computed
compute_addresses(const struct heap *heap, enum binary kind, uint64_t a, uint64_t b,
                  uint64_t *result)
{
  bool both = is_address(a) && is_address(b);
  switch (kind) {
  case BINARY_ADD:
    if (both)
      return COMPUTED_ADDRESS;
    return is_address(a) ? compute_advance(a, (int64_t)b, result)
                         : compute_advance(b, (int64_t)a, result);
  case BINARY_SUB:
    if (both && address_object(a) == address_object(b)) {
      *result = a - b;
      return COMPUTED;
    }
    if (both || !is_address(a))
      return COMPUTED_ADDRESS;
    return compute_advance(a, (int64_t)(0 - b), result);
  case BINARY_AND:
  case BINARY_OR:
  case BINARY_XOR:
    if (both)
      return COMPUTED_ADDRESS;
    return is_address(a) ? mask_address(heap, kind, a, b, result)
                         : mask_address(heap, kind, b, a, result);
  case BINARY_TAKE:
    *result = b;
    return COMPUTED;
  default:
    return COMPUTED_ADDRESS;
  }
}

/* ---- numbers ---- */

static enum computed
divide(enum binary kind, unsigned width, uint64_t a, uint64_t b, uint64_t *result)
{
  int64_t x = compute_signed(a, width), y = compute_signed(b, width);
  bool is_signed = kind == BINARY_SDIV || kind == BINARY_SREM;
  if (!b || (is_signed && y == -1 && a == UINT64_C(1) << (width - 1)))
    return COMPUTED_BY_ZERO;
  *result = kind == BINARY_UDIV   ? a / b
            : kind == BINARY_UREM ? a % b
            : kind == BINARY_SDIV ? (uint64_t)(x / y)
                                  : (uint64_t)(x % y);
  return COMPUTED;
}

static enum computed
shift(enum binary kind, unsigned width, uint64_t a, uint64_t b, uint64_t *result)
{
  if (b >= width)
    return COMPUTED_SHIFT;
  uint64_t sign = kind == BINARY_ASHR && a >> (width - 1) & 1 ? ~(mask_of(width) >> b) : 0;
  *result = kind == BINARY_SHL ? a << b : a >> b | sign;
  return COMPUTED;
}

static bool
product_exceeds(uint64_t a, uint64_t b, uint64_t most)
{
  return a && b > most / a;
}

static uint64_t
magnitude(int64_t x)
{
  return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

static bool
signed_product_exceeds(int64_t x, int64_t y, unsigned width)
{
  uint64_t most = mask_of(width - 1) + ((x < 0) != (y < 0));
  return product_exceeds(magnitude(x), magnitude(y), most);
}

static bool
is_over(enum binary kind, unsigned width, uint64_t a, uint64_t b)
{
  uint64_t mask = mask_of(width), sign = UINT64_C(1) << (width - 1);
  uint64_t sum = (a + b) & mask, difference = (a - b) & mask;
  switch (kind) {
  case BINARY_SADD_OVER:
    return (~(a ^ b) & (a ^ sum) & sign) != 0;
  case BINARY_UADD_OVER:
    return sum < a;
  case BINARY_SSUB_OVER:
    return ((a ^ b) & (a ^ difference) & sign) != 0;
  case BINARY_USUB_OVER:
    return a < b;
  case BINARY_SMUL_OVER:
    return signed_product_exceeds(compute_signed(a, width), compute_signed(b, width), width);
  default:
    return product_exceeds(a, b, mask);
  }
}

static uint64_t
count(enum binary kind, unsigned width, uint64_t a)
{
  uint64_t ones = 0, zeros = 0, swapped = 0;
  for (unsigned i = 0; i < width; i++)
    ones += a >> i & 1;
  if (kind == BINARY_LEADING_ZEROS)
    while (zeros < width && !(a >> (width - 1 - zeros) & 1))
      zeros++;
  if (kind == BINARY_TRAILING_ZEROS)
    while (zeros < width && !(a >> zeros & 1))
      zeros++;
  for (unsigned i = 0; i < width; i += 8)
    swapped = swapped << 8 | (a >> i & 0xff);
  return kind == BINARY_ONES ? ones : kind == BINARY_SWAP_BYTES ? swapped : zeros;
}

static uint64_t
choose(enum binary kind, unsigned width, uint64_t a, uint64_t b)
{
  bool is_signed = kind == BINARY_SMAX || kind == BINARY_SMIN;
  bool less = is_signed ? compute_signed(a, width) < compute_signed(b, width) : a < b;
  bool least = kind == BINARY_SMIN || kind == BINARY_UMIN;
  return less == least ? a : b;
}

enum computed
compute_binary(const struct heap *heap, enum binary kind, unsigned width, uint64_t a, uint64_t b,
               uint64_t *result)
{
  enum computed computed = COMPUTED;
  *result = 0;
  if (a == ARBITRARY || b == ARBITRARY)
    return COMPUTED_UNWRITTEN;
  if (width == 64 && (is_address(a) || is_address(b)))
    return compute_addresses(heap, kind, a, b, result);
  switch (kind) {
  case BINARY_ADD:
    *result = a + b;
    break;
  case BINARY_SUB:
    *result = a - b;
    break;
  case BINARY_MUL:
    *result = a * b;
    break;
  case BINARY_UDIV:
  case BINARY_SDIV:
  case BINARY_UREM:
  case BINARY_SREM:
    computed = divide(kind, width, a, b, result);
    break;
  case BINARY_SHL:
  case BINARY_LSHR:
  case BINARY_ASHR:
    computed = shift(kind, width, a, b, result);
    break;
  case BINARY_AND:
    *result = a & b;
    break;
  case BINARY_OR:
    *result = a | b;
    break;
  case BINARY_XOR:
    *result = a ^ b;
    break;
  case BINARY_NAND:
    *result = ~(a & b);
    break;
  case BINARY_TAKE:
    *result = b;
    break;
  case BINARY_UMAX:
  case BINARY_UMIN:
  case BINARY_SMAX:
  case BINARY_SMIN:
    *result = choose(kind, width, a, b);
    break;
  case BINARY_SADD_OVER:
  case BINARY_UADD_OVER:
  case BINARY_SSUB_OVER:
  case BINARY_USUB_OVER:
  case BINARY_SMUL_OVER:
  case BINARY_UMUL_OVER:
    *result = is_over(kind, width, a, b);
    break;
  case BINARY_LEADING_ZEROS:
  case BINARY_TRAILING_ZEROS:
    if (!a && b && !MUTANT(VM_ZEROS_OF_ZERO))
      return COMPUTED_BY_ZERO;
    *result = count(kind, width, a);
    break;
  case BINARY_ONES:
  case BINARY_SWAP_BYTES:
    *result = count(kind, width, a);
    break;
  }
  *result &= mask_of(width);
  if (width == 64 && computed == COMPUTED && kind != BINARY_TAKE &&
      (is_address(*result) || *result == ARBITRARY))
    return COMPUTED_ADDRESS; /* a number that looks like one */
  return computed;
}

/* ---- comparisons ---- */

static bool
is_less(enum compare kind, unsigned width, uint64_t a, uint64_t b)
{
  switch (kind) {
  case COMPARE_ULT:
    return a < b;
  case COMPARE_ULE:
    return a <= b;
  case COMPARE_SLT:
    return compute_signed(a, width) < compute_signed(b, width);
  default:
    return compute_signed(a, width) <= compute_signed(b, width);
  }
}

/* Could another object lie there? If that one is gone, or if it is not within it. */
static bool
is_shared_by(const struct heap *heap, uint64_t address)
{
  uint32_t object = address_object(address);
  int64_t offset = address_offset(address);
  return object && object < heap->homes.n &&
         ((!heap_is_alive(heap, object) && !MUTANT(VM_FREED_STAYS)) ||
          ((offset < 0 || (uint64_t)offset >= heap_size(heap, object)) &&
           !MUTANT(VM_NOTHING_BEHIND)));
}

/* No object lies there, and everybody may know: null, small numbers, -1. */
static bool
is_nowhere(uint64_t number)
{
  return number < LOWEST_ADDRESS || number >> address_bits(64);
}

static enum computed
compare_addresses(const struct heap *heap, enum compare kind, uint64_t a, uint64_t b,
                  uint64_t *result)
{
  bool both = is_address(a) && is_address(b);
  bool same = both && address_object(a) == address_object(b);
  if (kind == COMPARE_EQ || kind == COMPARE_NE) {
    *result = (a == b) == (kind == COMPARE_EQ);
    bool open = both && !same && (is_shared_by(heap, a) || is_shared_by(heap, b));
    if (!both)
      open = !is_nowhere(is_address(a) ? b : a) && !MUTANT(VM_NUMBER_IS_NOWHERE);
    return open ? COMPUTED_ADDRESS : COMPUTED;
  }
  *result = is_less(kind, 64, a, b);
  bool unsigned_null = (kind == COMPARE_ULT || kind == COMPARE_ULE) && (!a || !b);
  return same || unsigned_null ? COMPUTED : COMPUTED_ADDRESS;
}

enum computed
compute_compare(const struct heap *heap, enum compare kind, unsigned width, uint64_t a, uint64_t b,
                uint64_t *result)
{
  if (a == ARBITRARY || b == ARBITRARY)
    return COMPUTED_UNWRITTEN;
  if (width == 64 && (is_address(a) || is_address(b)))
    return compare_addresses(heap, kind, a, b, result);
  if (kind == COMPARE_EQ || kind == COMPARE_NE)
    *result = (a == b) == (kind == COMPARE_EQ);
  else
    *result = is_less(kind, width, a, b);
  return COMPUTED;
}

enum computed
compute_resize(bool is_signed, unsigned width, unsigned from, uint64_t a, uint64_t *result)
{
  if (a == ARBITRARY)
    return COMPUTED_UNWRITTEN;
  *result = (is_signed ? (uint64_t)compute_signed(a, from) : a) & mask_of(width);
  return from == 64 && width < 64 && is_address(a) ? COMPUTED_ADDRESS : COMPUTED;
}
