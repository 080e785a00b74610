/* Integers of 65 to 128 bits.
 *
 * Values of a prog have at most 64 bits, so such an integer is two scalars: its low 64 bits, and
 * the rest. Whatever only moves scalars (phis, selections, arguments, results, parts of structs)
 * need not know. Arithmetic is done here on pairs of 64 bits each, the school way: first the
 * operands are extended to 128 bits, by zeroes or by their sign as the operation wants it, and at
 * the end the high half is cut to the type's width again.
 *
 * In memory the halves are two accesses; of an atomic operation, both are in one section. */
#include "unfold/wide.h"

#include <string.h>

#include "frontend/cfg.h"
#include "frontend/type.h"
#include "unfold/address.h"
#include "unfold/build.h"
#include "unfold/constant.h"
#include "unfold/facts.h"
#include "unfold/happens.h"
#include "unfold/instr.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/state.h"

enum { HALF = 64 };

struct wide {
  value_id low, high; /* HALF bits each */
};

static unsigned
integer_width(LLVMTypeRef type)
{
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

bool
wide_is(LLVMTypeRef type)
{
  return type_scalars(type) == 2 && integer_width(type) > HALF;
}

/* ---- operands and results ---- */

static value_id
sign_of(struct unfold *u, struct wide a)
{
  return value_extract(u->prog, a.high, HALF - 1, 1);
}

/* The operand; a narrower one is extended too. */
static struct wide
get(struct unfold *u, LLVMValueRef value, bool is_signed)
{
  value_id parts[2];
  struct wide a;
  if (!wide_is(LLVMTypeOf(value))) {
    parts[0] = facts_simplify(u, u->path.guard, operand1(u, value));
    a.low = value_resize(u->prog, parts[0], HALF, is_signed);
    a.high = is_signed ? v_op(u, OP_ASHR, a.low, v_const(u, HALF, HALF - 1)) : v_const(u, HALF, 0);
    return a;
  }
  operand(u, value, parts);
  a.low = facts_simplify(u, u->path.guard, parts[0]);
  a.high = value_resize(u->prog, facts_simplify(u, u->path.guard, parts[1]), HALF, is_signed);
  return a;
}

static struct wide
get_operand(struct unfold *u, LLVMValueRef instruction, unsigned i, bool is_signed)
{
  return get(u, LLVMGetOperand(instruction, i), is_signed);
}

static void
put(struct unfold *u, value_id *out, struct wide a, unsigned width)
{
  if (width <= HALF) {
    out[0] = value_extract(u->prog, a.low, 0, width);
    return;
  }
  out[0] = a.low;
  out[1] = value_extract(u->prog, a.high, 0, width - HALF);
}

static void
put_result(struct unfold *u, LLVMValueRef instruction, struct wide a)
{
  put(u, u->now.frame->slots + cfg_slot(u->now.frame->cfg, instruction), a,
      integer_width(LLVMTypeOf(instruction)));
}

static struct wide
wide_const(struct unfold *u, uint64_t high, uint64_t low)
{
  return (struct wide){v_const(u, HALF, low), v_const(u, HALF, high)};
}

static bool
is_zero(struct unfold *u, value_id half)
{
  uint64_t bits;
  return value_is_const(u->prog, half, &bits) && !bits;
}

/* ---- constants ---- */

/* words = words * 10 + digit */
static void
append_digit(uint64_t *words, unsigned n, unsigned digit)
{
  uint64_t carry = digit;
  for (unsigned i = 0; i < n; i++) {
    uint64_t low = (words[i] & UINT32_MAX) * 10 + carry;
    uint64_t high = (words[i] >> 32) * 10 + (low >> 32);
    words[i] = high << 32 | (low & UINT32_MAX);
    carry = high >> 32;
  }
}

/* The C API gives out no more than 64 bits of a constant; its text, "i128 -5", has them all. */
void
wide_constant_words(LLVMValueRef constant, uint64_t *words, unsigned n)
{
  char *text = LLVMPrintValueToString(constant);
  const char *number = strchr(text, ' ');
  number = number ? number + 1 : text;
  bool negative = *number == '-';
  memset(words, 0, n * sizeof *words);
  for (number += negative; *number >= '0' && *number <= '9'; number++)
    append_digit(words, n, (unsigned)(*number - '0'));
  for (unsigned i = 0, carry = 1; negative && i < n; i++) {
    words[i] = ~words[i] + carry;
    carry = carry && !words[i];
  }
  LLVMDisposeMessage(text);
}

static value_id
undefined(struct unfold *u, unsigned width)
{
  return value_input(u->prog, (struct input){.kind = INPUT_UNINITIALISED,
                                             .width = (uint8_t)width,
                                             .name = "undefined value",
                                             .place = u->path.place});
}

void
wide_constant(struct unfold *u, LLVMValueRef constant, value_id *out)
{
  unsigned rest = integer_width(LLVMTypeOf(constant)) - HALF;
  uint64_t words[2] = {0};
  if (LLVMIsUndef(constant)) { /* poison is undefined, too */
    out[0] = undefined(u, HALF);
    out[1] = undefined(u, rest);
    return;
  }
  if (LLVMIsAConstantInt(constant))
    wide_constant_words(constant, words, 2);
  else if (!LLVMIsNull(constant))
    unfold_error(u, "a constant of a kind that is not supported");
  out[0] = v_const(u, HALF, words[0]);
  out[1] = v_const(u, rest, words[1]);
}

/* ---- memory ---- */

static value_id
address_of_high(struct unfold *u, value_id address)
{
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), HALF / 8));
}

