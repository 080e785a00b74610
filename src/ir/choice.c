/* Choices: ite, and operations on values that are a choice among few constants.
 * A one-bit value that was extended is a choice as well: between 1 (or -1) and 0.
 * An operation on choices among constants is moved to the constants, where it
 * can be computed; a comparison then becomes a formula over the conditions. */
#include "ir/node.h"

enum {
  DEPTH = 8,          /* of nested choices looked at */
  FEW = 4,            /* constants in a choice that any operation is moved into */
  FEW_FOR_EQUAL = 16, /* the same for eq, whose result is one bit */
};

struct choice {
  value_id condition, yes, no;
};

static const struct value *
node_of(const struct prog *prog, value_id a)
{
  return &prog->values.at[a];
}

static bool
extended_bit(const struct prog *prog, value_id a)
{
  const struct value *node = node_of(prog, a);
  return (node->op == OP_ZEXT || node->op == OP_SEXT) && value_width(prog, node->arg[0]) == 1;
}

/* Whether a is a choice; if so, which. */
static bool
as_choice(struct choice *out, struct prog *prog, value_id a)
{
  struct value node = *node_of(prog, a);
  if (node.op == OP_ITE) {
    *out = (struct choice){node.arg[0], node.arg[1], node.arg[2]};
    return true;
  }
  if (!extended_bit(prog, a))
    return false;
  out->condition = node.arg[0];
  out->yes = value_const(prog, node.width, node.op == OP_ZEXT ? 1 : ~UINT64_C(0));
  out->no = value_const(prog, node.width, 0);
  return true;
}

/* ---- ite ----------------------------------------------------------------------- */

static value_id
ite_of_bits(struct prog *prog, value_id c, value_id yes, value_id no)
{
  if (yes == VALUE_TRUE || yes == c)
    return boolean_or(prog, c, no);
  if (yes == VALUE_FALSE)
    return boolean_and(prog, value_not(prog, c), no);
  if (no == VALUE_FALSE || no == c)
    return boolean_and(prog, c, yes);
  if (no == VALUE_TRUE)
    return boolean_or(prog, value_not(prog, c), yes);
  if (value_not(prog, yes) == no)
    return value_not(prog, boolean_xor(prog, c, yes));
  return NO_VALUE;
}

static value_id
ite_of_constants(struct prog *prog, value_id c, value_id yes, value_id no)
{
  uint64_t k, l;
  if (!value_is_const(prog, yes, &k) || !value_is_const(prog, no, &l))
    return NO_VALUE;
  unsigned width = value_width(prog, yes);
  if (k == 1 && l == 0)
    return value_resize(prog, c, width, false);
  if (k == 0 && l == 1)
    return value_resize(prog, value_not(prog, c), width, false);
  if (k == bits_mask(width) && l == 0)
    return value_resize(prog, c, width, true);
  if (k == 0 && l == bits_mask(width))
    return value_resize(prog, value_not(prog, c), width, true);
  return NO_VALUE;
}

/* What an arm comes to, given that the condition is `truth`. */
static value_id
arm_under(const struct prog *prog, value_id c, bool truth, value_id arm)
{
  for (unsigned i = 0; i < DEPTH && node_of(prog, arm)->op == OP_ITE; i++) {
    const struct value *inner = node_of(prog, arm);
    int known = boolean_known(prog, c, truth, inner->arg[0]);
    if (known < 0)
      break;
    arm = inner->arg[known ? 1 : 2];
  }
  return arm;
}

/* An arm that is a choice with the other arm inside it. */
static value_id
merge_arms(struct prog *prog, value_id c, value_id yes, value_id no)
{
  struct value inner = *node_of(prog, no);
  if (inner.op == OP_ITE) {
    value_id d = inner.arg[0];
    if (inner.arg[1] == yes)
      return value_ite(prog, boolean_or(prog, c, d), yes, inner.arg[2]);
    if (inner.arg[2] == yes)
      return value_ite(prog, boolean_and(prog, value_not(prog, c), d), inner.arg[1], yes);
  }
  inner = *node_of(prog, yes);
  if (inner.op == OP_ITE) {
    value_id d = inner.arg[0];
    if (inner.arg[2] == no)
      return value_ite(prog, boolean_and(prog, c, d), inner.arg[1], no);
    if (inner.arg[1] == no)
      return value_ite(prog, boolean_and(prog, c, value_not(prog, d)), inner.arg[2], no);
  }
  return NO_VALUE;
}

