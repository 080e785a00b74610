/* Values as C expressions.
 *
 * The expression of a value of width w has, at every moment, a number below 2^w, and a type that
 * holds it: bool for width 1, and above that the narrowest of uint8_t ... uint64_t, or something
 * that is promoted like it. So the operations of C are right up to carries, which are cut off by
 * casts, and by masks where no type has the width. What C leaves undefined - wide shifts, division
 * by zero, signed overflow - is done by functions of arithmetic.h. A variable that has fewer bits
 * than its value (narrow.c) is cast to the type of the value where that matters. */
#include <assert.h>
#include <inttypes.h>

#include "emit/emission.h"
#include "trace/view.h"

const char *
emit_type(unsigned width)
{
  return width == 1    ? "bool"
         : width <= 8  ? "uint8_t"
         : width <= 16 ? "uint16_t"
         : width <= 32 ? "uint32_t"
                       : "uint64_t";
}

/* ---- constants ---- */

static const char *
suffix(unsigned width)
{
  return width > 32 ? "ull" : "u";
}

static void
add_number(struct str *out, uint64_t bits, unsigned width)
{
  str_printf(out, bits < 1000 ? "%" PRIu64 "%s" : "0x%" PRIx64 "%s", bits, suffix(width));
}

/* Is it likely to be the address of something? */
static object_id
object_of(const struct emission *e, uint64_t bits, unsigned width)
{
  return width == e->prog->pointer_bits && bits > UINT16_MAX ? object_at(e->prog, bits) : 0;
}

void
emit_constant(struct emission *e, struct str *out, uint64_t bits, unsigned width)
{
  object_id object = object_of(e, bits, width);
  uint64_t offset = object ? bits - e->prog->objects.at[object].base : 0;
  if (width == 1) {
    str_add(out, bits ? "true" : "false");
  } else if (!object) {
    add_number(out, bits, width);
  } else if (!offset) {
    str_add(out, emit_memory_address(e, object));
  } else {
    str_printf(out, "(%s + ", emit_memory_address(e, object));
    add_number(out, offset, width);
    str_add(out, ")");
  }
}

/* ---- pieces ---- */

static const struct value *
node_of(const struct emission *e, value_id value)
{
  return &e->prog->values.at[value];
}

/* Is the value written out, and not the name of a variable? */
static bool
is_inline(const struct emission *e, value_id value, enum value_op op)
{
  return node_of(e, value)->op == op && !e->values.at[value].name;
}

static bool
has_type(unsigned width)
{
  return width == 8 || width == 16 || width == 32 || width == 64;
}

/* Opens and closes what brings the result of arithmetic back to its width. */
static void
open_cut(struct str *out, unsigned width)
{
  if (width == 1)
    str_add(out, "((");
  else if (width <= 16 || !has_type(width))
    str_printf(out, has_type(width) ? "(%s)(" : "(%s)((", emit_type(width));
}

static void
close_cut(struct str *out, unsigned width)
{
  if (width == 1) {
    str_add(out, ") & 1u) != 0");
  } else if (!has_type(width)) {
    str_add(out, ") & ");
    add_number(out, bits_mask(width), width);
    str_add(out, ")");
  } else if (width <= 16) {
    str_add(out, ")");
  }
}

static void
add_cast(struct emission *e, struct str *out, const char *type, value_id value)
{
  str_printf(out, "(%s)", type);
  emit_number_operand(e, out, value);
}

static void
add_infix(struct emission *e, struct str *out, value_id a, const char *sign, value_id b)
{
  emit_operand(e, out, a);
  str_printf(out, " %s ", sign);
  emit_operand(e, out, b);
}

/* Arguments of a function of arithmetic.h, which are numbers of 64 bits. */
static void
add_arguments(struct emission *e, struct str *out, const struct value *node)
{
  emit_number(e, out, node->arg[0]);
  str_add(out, ", ");
  emit_number(e, out, node->arg[1]);
}

/* ---- operations ---- */

