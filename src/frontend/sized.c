/* Objects whose size is not constant: variable-length arrays, alloca, malloc.
 *
 * There is one object for each size that is possible, and the address is a choice among them by the
 * size. So an address tells the size, whoever uses it, and accesses are checked against the true
 * bounds. Where the possible sizes are too many to list, the object may have up to MOST_ELEMENTS
 * elements, and what is left ends in a CUT, so that the verdict says so. An element is what the
 * expression of the size is a multiple of: 8 bytes in 24 + 8 * n. Sizes that the program itself has
 * excluded (it has tested n, or assumed something of it) need no object: should we be wrong about
 * one, it is cut like the others.
 */
#include <string.h>

#include "frontend/unfold.h"

enum { MOST_SIZES = 32, MOST_ELEMENTS = 16, LARGEST = 1 << 26 };

struct sizes {
  uint64_t at[MOST_SIZES];
  uint32_t n;
  bool all; /* no other size is possible */
};

/* ---- which sizes? ---- */

/* A size as a constant and a multiple of something. */
struct shape {
  uint64_t constant, unit;
  value_id count; /* the one thing it is a multiple of; NO_COUNT = several */
};
#define NO_COUNT UINT32_MAX

static struct shape
product_shape(struct shape a, uint64_t factor)
{
  return (struct shape){a.constant * factor, a.unit * factor, a.count};
}

/* A mere guess at what the program means: sums and products that wrap round have other sizes, which
 * are cut. */
static struct shape
shape_of(const struct unfold *u, value_id value)
{
  const struct value node = u->prog->values.at[value];
  uint64_t k;
  struct shape a, b;
  switch (node.op) {
  case OP_CONST:
    return (struct shape){node.imm, 0, NO_COUNT};
  case OP_ADD:
    a = shape_of(u, node.arg[0]);
    b = shape_of(u, node.arg[1]);
    return (struct shape){a.constant + b.constant, greatest_divisor(a.unit, b.unit),
                          !b.unit   ? a.count
                          : !a.unit ? b.count
                                    : NO_COUNT};
  case OP_MUL:
    if (value_is_const(u->prog, node.arg[1], &k))
      return product_shape(shape_of(u, node.arg[0]), k);
    if (value_is_const(u->prog, node.arg[0], &k))
      return product_shape(shape_of(u, node.arg[1]), k);
    break;
  case OP_SHL:
    if (value_is_const(u->prog, node.arg[1], &k) && k < 32)
      return product_shape(shape_of(u, node.arg[0]), UINT64_C(1) << k);
    break;
  case OP_CONCAT:
    if (value_is_const(u->prog, node.arg[1], &k) && v_width(u, node.arg[1]) < 32)
      return (struct shape){k, UINT64_C(1) << v_width(u, node.arg[1]), node.arg[0]};
    break;
  case OP_ZEXT:
  case OP_SEXT:
    return shape_of(u, node.arg[0]);
  default:
    break;
  }
  return (struct shape){0, 1, value};
}

/* ---- which of them can be excluded? ---- */

/* What follows if `count` is `bits`. */
struct trial {
  struct unfold *u;
  value_id count;
  uint64_t bits;
  bool facts; /* with what the present guard implies */
  unsigned steps;
};

static bool
evaluate(struct trial *trial, value_id value, uint64_t *out)
{
  struct unfold *u = trial->u;
  const struct value node = u->prog->values.at[value];
  if (value == trial->count || node.op == OP_CONST) {
    *out = value == trial->count ? trial->bits & bits_mask(node.width) : node.imm;
    return true;
  }
  if (!trial->steps)
    return false;
  trial->steps--;
  int truth = trial->facts && node.width == 1 ? facts_truth(u, u->guard, value) : 0;
  if (truth) {
    *out = truth > 0;
    return true;
  }
  if (node.op == OP_INPUT || node.op == OP_LOADED)
    return false;
  uint64_t arg[3];
  bool known[3];
  for (int i = 0; i < 3; i++) /* unused arguments are a constant */
    known[i] = evaluate(trial, node.arg[i], &arg[i]);
  if (node.op == OP_AND && ((known[0] && !arg[0]) || (known[1] && !arg[1]))) {
    *out = 0;
    return true;
  }
  if (node.op == OP_ITE && known[0]) {
    *out = arg[arg[0] ? 1 : 2];
    return known[arg[0] ? 1 : 2];
  }
  if (!known[0] || !known[1] || !known[2])
    return false;
  *out = value_compute(node.op, node.width, v_width(u, node.arg[0]), v_width(u, node.arg[1]),
                       arg[0], arg[1], arg[2], node.imm);
  return true;
}

static bool
comes_to(struct trial *trial, value_id condition, bool facts, bool truth)
{
  uint64_t bits;
  trial->facts = facts;
  trial->steps = 100;
  return evaluate(trial, condition, &bits) && bits == truth;
}

