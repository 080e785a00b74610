/* Local rules for extract, concat and the extensions. They cost nothing in the
 * formula; folding them brings together what memory in pieces took apart. */
#include "ir/node.h"

static struct value
node_of(const struct prog *prog, value_id a)
{
  return prog->values.at[a];
}

/* ---- extract ----------------------------------------------------------------------- */

static value_id
extract_concat(struct prog *prog, struct value node, unsigned low, unsigned width)
{
  unsigned border = value_width(prog, node.arg[1]);
  if (low >= border)
    return value_extract(prog, node.arg[0], low - border, width);
  if (low + width <= border)
    return value_extract(prog, node.arg[1], low, width);
  value_id above = value_extract(prog, node.arg[0], 0, low + width - border);
  return value_concat(prog, above, value_extract(prog, node.arg[1], low, border - low));
}

static value_id
extract_extended(struct prog *prog, struct value node, unsigned low, unsigned width)
{
  value_id x = node.arg[0];
  unsigned from = value_width(prog, x);
  bool is_signed = node.op == OP_SEXT;
  if (low + width <= from)
    return value_extract(prog, x, low, width);
  if (low < from)
    return value_resize(prog, value_extract(prog, x, low, from - low), width, is_signed);
  if (!is_signed)
    return value_const(prog, width, 0);
  return value_resize(prog, value_extract(prog, x, from - 1, 1), width, true);
}

/* Whether the low bits of a can be had without a new extract. */
static bool
is_short(const struct prog *prog, value_id a)
{
  enum value_op op = node_of(prog, a).op;
  return op == OP_CONST || op == OP_ZEXT || op == OP_SEXT;
}

static value_id
extract_binary(struct prog *prog, struct value node, unsigned low, unsigned width)
{
  bool bitwise = node.op == OP_AND || node.op == OP_OR || node.op == OP_XOR;
  value_id a = node.arg[0], b = node.arg[1];
  bool useful = bitwise ? is_short(prog, a) || is_short(prog, b)
                        : low == 0 && is_short(prog, a) && is_short(prog, b);
  if (!useful)
    return NO_VALUE;
  value_id x = value_extract(prog, a, low, width);
  return value_op(prog, node.op, 0, x, value_extract(prog, b, low, width), 0, 0);
}

static value_id
extract_shifted(struct prog *prog, struct value node, unsigned low, unsigned width)
{
  uint64_t by;
  if (!value_is_const(prog, node.arg[1], &by) || by >= node.width)
    return NO_VALUE;
  if (node.op == OP_SHL) {
    if (low + width <= by)
      return value_const(prog, width, 0);
    return low >= by ? value_extract(prog, node.arg[0], low - (unsigned)by, width) : NO_VALUE;
  }
  unsigned first = low + (unsigned)by;
  if (first + width <= node.width)
    return value_extract(prog, node.arg[0], first, width);
  if (node.op == OP_LSHR && first >= node.width)
    return value_const(prog, width, 0);
  return NO_VALUE;
}

value_id
fold_extract(struct prog *prog, value_id a, unsigned low, unsigned width)
{
  struct value node = node_of(prog, a);
  if (width == node.width)
    return a;
  if (node_is_long(prog, a))
    return NO_VALUE;
  switch (node.op) {
  case OP_EXTRACT:
    return value_extract(prog, node.arg[0], (unsigned)node.imm + low, width);
  case OP_CONCAT:
    return extract_concat(prog, node, low, width);
  case OP_ZEXT:
  case OP_SEXT:
    return extract_extended(prog, node, low, width);
  case OP_NOT:
    return value_not(prog, value_extract(prog, node.arg[0], low, width));
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
    return extract_binary(prog, node, low, width);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    return extract_shifted(prog, node, low, width);
  default:
    return NO_VALUE;
  }
}

/* ---- concat ------------------------------------------------------------------------ */

/* Neighbouring pieces of one value. */
static value_id
join_pieces(struct prog *prog, value_id high, value_id low)
{
  struct value h = node_of(prog, high), l = node_of(prog, low);
  if (h.op == OP_EXTRACT && l.op == OP_EXTRACT && h.arg[0] == l.arg[0] && h.imm == l.imm + l.width)
    return value_extract(prog, l.arg[0], (unsigned)l.imm, (unsigned)h.width + l.width);
  return NO_VALUE;
}

/* The high part repeats the sign of the low part. */
static value_id
join_sign(struct prog *prog, value_id high, value_id low)
{
  struct value h = node_of(prog, high);
  bool repeated = h.width == 1 || (h.op == OP_SEXT && value_width(prog, h.arg[0]) == 1);
  if (!repeated || (h.op != OP_SEXT && h.op != OP_EXTRACT))
    return NO_VALUE;
  unsigned width = value_width(prog, low);
  value_id sign = h.op == OP_SEXT ? h.arg[0] : high;
  if (value_extract(prog, low, width - 1, 1) != sign)
    return NO_VALUE;
  return value_resize(prog, low, width + h.width, true);
}

/* The two as one piece, without a concat; NO_VALUE if they do not belong together. */
static value_id
join(struct prog *prog, value_id high, value_id low)
{
  uint64_t k;
  if (value_is_const(prog, high, &k) && value_is_const(prog, low, NULL))
    return value_concat(prog, high, low);
  value_id joined = join_pieces(prog, high, low);
  return joined == NO_VALUE ? join_sign(prog, high, low) : joined;
}

value_id
fold_concat(struct prog *prog, value_id high, value_id low)
{
  uint64_t k;
  struct value h = node_of(prog, high), l = node_of(prog, low);
  unsigned width = (unsigned)h.width + l.width;
  if (value_is_const(prog, high, &k) && k == 0)
    return value_resize(prog, low, width, false);
  value_id joined = join(prog, high, low);
  if (joined != NO_VALUE)
    return joined;
  if (h.op == OP_ZEXT)
    return value_resize(prog, value_concat(prog, h.arg[0], low), width, false);
  if (h.op == OP_CONCAT) {
    joined = join(prog, h.arg[1], low);
    if (joined != NO_VALUE)
      return value_concat(prog, h.arg[0], joined);
  }
  if (l.op == OP_CONCAT) {
    joined = join(prog, high, l.arg[0]);
    if (joined != NO_VALUE)
      return value_concat(prog, joined, l.arg[1]);
  }
  return NO_VALUE;
}

/* ---- extensions -------------------------------------------------------------------- */

value_id
fold_extend(struct prog *prog, enum value_op op, value_id a, unsigned width)
{
  struct value node = node_of(prog, a);
  if (node.width == width)
    return a;
  if (node.op == OP_ZEXT || node.op == op)
    return value_resize(prog, node.arg[0], width, node.op == OP_SEXT);
  return NO_VALUE;
}