static void
add_arithmetic(struct emission *e, struct str *out, const struct value *node, const char *sign)
{
  open_cut(out, node->width);
  if (node->op == OP_MUL && node->width <= 16)
    str_add(out, "1u * "); /* the product of two promoted numbers may be too much for an int */
  add_infix(e, out, node->arg[0], sign, node->arg[1]);
  close_cut(out, node->width);
}

static void
add_call(struct emission *e, struct str *out, const struct value *node, const char *function)
{
  open_cut(out, node->width);
  if (node->width > 16 && has_type(node->width))
    str_printf(out, "(%s)", emit_type(node->width));
  str_printf(out, "%s(", function);
  add_arguments(e, out, node);
  str_printf(out, ", %uu)", node->width);
  close_cut(out, node->width);
}

static void
add_shift_left(struct emission *e, struct str *out, const struct value *node, uint64_t by)
{
  open_cut(out, node->width);
  if (node->width <= 16) /* what is promoted to an int could be shifted out of it */
    add_cast(e, out, emit_type(32), node->arg[0]);
  else
    emit_operand(e, out, node->arg[0]);
  str_printf(out, " << %" PRIu64, by);
  close_cut(out, node->width);
}

/* Divisions and shifts: those by a constant that C defines, as C writes them. */
static void
add_delicate(struct emission *e, struct str *out, const struct value *node)
{
  uint64_t by;
  bool fixed = value_is_const(e->prog, node->arg[1], &by) && node->width > 1;
  bool shifts = fixed && by < node->width, divides = fixed && by;
  switch (node->op) {
  case OP_SHL:
    if (shifts)
      add_shift_left(e, out, node, by);
    else
      add_call(e, out, node, "heddle_shl");
    break;
  case OP_LSHR:
    if (shifts) {
      emit_operand(e, out, node->arg[0]);
      str_printf(out, " >> %" PRIu64, by);
    } else {
      add_call(e, out, node, "heddle_lshr");
    }
    break;
  case OP_UDIV:
    if (divides)
      add_infix(e, out, node->arg[0], "/", node->arg[1]);
    else
      add_call(e, out, node, "heddle_udiv");
    break;
  case OP_UREM:
    if (divides)
      add_infix(e, out, node->arg[0], "%", node->arg[1]);
    else
      add_call(e, out, node, "heddle_urem");
    break;
  case OP_ASHR:
    add_call(e, out, node, "heddle_ashr");
    break;
  case OP_SDIV:
    add_call(e, out, node, "heddle_sdiv");
    break;
  default:
    add_call(e, out, node, "heddle_srem");
  }
}

static void
add_signed(struct emission *e, struct str *out, value_id value, unsigned width)
{
  uint64_t bits;
  int64_t number = value_is_const(e->prog, value, &bits) ? bits_signed(bits, width) : INT64_MAX;
  if (number > -1000 && number < 1000)
    str_printf(out, "%" PRId64, number);
  else
    add_cast(e, out, emit_type(width) + 1, value); /* int32_t from uint32_t */
}

static void
add_less(struct emission *e, struct str *out, const struct value *node, const char *sign)
{
  unsigned width = value_width(e->prog, node->arg[0]);
  if (node->op == OP_ULT && width > 1) {
    emit_number_operand(e, out, node->arg[0]);
    str_printf(out, " %s ", sign);
    emit_number_operand(e, out, node->arg[1]);
  } else if (has_type(width)) {
    add_signed(e, out, node->arg[0], width);
    str_printf(out, " %s ", sign);
    add_signed(e, out, node->arg[1], width);
  } else {
    str_add(out, *sign == '<' ? "" : "!");
    str_printf(out, "heddle_%s(", node->op == OP_ULT ? "ult" : "slt");
    add_arguments(e, out, node);
    str_printf(out, ", %uu)", width);
  }
}

static void
add_extract(struct emission *e, struct str *out, const struct value *node)
{
  open_cut(out, node->width);
  if (node->width > 16 && has_type(node->width))
    str_printf(out, "(%s)%s", emit_type(node->width), node->imm ? "(" : "");
  emit_operand(e, out, node->arg[0]);
  if (node->imm)
    str_printf(out, " >> %" PRIu64, node->imm);
  if (node->width > 16 && has_type(node->width) && node->imm)
    str_add(out, ")");
  close_cut(out, node->width);
}

