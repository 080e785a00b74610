/* Values are hash-consed: a node written in the same way is the same node, so
 * comparing ids compares expressions, and arguments always have smaller ids
 * than the nodes that use them. A new operation is first computed if all its
 * arguments are constant, then offered to the folding rules of its family; only
 * if none applies does it become a node. Each rule looks at a bounded
 * neighbourhood, and what it builds goes through the same door again. */
#include <assert.h>

#include "base/mutant.h"
#include "ir/node.h"

/* ---- nodes ------------------------------------------------------------------ */

static bool
same(const struct value *a, const struct value *b)
{
  return a->op == b->op && a->width == b->width && a->imm == b->imm && a->arg[0] == b->arg[0] &&
         a->arg[1] == b->arg[1] && a->arg[2] == b->arg[2];
}

static uint64_t
hash(const struct value *node)
{
  uint64_t h = hash_mix((uint64_t)node->op << 8 | node->width, node->imm);
  h = hash_mix(h, (uint64_t)node->arg[0] << 32 | node->arg[1]);
  return hash_mix(h, node->arg[2]);
}

static value_id
in_chain(const struct prog *prog, uint32_t link, const struct value *node)
{
  for (; link; link = prog->chain.at[link - 1])
    if (same(&prog->values.at[link - 1], node))
      return link - 1;
  return NO_VALUE;
}

value_id
node_find(const struct prog *prog, struct value node)
{
  const uint32_t *head = map_find(&prog->nodes, hash(&node));
  return head ? in_chain(prog, *head, &node) : NO_VALUE;
}

value_id
node_make(struct prog *prog, struct value node)
{
  uint32_t *head = map_at(&prog->nodes, hash(&node));
  value_id found = in_chain(prog, *head, &node);
  if (found != NO_VALUE)
    return found;
  value_id made = (value_id)prog->values.n;
  vec_push(&prog->values, node);
  vec_push(&prog->chain, *head);
  *head = made + 1;
  return made;
}

/* A node that is written in another way from now on. */
static void
enter(struct prog *prog, value_id a)
{
  uint32_t *head = map_at(&prog->nodes, hash(&prog->values.at[a]));
  prog->chain.at[a] = *head;
  *head = a + 1;
}

unsigned
value_arity(enum value_op op)
{
  static const unsigned char arities[] = {
#define X(name, text, arity) [OP_##name] = arity,
    VALUE_OPS(X)
#undef X
  };
  return arities[op];
}

static bool
next_in_row(const struct prog *prog, value_id *a)
{
  const struct value *node = &prog->values.at[*a];
  unsigned arity = value_arity(node->op);
  if (arity == 2 && value_is_const(prog, node->arg[0], NULL))
    *a = node->arg[1];
  else if (arity == 1 || (arity == 2 && value_is_const(prog, node->arg[1], NULL)))
    *a = node->arg[0];
  else
    return false;
  return true;
}

bool
node_is_long(const struct prog *prog, value_id a)
{
  enum { LONG = 32 };
  unsigned length = 0;
  while (length < LONG && next_in_row(prog, &a))
    length++;
  return length == LONG;
}

bool
value_is_const(const struct prog *prog, value_id a, uint64_t *bits)
{
  const struct value *node = &prog->values.at[a];
  if (node->op != OP_CONST)
    return false;
  if (bits)
    *bits = node->imm;
  return true;
}

unsigned
value_width(const struct prog *prog, value_id a)
{
  return prog->values.at[a].width;
}

/* ---- leaves ----------------------------------------------------------------- */

value_id
value_const(struct prog *prog, unsigned width, uint64_t bits)
{
  assert(width >= 1 && width <= 64);
  return node_make(
    prog, (struct value){.op = OP_CONST, .width = (uint8_t)width, .imm = bits & bits_mask(width)});
}

value_id
value_input(struct prog *prog, struct input input)
{
  vec_push(&prog->inputs, input);
  return node_make(prog,
                   (struct value){.op = OP_INPUT, .width = input.width, .imm = prog->inputs.n - 1});
}

