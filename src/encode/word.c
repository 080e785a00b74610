/* Values as literals: each value once, when something first needs it.
 *
 * Where the analysis knows a finite set for a value, its constant bits are constants and bits that
 * agree in all elements share a literal; where it knows an interval, the bits above it are zero or
 * copies of the sign. Such a literal may be wrong for a value that is not computed in the run at
 * all (a load whose guard is false); nothing that happens depends on those. */
#include <assert.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/encoding.h"

static void
shape_of_set(struct shape *shape, struct value_set set, unsigned width)
{
  uint64_t column[WORD_MAX];
  INVARIANT(set.n >= 1 && set.n <= 64 && set.at[set.n - 1] <= bits_mask(width));
  uint64_t all = set.n == 64 ? UINT64_MAX : (UINT64_C(1) << set.n) - 1;
  for (unsigned bit = 0; bit < width; bit++) {
    column[bit] = 0;
    for (uint32_t i = 0; i < set.n; i++)
      column[bit] |= (set.at[i] >> bit & 1) << i;
    if (!column[bit] || column[bit] == all)
      shape->fixed[bit] = column[bit] ? GATE_TRUE : GATE_FALSE;
    for (unsigned other = 0; other < bit; other++)
      if (column[other] == column[bit]) {
        shape->same[bit] = (uint8_t)other;
        break;
      }
  }
}

static void
shape_of_range(struct shape *shape, struct range range, unsigned width)
{
  bool is_signed;
  unsigned bits = range_bits(range, &is_signed);
  INVARIANT(range.width == width && bits >= 1 && bits <= width);
  for (unsigned bit = 0; bit < width; bit++) {
    if (range.zeros >> bit & 1)
      shape->fixed[bit] = GATE_FALSE;
    else if (range.ones >> bit & 1)
      shape->fixed[bit] = GATE_TRUE;
    else if (bit >= bits)
      shape->same[bit] = (uint8_t)(bits - 1); /* unsigned ones are known zeros */
  }
}

struct shape
encode_shape(const struct encoding *e, struct value_set set, struct range range, unsigned width)
{
  struct shape shape;
  INVARIANT(width >= 1 && width <= WORD_MAX);
  for (unsigned bit = 0; bit < width; bit++) {
    shape.same[bit] = (uint8_t)bit;
    shape.fixed[bit] = 0;
  }
  if (e->ranges && width == 1 && ((range.zeros | range.ones) & 1))
    shape.fixed[0] = range.ones & 1 ? GATE_TRUE : GATE_FALSE;
  else if (e->ranges && value_set_is_exact(set))
    shape_of_set(&shape, set, width);
  else if (e->ranges && !range.empty)
    shape_of_range(&shape, range, width);
  return shape;
}

static struct shape
shape_of_value(const struct encoding *e, value_id value)
{
  struct range range = {.empty = true};
  if (e->ranges)
    range = ranges_get(e->ranges, value);
  return encode_shape(e, values_get(e->values, value), range, value_width(e->prog, value));
}

static void
fresh_word(struct encoding *e, value_id value, lit *out)
{
  struct shape shape = shape_of_value(e, value);
  for (unsigned bit = 0; bit < value_width(e->prog, value); bit++)
    out[bit] = shape.fixed[bit]        ? shape.fixed[bit]
               : shape.same[bit] < bit ? out[shape.same[bit]]
                                       : gate_fresh(&e->gates);
}

/* What the analysis knows beats what the gates say. */
static void
apply_shape(const struct shape *shape, unsigned width, lit *out)
{
  for (unsigned bit = 0; bit < width; bit++) {
    INVARIANT(shape->same[bit] <= bit);
    out[bit] = shape->fixed[bit] ? shape->fixed[bit] : out[shape->same[bit]];
  }
}

static bool
is_needed(const struct shape *shape, unsigned bit)
{
  return !shape->fixed[bit] && shape->same[bit] == bit;
}

/* The low bits from which the shape gives all others. */
static unsigned
needed_width(const struct shape *shape, unsigned width)
{
  while (width > 1 && !is_needed(shape, width - 1))
    width--;
  return width;
}

static void
copy_bits(lit *out, const lit *from, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    out[i] = from[i];
}

/* Bit by bit: only those that are needed. */
static void
bitwise(struct encoding *e, const struct value *node, const struct shape *shape, const lit *a,
        const lit *b, const lit *c, lit *out)
{
  struct gates *gates = &e->gates;
  for (unsigned i = 0; i < node->width; i++)
    if (is_needed(shape, i))
      out[i] = node->op == OP_NOT   ? -a[i]
               : node->op == OP_AND ? gate_and(gates, a[i], b[i])
               : node->op == OP_OR  ? gate_or(gates, a[i], b[i])
               : node->op == OP_XOR ? gate_xor(gates, a[i], b[i])
                                    : gate_ite(gates, a[0], b[i], c[i]);
}