/* By the guard, or by an assumption or assertion that has been passed. */
static bool
is_excluded(struct unfold *u, value_id count, uint64_t bits)
{
  enum { MOST_EVENTS = 1000 };
  struct trial trial = {.u = u, .count = count, .bits = bits};
  if (comes_to(&trial, u->guard, false, false))
    return true;
  size_t n = u->prog->events.n;
  for (size_t i = n; i-- > 0 && n - i < MOST_EVENTS;) {
    const struct event event = u->prog->events.at[i];
    if ((event.kind == EVENT_ASSUME || event.kind == EVENT_ASSERT) &&
        comes_to(&trial, event.value, true, false) && comes_to(&trial, event.guard, true, true))
      return true;
  }
  return false;
}

static void
add_size(struct sizes *sizes, uint64_t size)
{
  if (size <= LARGEST && sizes->n < MOST_SIZES)
    sizes->at[sizes->n++] = size;
  else
    sizes->all = false;
}

static void
list_sizes(struct unfold *u, struct sizes *sizes, value_id size)
{
  struct value_set set = values_get(u->values, size);
  sizes->all = true;
  if (value_set_is_exact(set) && set.n <= MOST_SIZES) {
    for (uint32_t i = 0; i < set.n; i++)
      add_size(sizes, set.at[i]);
    return;
  }
  struct shape shape = shape_of(u, size);
  uint64_t unit = shape.unit && shape.unit <= LARGEST ? shape.unit : 1, first = shape.constant;
  if (first > LARGEST) /* n - 1: as if it were the next above 0 */
    first = (unit - (0 - first) % unit) % unit;
  for (uint64_t k = 0; k <= MOST_ELEMENTS; k++) {
    uint64_t count = (first - shape.constant) / unit + k;
    if (shape.count == NO_COUNT || !is_excluded(u, shape.count, count))
      add_size(sizes, first + k * unit);
  }
  sizes->all = false;
}

/* ---- the objects ---- */

static value_id
one_object(struct unfold *u, uint64_t key, struct object object, uint64_t size, bool zeroed)
{
  object.size = size;
  object_id id = memory_object(u, key, object, NULL, zeroed);
  if (object.kind == OBJECT_HEAP)
    return life_allocate(u, id, object.name);
  life_slot(u, id);
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static uint32_t
loop_of(struct unfold *u, uint64_t bound)
{
  struct prog *prog = u->prog;
  place_id place = debug_user_place(prog, u->place);
  for (uint32_t i = 0; i < prog->loops.n; i++)
    if (prog->loops.at[i].sizes && prog->loops.at[i].place == place)
      return i;
  struct loop loop = {.function = arena_strdup(&prog->arena, prog->places.at[place].function),
                      .place = place,
                      .bound = (uint32_t)bound,
                      .sizes = true};
  vec_push(&prog->loops, loop);
  return (uint32_t)prog->loops.n - 1;
}

static void
cut_others(struct unfold *u, const struct sizes *sizes, value_id others)
{
  others = facts_strip(u, u->guard, others);
  if (others == VALUE_FALSE)
    return;
  uint64_t largest = 0;
  for (uint32_t i = 0; i < sizes->n; i++)
    largest = sizes->at[i] > largest ? sizes->at[i] : largest;
  uint32_t loop = loop_of(u, sizes->n ? largest : LARGEST);
  struct event *event = event_new(u, EVENT_CUT);
  event->guard = value_and(u->prog, u->guard, others);
  event->loop = loop;
}

value_id
sized_object(struct unfold *u, uint64_t key, struct object prototype, value_id size, bool zeroed)
{
  struct sizes sizes = {0};
  uint64_t constant;
  if (value_is_const(u->prog, size, &constant) && constant <= LARGEST)
    return one_object(u, key, prototype, constant, zeroed);
  list_sizes(u, &sizes, size);
  value_id guard = u->guard, others = VALUE_TRUE, address = BYTE_UNSET;
  for (uint32_t i = 0; i < sizes.n; i++) {
    value_id is = value_eq(u->prog, size, v_const(u, v_width(u, size), sizes.at[i]));
    is = facts_strip(u, guard, is);
    u->guard = value_and(u->prog, guard, is);
    if (u->guard == VALUE_FALSE)
      continue;
    uint64_t own = hash_mix(key, sizes.at[i] + 1);
    value_id here = one_object(u, own, prototype, sizes.at[i], zeroed);
    address = address == BYTE_UNSET ? here : value_ite(u->prog, is, here, address);
    others = value_and(u->prog, others, value_not(u->prog, is));
  }
  u->guard = guard;
  if (!sizes.all)
    cut_others(u, &sizes, others);
  if (address != BYTE_UNSET)
    return address;
  u->stuck = u->guard;
  flow_stop(u);
  return v_const(u, u->prog->pointer_bits, 0);
}