value_id
fold_ite(struct prog *prog, value_id c, value_id yes, value_id no)
{
  if (c <= VALUE_TRUE)
    return c == VALUE_TRUE ? yes : no;
  if (node_of(prog, c)->op == OP_NOT)
    return value_ite(prog, node_of(prog, c)->arg[0], no, yes);
  value_id yes_under = arm_under(prog, c, true, yes), no_under = arm_under(prog, c, false, no);
  if (yes_under == no_under)
    return yes_under;
  if (yes_under != yes || no_under != no)
    return value_ite(prog, c, yes_under, no_under);
  bool bits = value_width(prog, yes) == 1;
  value_id folded = bits ? ite_of_bits(prog, c, yes, no) : ite_of_constants(prog, c, yes, no);
  return folded == NO_VALUE ? merge_arms(prog, c, yes, no) : folded;
}

/* ---- operations on choices ------------------------------------------------------ */

/* Counts the constants a chooses among; more than `few` if it is not only constants. */
static unsigned
count_constants(const struct prog *prog, value_id a, unsigned depth, unsigned few)
{
  const struct value *node = node_of(prog, a);
  if (node->op == OP_CONST)
    return 1;
  if (extended_bit(prog, a))
    return 2;
  if (node->op != OP_ITE || !depth)
    return few + 1;
  unsigned yes = count_constants(prog, node->arg[1], depth - 1, few);
  return yes > few ? yes : yes + count_constants(prog, node->arg[2], depth - 1, few);
}

/* The node with argument i replaced by a, and so on into the arms of a. */
static value_id
move_into(struct prog *prog, struct value node, unsigned i, value_id a)
{
  struct choice choice;
  node.arg[i] = a;
  if (!as_choice(&choice, prog, a))
    return value_op(prog, node.op, node.width, node.arg[0], node.arg[1], node.arg[2], node.imm);
  value_id yes = move_into(prog, node, i, choice.yes);
  value_id no = move_into(prog, node, i, choice.no);
  return value_ite(prog, choice.condition, yes, no);
}

/* Both arguments are choices between two constants under one condition. */
static value_id
move_into_both(struct prog *prog, struct value node)
{
  struct choice a, b;
  if (count_constants(prog, node.arg[0], 1, 2) > 2 || count_constants(prog, node.arg[1], 1, 2) > 2)
    return NO_VALUE;
  if (!as_choice(&a, prog, node.arg[0]) || !as_choice(&b, prog, node.arg[1]))
    return NO_VALUE;
  if (a.condition != b.condition)
    return NO_VALUE;
  value_id yes = value_op(prog, node.op, node.width, a.yes, b.yes, 0, node.imm);
  value_id no = value_op(prog, node.op, node.width, a.no, b.no, 0, node.imm);
  return value_ite(prog, a.condition, yes, no);
}

value_id
fold_choice(struct prog *prog, struct value node)
{
  unsigned few = node.op == OP_EQ ? FEW_FOR_EQUAL : FEW;
  unsigned arity = value_arity(node.op);
  if (arity == 0 || arity == 3)
    return NO_VALUE;
  if ((node.op == OP_ZEXT || node.op == OP_SEXT || node.op == OP_NOT) &&
      value_width(prog, node.arg[0]) == 1)
    return NO_VALUE;
  if (arity == 1)
    return count_constants(prog, node.arg[0], DEPTH, few) <= few
             ? move_into(prog, node, 0, node.arg[0])
             : NO_VALUE;
  for (unsigned i = 0; i < 2; i++)
    if (value_is_const(prog, node.arg[1 - i], NULL) &&
        count_constants(prog, node.arg[i], DEPTH, few) <= few)
      return move_into(prog, node, i, node.arg[i]);
  return move_into_both(prog, node);
}