static void
operation(struct encoding *e, const struct value *node, const struct shape *shape, const lit *a,
          const lit *b, const lit *c, lit *out)
{
  struct gates *gates = &e->gates;
  unsigned width = node->width, from = value_width(e->prog, node->arg[0]);
  unsigned low = needed_width(shape, width); /* of sums and products, low bits need low bits only */
  lit other[WORD_MAX];
  switch ((enum value_op)node->op) {
  case OP_NOT:
  case OP_AND:
  case OP_OR:
  case OP_XOR:
  case OP_ITE:
    bitwise(e, node, shape, a, b, c, out);
    break;
  case OP_ADD:
    word_add(gates, out, a, b, low);
    break;
  case OP_SUB:
    word_sub(gates, out, a, b, low);
    break;
  case OP_MUL:
    word_mul(gates, out, a, b, low);
    break;
  case OP_UDIV:
    word_udivrem(gates, out, other, a, b, width);
    break;
  case OP_SDIV:
    word_sdivrem(gates, out, other, a, b, width);
    break;
  case OP_UREM:
    word_udivrem(gates, other, out, a, b, width);
    break;
  case OP_SREM:
    word_sdivrem(gates, other, out, a, b, width);
    break;
  case OP_SHL:
    word_shl(gates, out, a, b, width);
    break;
  case OP_LSHR:
    word_lshr(gates, out, a, b, width);
    break;
  case OP_ASHR:
    word_ashr(gates, out, a, b, width);
    break;
  case OP_EQ:
    out[0] = word_eq(gates, a, b, from);
    break;
  case OP_ULT:
    out[0] = word_ult(gates, a, b, from);
    break;
  case OP_SLT:
    out[0] = word_slt(gates, a, b, from);
    break;
  case OP_CONCAT:
    INVARIANT(from < width && value_width(e->prog, node->arg[1]) == width - from);
    copy_bits(out, b, width - from);
    copy_bits(out + width - from, a, from);
    break;
  case OP_EXTRACT:
    INVARIANT(node->imm + width <= from);
    copy_bits(out, a + node->imm, width);
    break;
  case OP_ZEXT:
  case OP_SEXT:
    INVARIANT(from <= width);
    copy_bits(out, a, from);
    for (unsigned i = from; i < width; i++)
      out[i] = node->op == OP_SEXT && !MUTANT(SIGN_EXTENSION_LOST) ? a[from - 1] : GATE_FALSE;
    break;
  default:
    INVARIANT(false);
  }
}

static bool
is_done(const struct encoding *e, value_id value)
{
  return value < e->first_bit.n && e->first_bit.at[value];
}

static void
encode_node(struct encoding *e, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  lit out[WORD_MAX], in[3][WORD_MAX];
  INVARIANT(!is_done(e, value) && node->width <= WORD_MAX);
  if (node->op == OP_CONST) {
    word_const(out, node->width, node->imm);
  } else if (node->op == OP_INPUT || node->op == OP_LOADED) {
    fresh_word(e, value, out);
  } else {
    for (int i = 0; i < 3; i++)
      if (is_done(e, node->arg[i]))
        copy_bits(in[i], e->bits.at + e->first_bit.at[node->arg[i]] - 1,
                  value_width(e->prog, node->arg[i]));
    struct shape shape = shape_of_value(e, value);
    operation(e, node, &shape, in[0], in[1], in[2], out);
    apply_shape(&shape, node->width, out);
  }
  e->first_bit.at[value] = (uint32_t)e->bits.n + 1;
  for (unsigned i = 0; i < node->width; i++) {
    assert(gate_is_literal(&e->gates, out[i]));
    vec_push(&e->bits, out[i]);
  }
}

/* Arguments first, without recursion: chains can be long. */
const lit *
encode_value(struct encoding *e, value_id value)
{
  INVARIANT(value < e->prog->values.n);
  if (e->first_bit.n < e->prog->values.n)
    vec_resize(&e->first_bit, e->prog->values.n);
  VEC(value_id) stack = {0};
  vec_push(&stack, value);
  while (stack.n) {
    value_id top = vec_last(&stack);
    const struct value *node = &e->prog->values.at[top];
    size_t before = stack.n;
    if (!is_done(e, top))
      for (unsigned i = 0; i < value_arity(node->op); i++)
        if (!is_done(e, node->arg[i])) {
          INVARIANT(node->arg[i] < top);
          vec_push(&stack, node->arg[i]);
        }
    if (stack.n > before)
      continue;
    stack.n--;
    if (!is_done(e, top))
      encode_node(e, top);
  }
  vec_free(&stack);
  return e->bits.at + e->first_bit.at[value] - 1;
}

lit
encode_bool(struct encoding *e, value_id value)
{
  INVARIANT(value_width(e->prog, value) == 1);
  return *encode_value(e, value);
}
