/* Local rules for arithmetic, bitwise operations and shifts. Constants come as
 * second argument of commutative operations; at width 1 boolean.c has its own. */
#include "ir/node.h"

static const struct value *
node_of(const struct prog *prog, value_id a)
{
  return &prog->values.at[a];
}

static value_id
op2(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  return value_op(prog, op, 0, a, b, 0, 0);
}

static value_id
op_const(struct prog *prog, enum value_op op, value_id a, uint64_t k)
{
  return op2(prog, op, a, value_const(prog, value_width(prog, a), k));
}

/* a is `x op k`. */
static bool
has_const(const struct prog *prog, value_id a, enum value_op op, value_id *x, uint64_t *k)
{
  const struct value *node = node_of(prog, a);
  if (node->op != op || !value_is_const(prog, node->arg[1], k))
    return false;
  *x = node->arg[0];
  return true;
}

/* a is `k - x`. */
static bool
from_const(const struct prog *prog, value_id a, value_id *x, uint64_t *k)
{
  const struct value *node = node_of(prog, a);
  if (node->op != OP_SUB || !value_is_const(prog, node->arg[0], k))
    return false;
  *x = node->arg[1];
  return true;
}

/* The exponent of a power of two, or -1. */
static int
exponent(uint64_t k)
{
  if (!k || k & (k - 1))
    return -1;
  int e = 0;
  while (k >>= 1)
    e++;
  return e;
}

/* ---- arithmetic ------------------------------------------------------------------ */

static value_id
fold_add(struct prog *prog, value_id a, value_id b)
{
  uint64_t k, l;
  value_id x;
  if (!value_is_const(prog, b, &k))
    return NO_VALUE;
  if (k == 0)
    return a;
  if (has_const(prog, a, OP_ADD, &x, &l))
    return op_const(prog, OP_ADD, x, k + l);
  if (from_const(prog, a, &x, &l))
    return op2(prog, OP_SUB, value_const(prog, value_width(prog, a), k + l), x);
  return NO_VALUE;
}

/* a as x + k, where k may be 0. */
static value_id
without_offset(const struct prog *prog, value_id a, uint64_t *k)
{
  value_id x;
  if (has_const(prog, a, OP_ADD, &x, k))
    return x;
  *k = 0;
  return a;
}

static value_id
fold_sub(struct prog *prog, value_id a, value_id b)
{
  uint64_t k, l;
  value_id x;
  unsigned width = value_width(prog, a);
  if (value_is_const(prog, b, &k))
    return op_const(prog, OP_ADD, a, 0 - k);
  if (without_offset(prog, a, &k) == without_offset(prog, b, &l))
    return value_const(prog, width, k - l);
  if (!value_is_const(prog, a, &k))
    return NO_VALUE;
  if (has_const(prog, b, OP_ADD, &x, &l))
    return op2(prog, OP_SUB, value_const(prog, width, k - l), x);
  if (from_const(prog, b, &x, &l))
    return op_const(prog, OP_ADD, x, k - l);
  return NO_VALUE;
}

static value_id
fold_mul(struct prog *prog, value_id a, value_id b)
{
  uint64_t k, l;
  value_id x;
  if (!value_is_const(prog, b, &k))
    return NO_VALUE;
  if (k == 0)
    return b;
  if (k == 1)
    return a;
  if (exponent(k) >= 0)
    return op_const(prog, OP_SHL, a, (uint64_t)exponent(k));
  if (k == bits_mask(value_width(prog, a)))
    return op2(prog, OP_SUB, value_const(prog, value_width(prog, a), 0), a);
  if (has_const(prog, a, OP_MUL, &x, &l))
    return op_const(prog, OP_MUL, x, k * l);
  return NO_VALUE;
}

/* A value below 2^bits: the value at that width, or NO_VALUE if there is no way to write it. */
static value_id
narrowed(struct prog *prog, value_id a, unsigned bits)
{
  uint64_t k;
  if (value_is_const(prog, a, &k))
    return k <= bits_mask(bits) ? value_const(prog, bits, k) : NO_VALUE;
  const struct value *node = node_of(prog, a);
  if (node->op != OP_ZEXT || value_width(prog, node->arg[0]) > bits)
    return NO_VALUE;
  return value_resize(prog, node->arg[0], bits, false);
}

/* Both operands are zero-extended, or one is and the other a constant that fits. */
static value_id
narrow_division(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  unsigned width = value_width(prog, a), bits = 0;
  const struct value *nodes[] = {node_of(prog, a), node_of(prog, b)};
  for (unsigned i = 0; i < 2; i++)
    if (nodes[i]->op == OP_ZEXT && value_width(prog, nodes[i]->arg[0]) > bits)
      bits = value_width(prog, nodes[i]->arg[0]);
  uint64_t k = 1;
  if (!bits || (value_is_const(prog, b, &k) && !k))
    return NO_VALUE;
  /* Without a constant the divisor may be 0, where a quotient is all ones at its own width. */
  if ((op == OP_UDIV || op == OP_SDIV) && !value_is_const(prog, b, NULL))
    return NO_VALUE;
  value_id narrow_a = narrowed(prog, a, bits), narrow_b = narrowed(prog, b, bits);
  if (narrow_a == NO_VALUE || narrow_b == NO_VALUE)
    return NO_VALUE;
  enum value_op plain = op == OP_UDIV || op == OP_SDIV ? OP_UDIV : OP_UREM;
  return value_resize(prog, op2(prog, plain, narrow_a, narrow_b), width, false);
}