value_id
value_loaded(struct prog *prog, unsigned width, event_id event)
{
  return node_make(prog, (struct value){.op = OP_LOADED, .width = (uint8_t)width, .imm = event});
}

value_id
value_input_to_narrow(struct prog *prog, struct input input)
{
  vec_push(&prog->values, ((struct value){.op = OP_CONST, .width = input.width}));
  vec_push(&prog->chain, 0);
  return value_input(prog, input);
}

void
value_narrow(struct prog *prog, value_id input, unsigned bits)
{
  struct value *node = &prog->values.at[input];
  assert(node->op == OP_INPUT && bits < node->width);
  node[-1] = (struct value){.op = OP_INPUT, .width = (uint8_t)bits, .imm = node->imm};
  prog->inputs.at[node->imm].width = (uint8_t)bits;
  *node = (struct value){.op = OP_ZEXT, .width = node->width, .arg = {input - 1}};
  if (MUTANT(NARROWED_NOT_FOUND))
    return;
  enter(prog, input - 1);
  enter(prog, input);
}

/* ---- operations --------------------------------------------------------------- */

static unsigned
result_width(const struct prog *prog, const struct value *node)
{
  switch (node->op) {
  case OP_EQ:
  case OP_ULT:
  case OP_SLT:
    return 1;
  case OP_ITE:
    return value_width(prog, node->arg[1]);
  case OP_CONCAT:
    return value_width(prog, node->arg[0]) + value_width(prog, node->arg[1]);
  case OP_EXTRACT:
  case OP_ZEXT:
  case OP_SEXT:
    return node->width;
  default:
    return value_width(prog, node->arg[0]);
  }
}

bool
node_fits(const struct prog *prog, const struct value *node)
{
  if (node->width != result_width(prog, node))
    return false;
  unsigned first = value_width(prog, node->arg[0]);
  switch (node->op) {
  case OP_CONST:
  case OP_INPUT:
  case OP_LOADED:
    return false;
  case OP_NOT:
    return true;
  case OP_CONCAT:
    return first + value_width(prog, node->arg[1]) <= 64;
  case OP_EXTRACT:
    return node->width && node->imm < first && node->imm + node->width <= first;
  case OP_ZEXT:
  case OP_SEXT:
    return node->width >= first && node->width <= 64;
  case OP_ITE:
    return first == 1 && value_width(prog, node->arg[1]) == value_width(prog, node->arg[2]);
  default:
    return first == value_width(prog, node->arg[1]);
  }
}

/* All arguments are constant: the constant it is, else NO_VALUE. */
static value_id
fold_constants(struct prog *prog, const struct value *node)
{
  uint64_t at[3] = {0};
  for (unsigned i = 0; i < value_arity(node->op); i++)
    if (!value_is_const(prog, node->arg[i], &at[i]))
      return NO_VALUE;
  unsigned from = value_width(prog, node->arg[0]), low = value_width(prog, node->arg[1]);
  return value_const(
    prog, node->width,
    value_compute(node->op, node->width, from, low, at[0], at[1], at[2], node->imm));
}

static bool
commutes(enum value_op op)
{
  return op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_ADD || op == OP_MUL || op == OP_EQ;
}

/* A constant goes second, otherwise the older value first. */
static void
order_arguments(const struct prog *prog, struct value *node)
{
  value_id a = node->arg[0], b = node->arg[1];
  bool constant_first = value_is_const(prog, a, NULL);
  bool constant_second = value_is_const(prog, b, NULL);
  if (constant_first != constant_second ? constant_first : a > b) {
    node->arg[0] = b;
    node->arg[1] = a;
  }
}

static value_id
fold_not(struct prog *prog, value_id a)
{
  return prog->values.at[a].op == OP_NOT ? prog->values.at[a].arg[0] : NO_VALUE;
}

