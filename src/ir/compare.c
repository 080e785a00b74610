/* Local rules for eq, ult and slt on arguments wider than one bit. Constants are
 * taken off the other side as far as possible, so that a comparison ends up on
 * the narrowest value that decides it. */
#include "base/mutant.h"
#include "ir/node.h"

static const struct value *
node_of(const struct prog *prog, value_id a)
{
  return &prog->values.at[a];
}

static value_id
boolean(bool truth)
{
  return truth ? VALUE_TRUE : VALUE_FALSE;
}

static value_id
eq_const(struct prog *prog, value_id a, uint64_t k)
{
  return value_eq(prog, a, value_const(prog, value_width(prog, a), k));
}

static value_id
compare(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  return value_op(prog, op, 0, a, b, 0, 0);
}

/* ---- eq -------------------------------------------------------------------------- */

static value_id
eq_extended(struct prog *prog, const struct value *node, uint64_t k)
{
  unsigned from = value_width(prog, node->arg[0]);
  uint64_t back = value_compute(node->op, node->width, from, 0, k & bits_mask(from), 0, 0, 0);
  return back == k ? eq_const(prog, node->arg[0], k) : VALUE_FALSE;
}

static value_id
eq_concat(struct prog *prog, const struct value *node, uint64_t k)
{
  unsigned low = value_width(prog, node->arg[1]);
  value_id high_equal = eq_const(prog, node->arg[0], k >> low);
  value_id low_equal = eq_const(prog, node->arg[1], k);
  return boolean_and(prog, high_equal, low_equal);
}

/* node op l == k, where l is the constant second argument. */
static value_id
eq_of_const_op(struct prog *prog, const struct value *node, uint64_t l, uint64_t k)
{
  value_id x = node->arg[0];
  switch (node->op) {
  case OP_ADD:
    return eq_const(prog, x, MUTANT(FOLD_ADD_EQUAL) ? k + l : k - l);
  case OP_XOR:
    return eq_const(prog, x, k ^ l);
  case OP_AND:
    return k & ~l ? VALUE_FALSE : NO_VALUE;
  case OP_OR:
    return l & ~k ? VALUE_FALSE : NO_VALUE;
  case OP_SHL:
    if (l >= node->width)
      return NO_VALUE;
    if (k & bits_mask((unsigned)l))
      return VALUE_FALSE;
    return eq_const(prog, value_extract(prog, x, 0, node->width - (unsigned)l), k >> l);
  case OP_LSHR:
    if (l >= node->width)
      return NO_VALUE;
    if (k > bits_mask(node->width - (unsigned)l))
      return VALUE_FALSE;
    return eq_const(prog, value_extract(prog, x, (unsigned)l, node->width - (unsigned)l), k);
  default:
    return NO_VALUE;
  }
}

static value_id
fold_eq_const(struct prog *prog, value_id a, uint64_t k)
{
  struct value node = *node_of(prog, a);
  uint64_t l;
  if (node_is_long(prog, a))
    return NO_VALUE;
  switch (node.op) {
  case OP_ZEXT:
  case OP_SEXT:
    return eq_extended(prog, &node, k);
  case OP_CONCAT:
    return eq_concat(prog, &node, k);
  case OP_NOT:
    return eq_const(prog, node.arg[0], ~k);
  case OP_SUB:
    if (value_is_const(prog, node.arg[0], &l))
      return eq_const(prog, node.arg[1], l - k);
    return k == 0 ? value_eq(prog, node.arg[0], node.arg[1]) : NO_VALUE;
  default:
    break;
  }
  if (value_arity(node.op) == 2 && value_is_const(prog, node.arg[1], &l))
    return eq_of_const_op(prog, &node, l, k);
  return NO_VALUE;
}

/* a as x + k, where k may be 0. */
static value_id
without_offset(const struct prog *prog, value_id a, uint64_t *k)
{
  const struct value *node = node_of(prog, a);
  if (node->op == OP_ADD && value_is_const(prog, node->arg[1], k))
    return node->arg[0];
  *k = 0;
  return a;
}

/* Both arguments are extended in the same way from the same width. */
static bool
extended_alike(const struct prog *prog, value_id a, value_id b, enum value_op op)
{
  const struct value *x = node_of(prog, a), *y = node_of(prog, b);
  return x->op == op && y->op == op && value_width(prog, x->arg[0]) == value_width(prog, y->arg[0]);
}