static void
add_sign_extension(struct emission *e, struct str *out, const struct value *node)
{
  unsigned from = value_width(e->prog, node->arg[0]);
  if (has_type(from) && has_type(node->width)) {
    str_printf(out, "(%s)", emit_type(node->width));
    add_cast(e, out, emit_type(from) + 1, node->arg[0]);
    return;
  }
  open_cut(out, node->width);
  if (node->width > 16 && has_type(node->width))
    str_printf(out, "(%s)", emit_type(node->width));
  str_add(out, "heddle_sext(");
  emit_number(e, out, node->arg[0]);
  str_printf(out, ", %uu)", from);
  close_cut(out, node->width);
}

static void
add_concat(struct emission *e, struct str *out, const struct value *node)
{
  bool small = node->width <= 16;
  if (small)
    str_printf(out, "(%s)(", emit_type(node->width));
  str_add(out, "(");
  add_cast(e, out, emit_type(node->width > 32 ? 64 : 32), node->arg[0]);
  str_printf(out, " << %u) | ", value_width(e->prog, node->arg[1]));
  emit_operand(e, out, node->arg[1]);
  if (small)
    str_add(out, ")");
}

static void
add_choice(struct emission *e, struct str *out, const struct value *node)
{
  emit_operand(e, out, node->arg[0]);
  str_add(out, " ? ");
  emit_operand(e, out, node->arg[1]);
  str_add(out, " : ");
  emit_operand(e, out, node->arg[2]);
}

/* ---- Booleans ---- */

/* An operand of && or ||; a chain of the same needs no parentheses. */
static void
add_link(struct emission *e, struct str *out, value_id value, enum value_op op)
{
  if (is_inline(e, value, op))
    emit_value(e, out, value);
  else
    emit_operand(e, out, value);
}

static void
add_chain(struct emission *e, struct str *out, const struct value *node)
{
  add_link(e, out, node->arg[0], node->op);
  str_add(out, node->op == OP_AND ? " && " : " || ");
  add_link(e, out, node->arg[1], node->op);
}

/* == and != look different to compilers beside a !, hence more parentheses. */
static void
add_compared(struct emission *e, struct str *out, value_id value)
{
  bool negated = is_inline(e, value, OP_NOT) && node_of(e, value)->width == 1;
  str_add(out, negated ? "(" : "");
  emit_number_operand(e, out, value);
  str_add(out, negated ? ")" : "");
}

static void
add_equality(struct emission *e, struct str *out, const struct value *node, const char *sign)
{
  add_compared(e, out, node->arg[0]);
  str_printf(out, " %s ", sign);
  add_compared(e, out, node->arg[1]);
}

/* Is the negation written with another operation than `!`? */
static bool
negates_smoothly(const struct emission *e, value_id value)
{
  const struct value *node = node_of(e, value);
  if (e->values.at[value].name)
    return false;
  return node->op == OP_EQ || node->op == OP_NOT || node->op == OP_CONST ||
         ((node->op == OP_ULT || node->op == OP_SLT)) ||
         (node->op == OP_AND &&
          (is_inline(e, node->arg[0], OP_NOT) || is_inline(e, node->arg[1], OP_NOT)));
}

static void
add_smooth_negation(struct emission *e, struct str *out, value_id value)
{
  const struct value *node = node_of(e, value);
  switch (node->op) {
  case OP_CONST:
    str_add(out, node->imm ? "false" : "true");
    break;
  case OP_NOT:
    emit_value(e, out, node->arg[0]);
    break;
  case OP_EQ:
    add_equality(e, out, node, "!=");
    break;
  case OP_AND: /* at width 1 there is no "or" but this one */
    emit_negation(e, out, node->arg[0], true);
    str_add(out, " || ");
    emit_negation(e, out, node->arg[1], true);
    break;
  default:
    add_less(e, out, node, ">=");
  }
}

static bool needs_parentheses(const struct emission *e, value_id value);