/* The high half as wide as it is in memory. */
static unsigned
high_bytes(const struct unfold *u, LLVMTypeRef type)
{
  return (unsigned)LLVMStoreSizeOfType(u->layout, type) - HALF / 8;
}

static void
load_halves(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
            value_id *out)
{
  unsigned rest = integer_width(type) - HALF;
  out[0] = access_load(u, address, HALF / 8, order);
  out[1] = v_const(u, rest, 0);
  if (path_is_stopped(u))
    return;
  value_id high = access_load(u, address_of_high(u, address), high_bytes(u, type), order);
  out[1] = value_resize(u->prog, high, rest, false);
}

static void
store_halves(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
             const value_id *values)
{
  access_store(u, address, values[0], order);
  if (path_is_stopped(u))
    return;
  value_id high = value_resize(u->prog, values[1], 8 * high_bytes(u, type), false);
  access_store(u, address_of_high(u, address), high, order);
}

void
wide_load(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
          value_id *out)
{
  if (order != ORDER_PLAIN)
    section_begin(u);
  load_halves(u, type, address, order, out);
  if (order != ORDER_PLAIN)
    section_end(u);
}

void
wide_store(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
           const value_id *values)
{
  if (order != ORDER_PLAIN)
    section_begin(u);
  store_halves(u, type, address, order, values);
  if (order != ORDER_PLAIN)
    section_end(u);
}

/* ---- sums and products ---- */

static value_id
bit_as_half(struct unfold *u, value_id bit)
{
  return value_resize(u->prog, bit, HALF, false);
}

static struct wide
add(struct unfold *u, struct wide a, struct wide b)
{
  struct wide sum;
  sum.low = v_op(u, OP_ADD, a.low, b.low);
  value_id carry = bit_as_half(u, v_op(u, OP_ULT, sum.low, a.low));
  sum.high = v_op(u, OP_ADD, v_op(u, OP_ADD, a.high, b.high), carry);
  return sum;
}

static struct wide
subtract(struct unfold *u, struct wide a, struct wide b)
{
  value_id borrow = bit_as_half(u, v_op(u, OP_ULT, a.low, b.low));
  return (struct wide){
    .low = v_op(u, OP_SUB, a.low, b.low),
    .high = v_op(u, OP_SUB, v_op(u, OP_SUB, a.high, b.high), borrow),
  };
}

static struct wide
choose(struct unfold *u, value_id condition, struct wide yes, struct wide no)
{
  return (struct wide){value_ite(u->prog, condition, yes.low, no.low),
                       value_ite(u->prog, condition, yes.high, no.high)};
}

static struct wide
negate_if(struct unfold *u, value_id condition, struct wide a)
{
  return choose(u, condition, subtract(u, wide_const(u, 0, 0), a), a);
}

static value_id
low_quarter(struct unfold *u, value_id half)
{
  return value_resize(u->prog, value_extract(u->prog, half, 0, HALF / 2), HALF, false);
}