static value_id
fold_eq(struct prog *prog, value_id a, value_id b)
{
  uint64_t k, l;
  if (value_is_const(prog, b, &k))
    return fold_eq_const(prog, a, k);
  value_id x = without_offset(prog, a, &k), y = without_offset(prog, b, &l);
  if (x == y)
    return boolean(k == l);
  if (k && l) {
    value_id difference = value_const(prog, value_width(prog, x), k - l);
    return value_eq(prog, value_op(prog, OP_ADD, 0, x, difference, 0, 0), y);
  }
  if (extended_alike(prog, a, b, OP_ZEXT) || extended_alike(prog, a, b, OP_SEXT))
    return value_eq(prog, node_of(prog, a)->arg[0], node_of(prog, b)->arg[0]);
  return NO_VALUE;
}

/* ---- less than -------------------------------------------------------------------- */

/* x zero-extended, compared with a number; `less` means x < k, otherwise k < x. */
static value_id
ult_number(struct prog *prog, value_id x, uint64_t k, bool less)
{
  unsigned width = value_width(prog, x);
  if (k > bits_mask(width))
    return boolean(less);
  value_id number = value_const(prog, width, k);
  return less ? compare(prog, OP_ULT, x, number) : compare(prog, OP_ULT, number, x);
}

/* The same for x sign-extended. */
static value_id
slt_number(struct prog *prog, value_id x, int64_t k, bool less)
{
  unsigned width = value_width(prog, x);
  int64_t highest = (int64_t)(bits_mask(width) >> 1);
  if (k > highest)
    return boolean(less);
  if (k < -highest - 1)
    return boolean(!less);
  value_id number = value_const(prog, width, (uint64_t)k);
  return less ? compare(prog, OP_SLT, x, number) : compare(prog, OP_SLT, number, x);
}

static value_id
ult_const(struct prog *prog, value_id a, uint64_t k)
{
  if (k == 0)
    return VALUE_FALSE;
  if (k == 1)
    return eq_const(prog, a, 0);
  if (k == bits_mask(value_width(prog, a)))
    return value_not(prog, eq_const(prog, a, k));
  if (node_of(prog, a)->op == OP_ZEXT)
    return ult_number(prog, node_of(prog, a)->arg[0], k, true);
  return NO_VALUE;
}

static value_id
const_ult(struct prog *prog, uint64_t k, value_id b)
{
  uint64_t ones = bits_mask(value_width(prog, b));
  if (k == ones)
    return VALUE_FALSE;
  if (k == ones - 1)
    return eq_const(prog, b, ones);
  if (k == 0)
    return value_not(prog, eq_const(prog, b, 0));
  if (node_of(prog, b)->op == OP_ZEXT)
    return ult_number(prog, node_of(prog, b)->arg[0], k, false);
  return NO_VALUE;
}

/* a < k (less) or k < a, signed, where k is given by its bits. */
static value_id
slt_const(struct prog *prog, value_id a, uint64_t bits, bool less)
{
  const struct value *node = node_of(prog, a);
  int64_t k = bits_signed(bits, node->width), highest = (int64_t)(bits_mask(node->width) >> 1);
  if (k == (less ? -highest - 1 : highest))
    return VALUE_FALSE;
  if (node->op == OP_SEXT)
    return slt_number(prog, node->arg[0], k, less);
  if (node->op == OP_ZEXT)
    return k < 0 ? boolean(!less) : ult_number(prog, node->arg[0], (uint64_t)k, less);
  return NO_VALUE;
}

static value_id
fold_less(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  uint64_t k;
  if (a == b)
    return VALUE_FALSE;
  if (value_is_const(prog, b, &k))
    return op == OP_ULT ? ult_const(prog, a, k) : slt_const(prog, a, k, true);
  if (value_is_const(prog, a, &k))
    return op == OP_ULT ? const_ult(prog, k, b) : slt_const(prog, b, k, false);
  if (extended_alike(prog, a, b, OP_ZEXT))
    return compare(prog, OP_ULT, node_of(prog, a)->arg[0], node_of(prog, b)->arg[0]);
  if (extended_alike(prog, a, b, OP_SEXT))
    return compare(prog, op, node_of(prog, a)->arg[0], node_of(prog, b)->arg[0]);
  return NO_VALUE;
}

value_id
fold_compare(struct prog *prog, enum value_op op, value_id a, value_id b)
{
  return op == OP_EQ ? fold_eq(prog, a, b) : fold_less(prog, op, a, b);
}
