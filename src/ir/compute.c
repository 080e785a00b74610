#include <assert.h>

#include "ir/prog.h"

uint64_t
bits_mask(unsigned width)
{
  return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

static bool
negative(uint64_t bits, unsigned width)
{
  return bits >> (width - 1) & 1;
}

static uint64_t
sign_extend(uint64_t bits, unsigned width)
{
  return negative(bits, width) ? bits | ~bits_mask(width) : bits & bits_mask(width);
}

int64_t
bits_signed(uint64_t bits, unsigned width)
{
  uint64_t wide = sign_extend(bits, width);
  return wide >> 63 ? -(int64_t)(~wide) - 1 : (int64_t)wide;
}

static uint64_t
magnitude(uint64_t bits, unsigned width)
{
  return negative(bits, width) ? (0 - bits) & bits_mask(width) : bits;
}

/* Signed division goes through magnitudes, so that the most negative number
 * divided by -1 wraps instead of trapping. */
static uint64_t
signed_quotient(uint64_t a, uint64_t b, unsigned width)
{
  if (!b)
    return negative(a, width) ? 1 : ~UINT64_C(0);
  uint64_t quotient = magnitude(a, width) / magnitude(b, width);
  return negative(a, width) != negative(b, width) ? 0 - quotient : quotient;
}

static uint64_t
signed_remainder(uint64_t a, uint64_t b, unsigned width)
{
  if (!b)
    return a;
  uint64_t rest = magnitude(a, width) % magnitude(b, width);
  return negative(a, width) ? 0 - rest : rest;
}

static uint64_t
shift_right_signed(uint64_t a, uint64_t by, unsigned width)
{
  uint64_t wide = sign_extend(a, width);
  if (by >= width)
    by = width - 1;
  uint64_t shifted = wide >> by;
  return wide >> 63 && by ? shifted | ~(~UINT64_C(0) >> by) : shifted;
}

static uint64_t
compute(enum value_op op, unsigned width, unsigned from, unsigned low, uint64_t a, uint64_t b,
        uint64_t c, uint64_t imm)
{
  switch (op) {
  case OP_CONST:
    return imm;
  case OP_NOT:
    return ~a;
  case OP_AND:
    return a & b;
  case OP_OR:
    return a | b;
  case OP_XOR:
    return a ^ b;
  case OP_ADD:
    return a + b;
  case OP_SUB:
    return a - b;
  case OP_MUL:
    return a * b;
  case OP_UDIV:
    return b ? a / b : ~UINT64_C(0);
  case OP_SDIV:
    return signed_quotient(a, b, width);
  case OP_UREM:
    return b ? a % b : a;
  case OP_SREM:
    return signed_remainder(a, b, width);
  case OP_SHL:
    return b < width ? a << b : 0;
  case OP_LSHR:
    return b < width ? a >> b : 0;
  case OP_ASHR:
    return shift_right_signed(a, b, width);
  case OP_EQ:
    return a == b;
  case OP_ULT:
    return a < b;
  case OP_SLT:
    return bits_signed(a, from) < bits_signed(b, from);
  case OP_ITE:
    return a ? b : c;
  case OP_CONCAT:
    return low < 64 ? a << low | b : b;
  case OP_EXTRACT:
    return imm < 64 ? a >> imm : 0;
  case OP_ZEXT:
    return a;
  case OP_SEXT:
    return sign_extend(a, from);
  case OP_INPUT:
  case OP_LOADED:
    break;
  }
  assert(false && "inputs and loaded values are given, not computed");
  return 0;
}

uint64_t
value_compute(enum value_op op, unsigned width, unsigned from, unsigned low, uint64_t a, uint64_t b,
              uint64_t c, uint64_t imm)
{
  return compute(op, width, from, low, a, b, c, imm) & bits_mask(width);
}