static value_id
high_quarter(struct unfold *u, value_id half)
{
  return value_resize(u->prog, value_extract(u->prog, half, HALF / 2, HALF / 2), HALF, false);
}

/* The upper half of the product of two halves, from the four products of their quarters. */
static value_id
upper_product(struct unfold *u, value_id a, value_id b)
{
  value_id a0 = low_quarter(u, a), a1 = high_quarter(u, a);
  value_id b0 = low_quarter(u, b), b1 = high_quarter(u, b);
  value_id p00 = v_op(u, OP_MUL, a0, b0), p01 = v_op(u, OP_MUL, a0, b1);
  value_id p10 = v_op(u, OP_MUL, a1, b0), p11 = v_op(u, OP_MUL, a1, b1);
  value_id middle = v_op(u, OP_ADD, v_op(u, OP_ADD, high_quarter(u, p00), low_quarter(u, p01)),
                         low_quarter(u, p10));
  value_id outer =
    v_op(u, OP_ADD, p11, v_op(u, OP_ADD, high_quarter(u, p01), high_quarter(u, p10)));
  return v_op(u, OP_ADD, outer, high_quarter(u, middle));
}

static struct wide
multiply(struct unfold *u, struct wide a, struct wide b)
{
  value_id cross = v_op(u, OP_ADD, v_op(u, OP_MUL, a.low, b.high), v_op(u, OP_MUL, a.high, b.low));
  return (struct wide){
    .low = v_op(u, OP_MUL, a.low, b.low),
    .high = v_op(u, OP_ADD, upper_product(u, a.low, b.low), cross),
  };
}

static struct wide
bitwise(struct unfold *u, enum value_op op, struct wide a, struct wide b)
{
  return (struct wide){v_op(u, op, a.low, b.low), v_op(u, op, a.high, b.high)};
}

/* ---- shifts ---- */

/* A shift of a half by HALF or more (also by what wraps round below 0) gives 0, so that each line
 * holds for every amount. One of 128 or more is undefined in C. */
static struct wide
shift_left(struct unfold *u, struct wide a, value_id n)
{
  value_id half = v_const(u, HALF, HALF);
  value_id across = v_op(u, OP_OR, v_op(u, OP_LSHR, a.low, v_op(u, OP_SUB, half, n)),
                         v_op(u, OP_SHL, a.low, v_op(u, OP_SUB, n, half)));
  return (struct wide){
    .low = v_op(u, OP_SHL, a.low, n),
    .high = v_op(u, OP_OR, v_op(u, OP_SHL, a.high, n), across),
  };
}

static struct wide
shift_right(struct unfold *u, struct wide a, value_id n, bool is_signed)
{
  enum value_op op = is_signed ? OP_ASHR : OP_LSHR;
  value_id half = v_const(u, HALF, HALF);
  value_id near =
    v_op(u, OP_OR, v_op(u, OP_LSHR, a.low, n), v_op(u, OP_SHL, a.high, v_op(u, OP_SUB, half, n)));
  value_id far = v_op(u, op, a.high, v_op(u, OP_SUB, n, half));
  return (struct wide){
    .low = value_ite(u->prog, v_op(u, OP_ULT, n, half), near, far),
    .high = v_op(u, op, a.high, n),
  };
}

/* ---- comparisons ---- */

static value_id
equal(struct unfold *u, struct wide a, struct wide b)
{
  return value_and(u->prog, address_equal(u, a.high, b.high), address_equal(u, a.low, b.low));
}

static value_id
less(struct unfold *u, struct wide a, struct wide b, bool is_signed)
{
  value_id low =
    value_and(u->prog, value_eq(u->prog, a.high, b.high), v_op(u, OP_ULT, a.low, b.low));
  return value_or(u->prog, v_op(u, is_signed ? OP_SLT : OP_ULT, a.high, b.high), low);
}

static value_id
compare(struct unfold *u, LLVMIntPredicate predicate, struct wide a, struct wide b)
{
  bool is_signed = predicate >= LLVMIntSGT;
  switch (predicate) {
  case LLVMIntEQ:
    return equal(u, a, b);
  case LLVMIntNE:
    return value_not(u->prog, equal(u, a, b));
  case LLVMIntULT:
  case LLVMIntSLT:
    return less(u, a, b, is_signed);
  case LLVMIntUGT:
  case LLVMIntSGT:
    return less(u, b, a, is_signed);
  case LLVMIntULE:
  case LLVMIntSLE:
    return value_not(u->prog, less(u, b, a, is_signed));
  default:
    return value_not(u->prog, less(u, a, b, is_signed));
  }
}