void
emit_negation(struct emission *e, struct str *out, value_id value, bool operand)
{
  const struct value *node = node_of(e, value);
  if (!negates_smoothly(e, value)) {
    str_add(out, "!");
    emit_operand(e, out, value);
    return;
  }
  bool brackets =
    operand && node->op != OP_CONST && (node->op != OP_NOT || needs_parentheses(e, node->arg[0]));
  str_add(out, brackets ? "(" : "");
  add_smooth_negation(e, out, value);
  str_add(out, brackets ? ")" : "");
}

static void
add_complement(struct emission *e, struct str *out, const struct value *node)
{
  if (node->width == 1) {
    emit_negation(e, out, node->arg[0], false);
    return;
  }
  open_cut(out, node->width);
  str_add(out, "~");
  emit_operand(e, out, node->arg[0]);
  close_cut(out, node->width);
}

/* ---- all of them ---- */

static void
add_bitwise(struct emission *e, struct str *out, const struct value *node)
{
  if (node->width == 1 && node->op != OP_XOR)
    add_chain(e, out, node);
  else if (node->width == 1)
    add_equality(e, out, node, "!=");
  else
    add_infix(e, out, node->arg[0],
              node->op == OP_AND  ? "&"
              : node->op == OP_OR ? "|"
                                  : "^",
              node->arg[1]);
}

static void
add_operation(struct emission *e, struct str *out, const struct value *node)
{
  switch ((enum value_op)node->op) {
  case OP_CONST:
    emit_constant(e, out, node->imm, node->width);
    break;
  case OP_INPUT:
  case OP_LOADED: /* one that never happens; all others have names */
    emit_constant(e, out, 0, node->width);
    break;
  case OP_NOT:
    add_complement(e, out, node);
    break;
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    add_bitwise(e, out, node);
    break;
  case OP_ADD:
    add_arithmetic(e, out, node, "+");
    break;
  case OP_SUB:
    add_arithmetic(e, out, node, "-");
    break;
  case OP_MUL:
    add_arithmetic(e, out, node, "*");
    break;
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    add_delicate(e, out, node);
    break;
  case OP_EQ:
    add_equality(e, out, node, "==");
    break;
  case OP_ULT:
  case OP_SLT:
    add_less(e, out, node, "<");
    break;
  case OP_ITE:
    add_choice(e, out, node);
    break;
  case OP_CONCAT:
    add_concat(e, out, node);
    break;
  case OP_EXTRACT:
    add_extract(e, out, node);
    break;
  case OP_ZEXT:
    add_cast(e, out, emit_type(node->width), node->arg[0]);
    break;
  case OP_SEXT:
    add_sign_extension(e, out, node);
    break;
  }
}

void
emit_number(struct emission *e, struct str *out, value_id value)
{
  if (e->values.at[value].name)
    str_add(out, e->values.at[value].name);
  else
    add_operation(e, out, node_of(e, value));
}

void
emit_value(struct emission *e, struct str *out, value_id value)
{
  unsigned width = value_width(e->prog, value);
  if (e->values.at[value].name && emit_bits_of_value(e, value) < width)
    str_printf(out, "(%s)", emit_type(width));
  emit_number(e, out, value);
}

static bool
needs_parentheses(const struct emission *e, value_id value)
{
  const struct value *node = node_of(e, value);
  if (e->values.at[value].name)
    return false;
  switch (node->op) {
  case OP_CONST:
  case OP_INPUT:
  case OP_LOADED:
  case OP_ZEXT:
    return false;
  case OP_SEXT: /* casts */
    return node->width == 1;
  case OP_NOT:
    return node->width == 1 && negates_smoothly(e, node->arg[0]) &&
           (node_of(e, node->arg[0])->op != OP_NOT ||
            needs_parentheses(e, node_of(e, node->arg[0])->arg[0]));
  default:
    return true;
  }
}

void
emit_operand(struct emission *e, struct str *out, value_id value)
{
  bool brackets = needs_parentheses(e, value);
  str_add(out, brackets ? "(" : "");
  emit_value(e, out, value);
  str_add(out, brackets ? ")" : "");
}

void
emit_number_operand(struct emission *e, struct str *out, value_id value)
{
  if (e->values.at[value].name)
    emit_number(e, out, value);
  else
    emit_operand(e, out, value);
}