static value_id
fold_divide(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  uint64_t k;
  unsigned width = value_width(prog, a);
  bool quotient = op == OP_UDIV || op == OP_SDIV;
  if (value_is_const(prog, b, &k)) {
    if (k == 0 && op != OP_SDIV)
      return quotient ? value_const(prog, width, ~UINT64_C(0)) : a;
    if (k == 1)
      return quotient ? a : value_const(prog, width, 0);
    if (op == OP_UDIV && exponent(k) >= 0)
      return op_const(prog, OP_LSHR, a, (uint64_t)exponent(k));
    if (op == OP_UREM && exponent(k) >= 0)
      return op_const(prog, OP_AND, a, k - 1);
  }
  return narrow_division(prog, op, a, b);
}

value_id
fold_arithmetic(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  switch (op) {
  case OP_ADD:
    return fold_add(prog, a, b);
  case OP_SUB:
    return fold_sub(prog, a, b);
  case OP_MUL:
    return fold_mul(prog, a, b);
  default:
    return fold_divide(prog, op, a, b);
  }
}

/* ---- bitwise --------------------------------------------------------------------- */

static value_id
and_mask(struct prog *prog, value_id a, uint64_t k)
{
  unsigned width = value_width(prog, a);
  value_id x = node_of(prog, a)->arg[0];
  if (node_of(prog, a)->op == OP_ZEXT)
    return value_resize(prog, op_const(prog, OP_AND, x, k), width, false);
  int low = exponent(k + 1);
  if (low > 0)
    return value_resize(prog, value_extract(prog, a, 0, (unsigned)low), width, false);
  return NO_VALUE;
}

static value_id
bitwise_const(struct prog *prog, enum value_op op, value_id a, value_id b, uint64_t k)
{
  uint64_t ones = bits_mask(value_width(prog, a)), l;
  value_id x;
  if (k == 0)
    return op == OP_AND ? b : a;
  if (k == ones)
    return op == OP_AND ? a : op == OP_OR ? b : value_not(prog, a);
  if (has_const(prog, a, op, &x, &l))
    return op_const(prog, op, x, op == OP_AND ? k & l : op == OP_OR ? k | l : k ^ l);
  return op == OP_AND ? and_mask(prog, a, k) : NO_VALUE;
}

value_id
fold_bitwise(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  uint64_t k;
  unsigned width = value_width(prog, a);
  if (value_is_const(prog, b, &k))
    return bitwise_const(prog, op, a, b, k);
  if (a == b)
    return op == OP_XOR ? value_const(prog, width, 0) : a;
  const struct value *x = node_of(prog, a), *y = node_of(prog, b);
  if ((x->op == OP_NOT && x->arg[0] == b) || (y->op == OP_NOT && y->arg[0] == a))
    return value_const(prog, width, op == OP_AND ? 0 : ~UINT64_C(0));
  if (x->op == OP_ZEXT && y->op == OP_ZEXT &&
      value_width(prog, x->arg[0]) == value_width(prog, y->arg[0]))
    return value_resize(prog, op2(prog, op, x->arg[0], y->arg[0]), width, false);
  return NO_VALUE;
}

/* ---- shifts ---------------------------------------------------------------------- */

static value_id
shift_extended(struct prog *prog, value_id a, uint64_t by)
{
  unsigned width = value_width(prog, a);
  value_id x = node_of(prog, a)->arg[0];
  unsigned from = value_width(prog, x);
  if (by >= from)
    return value_const(prog, width, 0);
  unsigned left = from - (unsigned)by;
  return value_resize(prog, value_extract(prog, x, (unsigned)by, left), width, false);
}

value_id
fold_shift(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  uint64_t k, l;
  value_id x;
  unsigned width = value_width(prog, a);
  if (value_is_const(prog, a, &k) && k == 0)
    return a;
  if (!value_is_const(prog, b, &k))
    return NO_VALUE;
  if (k == 0)
    return a;
  if (k >= width && op != OP_ASHR)
    return value_const(prog, width, 0);
  if (k >= width)
    return op_const(prog, op, a, width - 1);
  if (has_const(prog, a, op, &x, &l)) {
    uint64_t sum = k + l < width ? k + l : op == OP_ASHR ? width - 1 : width;
    return sum < width ? op_const(prog, op, x, sum) : value_const(prog, width, 0);
  }
  if (node_of(prog, a)->op == OP_ZEXT && op != OP_SHL)
    return shift_extended(prog, a, k);
  return NO_VALUE;
}