static void
run_compare(struct unfold *u, LLVMValueRef i)
{
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
  bool is_signed = predicate >= LLVMIntSGT;
  value_id truth =
    compare(u, predicate, get_operand(u, i, 0, is_signed), get_operand(u, i, 1, is_signed));
  u->now.frame->slots[cfg_slot(u->now.frame->cfg, i)] = facts_strip(u, u->path.guard, truth);
}

/* ---- division ---- */

struct quotient {
  struct wide quotient, rest;
};

static value_id
bit_of(struct unfold *u, struct wide a, unsigned i)
{
  return value_extract(u->prog, i < HALF ? a.low : a.high, i % HALF, 1);
}

static void
append_bit(struct unfold *u, struct quotient *q, unsigned i, value_id bit)
{
  value_id *half = i < HALF ? &q->quotient.low : &q->quotient.high;
  *half = i % HALF == HALF - 1 ? bit : value_concat(u->prog, *half, bit);
}

/* Long division in base 2: the rest takes up the dividend bit by bit, and gives away the divisor
 * where it can. Its top bit may be shifted out; then the divisor fits for certain, and subtracting
 * it modulo the width is right. By 0 it gives all ones and the dividend, as for narrow integers.
 * */
static struct quotient
long_division(struct unfold *u, struct wide a, struct wide b)
{
  struct quotient q = {.rest = wide_const(u, 0, 0)};
  for (unsigned i = 2 * HALF; i-- > 0;) {
    struct wide next;
    value_id over = sign_of(u, q.rest), carry = value_extract(u->prog, q.rest.low, HALF - 1, 1);
    next.low =
      value_concat(u->prog, value_extract(u->prog, q.rest.low, 0, HALF - 1), bit_of(u, a, i));
    next.high = value_concat(u->prog, value_extract(u->prog, q.rest.high, 0, HALF - 1), carry);
    value_id fits = value_or(u->prog, over, value_not(u->prog, less(u, next, b, false)));
    q.rest = choose(u, fits, subtract(u, next, b), next);
    append_bit(u, &q, i, fits);
  }
  return q;
}

/* The same by a divisor of at most HALF bits, with a rest as wide as it is. */
static struct quotient
short_division(struct unfold *u, struct wide a, value_id b)
{
  unsigned width = v_width(u, b);
  struct quotient q = {.rest = wide_const(u, 0, 0)};
  value_id rest = v_const(u, width, 0);
  for (unsigned i = 2 * HALF; i-- > 0;) {
    value_id over = value_extract(u->prog, rest, width - 1, 1);
    value_id next =
      value_concat(u->prog, value_extract(u->prog, rest, 0, width - 1), bit_of(u, a, i));
    value_id fits = value_or(u->prog, over, value_not(u->prog, v_op(u, OP_ULT, next, b)));
    rest = value_ite(u->prog, fits, v_op(u, OP_SUB, next, b), next);
    append_bit(u, &q, i, fits);
  }
  q.rest.low = value_resize(u->prog, rest, HALF, false);
  return q;
}

/* A dividend of at most HALF bits. */
static struct quotient
small_dividend(struct unfold *u, value_id a, struct wide b)
{
  value_id zero = v_const(u, HALF, 0), small = value_eq(u->prog, b.high, zero);
  struct quotient q = {
    .quotient = {value_ite(u->prog, small, v_op(u, OP_UDIV, a, b.low), zero), zero},
    .rest = {value_ite(u->prog, small, v_op(u, OP_UREM, a, b.low), a), zero},
  };
  return q;
}

static unsigned
length_of(uint64_t bits)
{
  unsigned length = 0;
  for (; bits; bits >>= 1)
    length++;
  return length;
}

/* The exponent of a constant power of two, or -1. */
static int
exponent_of(struct unfold *u, struct wide a)
{
  uint64_t low, high;
  if (!value_is_const(u->prog, a.low, &low) || !value_is_const(u->prog, a.high, &high))
    return -1;
  uint64_t word = low ? low : high;
  if ((low && high) || !word || (word & (word - 1)))
    return -1;
  return (int)length_of(word) - 1 + (low ? 0 : HALF);
}