static value_id
fold_family(struct prog *prog, const struct value *node)
{
  value_id a = node->arg[0], b = node->arg[1];
  switch (node->op) {
  case OP_NOT:
    return fold_not(prog, a);
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    return fold_bitwise(prog, node->op, a, b);
  case OP_ADD:
  case OP_SUB:
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
    return fold_arithmetic(prog, node->op, a, b);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    return fold_shift(prog, node->op, a, b);
  case OP_EQ:
  case OP_ULT:
  case OP_SLT:
    return fold_compare(prog, node->op, a, b);
  case OP_ITE:
    return fold_ite(prog, a, b, node->arg[2]);
  case OP_CONCAT:
    return fold_concat(prog, a, b);
  case OP_EXTRACT:
    return fold_extract(prog, a, (unsigned)node->imm, node->width);
  case OP_ZEXT:
  case OP_SEXT:
    return fold_extend(prog, node->op, a, node->width);
  default:
    return NO_VALUE;
  }
}

/* At width 1 arithmetic is logic. */
static value_id
one_bit(struct prog *prog, const struct value *node)
{
  value_id a = node->arg[0], b = node->arg[1];
  switch (node->op) {
  case OP_AND:
  case OP_MUL:
    return boolean_and(prog, a, b);
  case OP_OR:
    return boolean_or(prog, a, b);
  case OP_XOR:
  case OP_ADD:
  case OP_SUB:
    return boolean_xor(prog, a, b);
  case OP_EQ:
    return value_not(prog, boolean_xor(prog, a, b));
  case OP_ULT:
    return boolean_and(prog, value_not(prog, a), b);
  case OP_SLT:
    return boolean_and(prog, a, value_not(prog, b));
  default:
    return NO_VALUE;
  }
}

value_id
value_op(struct prog *prog, enum value_op op, unsigned width, value_id a, value_id b, value_id c,
         uint64_t imm)
{
  struct value node = {.op = (uint8_t)op, .width = (uint8_t)width, .arg = {a, b, c}};
  for (unsigned i = value_arity(op); i < 3; i++)
    node.arg[i] = 0;
  node.imm = op == OP_EXTRACT ? imm : 0;
  node.width = (uint8_t)result_width(prog, &node);
  assert(node_fits(prog, &node));
  value_id folded = fold_constants(prog, &node);
  if (folded == NO_VALUE && value_width(prog, a) == 1)
    folded = one_bit(prog, &node);
  if (folded != NO_VALUE)
    return folded;
  if (commutes(op))
    order_arguments(prog, &node);
  folded = fold_family(prog, &node);
  if (folded == NO_VALUE)
    folded = fold_choice(prog, node);
  return folded == NO_VALUE ? node_make(prog, node) : folded;
}

value_id
value_not(struct prog *prog, value_id a)
{
  return value_op(prog, OP_NOT, 0, a, 0, 0, 0);
}

value_id
value_and(struct prog *prog, value_id a, value_id b)
{
  return value_op(prog, OP_AND, 0, a, b, 0, 0);
}

value_id
value_or(struct prog *prog, value_id a, value_id b)
{
  return value_op(prog, OP_OR, 0, a, b, 0, 0);
}

value_id
value_eq(struct prog *prog, value_id a, value_id b)
{
  return value_op(prog, OP_EQ, 0, a, b, 0, 0);
}

value_id
value_ite(struct prog *prog, value_id condition, value_id yes, value_id no)
{
  return value_op(prog, OP_ITE, 0, condition, yes, no, 0);
}

value_id
value_extract(struct prog *prog, value_id a, unsigned low, unsigned width)
{
  return value_op(prog, OP_EXTRACT, width, a, 0, 0, low);
}

value_id
value_concat(struct prog *prog, value_id high, value_id low)
{
  return value_op(prog, OP_CONCAT, 0, high, low, 0, 0);
}

value_id
value_resize(struct prog *prog, value_id a, unsigned width, bool is_signed)
{
  unsigned from = value_width(prog, a);
  if (width == from)
    return a;
  if (width < from)
    return value_extract(prog, a, 0, width);
  return value_op(prog, is_signed ? OP_SEXT : OP_ZEXT, width, a, 0, 0, 0);
}