static struct quotient
divide_unsigned(struct unfold *u, struct wide a, struct wide b)
{
  int exponent = exponent_of(u, b);
  uint64_t divisor;
  if (exponent >= 0)
    return (struct quotient){
      .quotient = shift_right(u, a, v_const(u, HALF, (uint64_t)exponent), false),
      .rest = bitwise(u, OP_AND, a, subtract(u, b, wide_const(u, 0, 1))),
    };
  if (is_zero(u, a.high))
    return small_dividend(u, a.low, b);
  if (!is_zero(u, b.high))
    return long_division(u, a, b);
  if (value_is_const(u->prog, b.low, &divisor) && divisor)
    return short_division(u, a, value_extract(u->prog, b.low, 0, length_of(divisor)));
  return short_division(u, a, b.low);
}

/* Rounds towards zero; the rest has the sign of the dividend. */
static struct quotient
divide_signed(struct unfold *u, struct wide a, struct wide b)
{
  value_id negative = sign_of(u, a);
  value_id differ = value_op(u->prog, OP_XOR, 1, negative, sign_of(u, b), 0, 0);
  struct quotient q = divide_unsigned(u, negate_if(u, negative, a), negate_if(u, sign_of(u, b), b));
  q.quotient = negate_if(u, differ, q.quotient);
  q.rest = negate_if(u, negative, q.rest);
  return q;
}

/* ---- instructions ---- */

/* For operations that no half of the result is a half of an operand of. */
static struct wide
as_number(struct unfold *u, struct wide a)
{
  a.low = address_number(u, a.low);
  a.high = address_number(u, a.high);
  return a;
}

static bool
run_binary(struct unfold *u, LLVMValueRef i, LLVMOpcode opcode)
{
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem || opcode == LLVMAShr;
  struct wide a = get_operand(u, i, 0, is_signed), b = get_operand(u, i, 1, is_signed), c;
  switch (opcode) {
  case LLVMAdd:
    c = add(u, a, b);
    break;
  case LLVMSub:
    c = subtract(u, a, b);
    break;
  case LLVMMul:
    c = multiply(u, as_number(u, a), as_number(u, b));
    break;
  case LLVMAnd:
    c = bitwise(u, OP_AND, a, b);
    break;
  case LLVMOr:
    c = bitwise(u, OP_OR, a, b);
    break;
  case LLVMXor:
    c = bitwise(u, OP_XOR, a, b);
    break;
  case LLVMShl:
    c = shift_left(u, a, b.low);
    break;
  case LLVMLShr:
  case LLVMAShr:
    c = shift_right(u, a, b.low, is_signed);
    break;
  case LLVMUDiv:
    c = divide_unsigned(u, as_number(u, a), as_number(u, b)).quotient;
    break;
  case LLVMURem:
    c = divide_unsigned(u, as_number(u, a), as_number(u, b)).rest;
    break;
  case LLVMSDiv:
    c = divide_signed(u, as_number(u, a), as_number(u, b)).quotient;
    break;
  case LLVMSRem:
    c = divide_signed(u, as_number(u, a), as_number(u, b)).rest;
    break;
  default:
    return false;
  }
  put_result(u, i, c);
  return true;
}

static void
run_cast(struct unfold *u, LLVMValueRef i, bool is_signed)
{
  LLVMTypeKind to = LLVMGetTypeKind(LLVMTypeOf(i));
  LLVMTypeKind from = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0)));
  bool known = (to == LLVMIntegerTypeKind || to == LLVMPointerTypeKind) &&
               (from == LLVMIntegerTypeKind || from == LLVMPointerTypeKind);
  if (!known) {
    unfold_error(u, "a conversion that is not supported");
    return;
  }
  put(u, u->now.frame->slots + cfg_slot(u->now.frame->cfg, i), get_operand(u, i, 0, is_signed),
      scalar_width(u, LLVMTypeOf(i)));
}

static struct wide
rmw_result(struct unfold *u, LLVMAtomicRMWBinOp op, struct wide old, struct wide b)
{
  struct wide ones = wide_const(u, UINT64_MAX, UINT64_MAX);
  switch (op) {
  case LLVMAtomicRMWBinOpXchg:
    return b;
  case LLVMAtomicRMWBinOpAdd:
    return add(u, old, b);
  case LLVMAtomicRMWBinOpSub:
    return subtract(u, old, b);
  case LLVMAtomicRMWBinOpAnd:
    return bitwise(u, OP_AND, old, b);
  case LLVMAtomicRMWBinOpNand:
    return bitwise(u, OP_XOR, bitwise(u, OP_AND, old, b), ones);
  case LLVMAtomicRMWBinOpOr:
    return bitwise(u, OP_OR, old, b);
  case LLVMAtomicRMWBinOpXor:
    return bitwise(u, OP_XOR, old, b);
  case LLVMAtomicRMWBinOpMax:
  case LLVMAtomicRMWBinOpUMax:
    return choose(u, less(u, old, b, op == LLVMAtomicRMWBinOpMax), b, old);
  case LLVMAtomicRMWBinOpMin:
  case LLVMAtomicRMWBinOpUMin:
    return choose(u, less(u, b, old, op == LLVMAtomicRMWBinOpMin), b, old);
  default:
    unfold_error(u, "an atomic operation of a kind that is not supported");
    return old;
  }
}

/* Atomic operations of such a width exist on whole bytes of memory only: 128 bits. */
static bool
is_atomic_width(struct unfold *u, LLVMTypeRef type)
{
  if (integer_width(type) == 2 * HALF)
    return true;
  unfold_error(u, "an atomic operation on a type that is not supported");
  return false;
}

static void
run_atomic_rmw(struct unfold *u, LLVMValueRef i, enum memory_order order)
{
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!is_atomic_width(u, type))
    return;
  value_id address = facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(i, 0)));
  value_id *old = u->now.frame->slots + cfg_slot(u->now.frame->cfg, i), new[2];
  section_begin(u);
  load_halves(u, type, address, order, old);
  if (!path_is_stopped(u)) {
    struct wide result = rmw_result(u, LLVMGetAtomicRMWBinOp(i), (struct wide){old[0], old[1]},
                                    get_operand(u, i, 1, false));
    put(u, new, result, 2 * HALF);
    store_halves(u, type, address, order, new);
  }
  section_end(u);
}

static void
run_cmpxchg(struct unfold *u, LLVMValueRef i, enum memory_order order)
{
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
  if (!is_atomic_width(u, type))
    return;
  value_id address = facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(i, 0)));
  struct wide expected = get_operand(u, i, 1, false), wanted = get_operand(u, i, 2, false);
  value_id *out = u->now.frame->slots + cfg_slot(u->now.frame->cfg, i);
  section_begin(u);
  happens_before_exchange(u);
  load_halves(u, type, address, order, out);
  out[2] = instr_exchanges(u, i, equal(u, (struct wide){out[0], out[1]}, expected));
  happens_exchange(u, out[2], order, instr_failure_order(i));
  struct path before = path_enter(u, value_and(u->prog, u->path.guard, out[2]));
  if (!path_is_stopped(u))
    store_halves(u, type, address, order, (value_id[2]){wanted.low, wanted.high});
  path_leave(u, before);
  section_end(u);
}

bool
wide_run(struct unfold *u, LLVMValueRef i, enum memory_order order)
{
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  unsigned operands = (unsigned)LLVMGetNumOperands(i);
  bool to = wide_is(LLVMTypeOf(i)), from = operands && wide_is(LLVMTypeOf(LLVMGetOperand(i, 0)));
  switch (opcode) {
  case LLVMICmp:
    if (from)
      run_compare(u, i);
    return from;
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMSExt:
    if (to || from)
      run_cast(u, i, opcode == LLVMSExt);
    return to || from;
  case LLVMSIToFP:
  case LLVMUIToFP:
  case LLVMFPToSI:
  case LLVMFPToUI:
    if (to || from)
      unfold_error(u, "a conversion between 128-bit integers and floating point is not supported");
    return to || from;
  case LLVMAtomicRMW:
    if (to)
      run_atomic_rmw(u, i, order);
    return to;
  case LLVMAtomicCmpXchg:
    if (!wide_is(LLVMTypeOf(LLVMGetOperand(i, 1))))
      return false;
    run_cmpxchg(u, i, order);
    return true;
  default:
    return to && from && operands == 2 && run_binary(u, i, opcode);
  }
}

/* ---- overflow-checked arithmetic: llvm.{s,u}{add,sub,mul}.with.overflow ---- */

static value_id
is_not_zero(struct unfold *u, value_id half)
{
  return value_not(u->prog, value_eq(u->prog, half, v_const(u, HALF, 0)));
}

static value_id
differ(struct unfold *u, value_id a, value_id b)
{
  return value_not(u->prog, value_eq(u->prog, a, b));
}

/* Of numbers without sign: does the product need more than 128 bits? If not both have a high half,
 * there is one cross product at most. */
static value_id
product_overflows(struct unfold *u, struct wide a, struct wide b)
{
  struct prog *prog = u->prog;
  value_id cross = v_op(u, OP_ADD, v_op(u, OP_MUL, a.low, b.high), v_op(u, OP_MUL, a.high, b.low));
  value_id carry = v_op(u, OP_ULT, multiply(u, a, b).high, cross);
  value_id both = value_and(prog, is_not_zero(u, a.high), is_not_zero(u, b.high));
  value_id upper = value_or(prog, is_not_zero(u, upper_product(u, a.low, b.high)),
                            is_not_zero(u, upper_product(u, a.high, b.low)));
  return value_or(prog, value_or(prog, both, carry), upper);
}

static struct wide
checked_multiply(struct unfold *u, struct wide a, struct wide b, bool is_signed, value_id *overflow)
{
  value_id a_negative = is_signed ? sign_of(u, a) : VALUE_FALSE;
  value_id b_negative = is_signed ? sign_of(u, b) : VALUE_FALSE;
  value_id negative = differ(u, a_negative, b_negative);
  a = negate_if(u, a_negative, a);
  b = negate_if(u, b_negative, b);
  struct wide product = multiply(u, a, b), result = negate_if(u, negative, product);
  *overflow = product_overflows(u, a, b);
  if (is_signed)
    *overflow =
      value_or(u->prog, *overflow,
               value_and(u->prog, sign_of(u, product), differ(u, sign_of(u, result), negative)));
  return result;
}

/* Is it unchanged by going through a type of this width? */
static value_id
fits(struct unfold *u, struct wide a, unsigned width, bool is_signed)
{
  value_id cut = value_extract(u->prog, a.high, 0, width - HALF);
  return value_eq(u->prog, a.high, value_resize(u->prog, cut, HALF, is_signed));
}

static void
run_checked(struct unfold *u, LLVMValueRef call, const char *kind, value_id *out)
{
  bool is_signed = kind[0] == 's';
  struct wide a = get_operand(u, call, 0, is_signed), b = get_operand(u, call, 1, is_signed), c;
  value_id overflow;
  if (!strncmp(kind + 1, "mul", 3)) {
    c = checked_multiply(u, a, b, is_signed, &overflow);
  } else if (!strncmp(kind + 1, "add", 3)) {
    c = add(u, a, b);
    overflow = is_signed ? value_and(u->prog, value_eq(u->prog, sign_of(u, a), sign_of(u, b)),
                                     differ(u, sign_of(u, c), sign_of(u, a)))
                         : less(u, c, a, false);
  } else {
    c = subtract(u, a, b);
    overflow = is_signed ? value_and(u->prog, differ(u, sign_of(u, a), sign_of(u, b)),
                                     differ(u, sign_of(u, c), sign_of(u, a)))
                         : less(u, a, b, false);
  }
  unsigned width = integer_width(LLVMTypeOf(LLVMGetOperand(call, 0)));
  put(u, out, c, width);
  out[2] = value_or(u->prog, overflow, value_not(u->prog, fits(u, c, width, is_signed)));
}

bool
wide_call(struct unfold *u, LLVMValueRef call, const char *name, value_id *out)
{
  bool is_wide = wide_is(LLVMTypeOf(call));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    is_wide |= wide_is(LLVMTypeOf(LLVMGetOperand(call, i)));
  if (!is_wide || strncmp(name, "llvm.", 5) || !strncmp(name, "llvm.is.constant.", 17))
    return false;
  if (strstr(name, ".with.overflow."))
    run_checked(u, call, name + strlen("llvm."), out);
  else
    unfold_error(u, "the compiler's function '%s' is not supported", name);
  return true;
}
