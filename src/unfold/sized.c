/* Objects whose size is not constant: variable-length arrays, alloca, malloc.
 *
 * Such an object has room for so many bytes, its capacity, and beside it lies its extent: a number
 * that says how many of them it really has. The extent is memory like any other, as lives are
 * (life.c): private as long as one thread has to do with it, else shared. It is written where the
 * object is made, and then never again. An access that stays within the capacity is checked
 * against it; one that does not is invalid anyway. So there is one object with one address,
 * whatever its size, and accesses are checked against the true bounds.
 *
 * A size beyond the capacity ends in a CUT, as an iteration beyond the bound of a loop does, and
 * is raised like one: a rule of --unwindset with "bytes" sets the capacity of what is made at a
 * line. Without a rule it is what the sizes need that the value sets list, if they list few or
 * small ones; else MOST_ELEMENTS elements, or FIRST_ELEMENTS if every loop runs once only, as in
 * the first stages of a check that raises its bounds. An element is what the expression of the
 * size is a multiple of: 8 bytes in 24 + 8 * n. The smallest size that is listed always has room:
 * what cannot be smaller need not be found out by raising.
 *
 * What is allocated by one thread and used by another needs no label more than the store of its
 * extent: the look at the extent and the access are one section. */
#include "unfold/sized.h"

#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "frontend/frontend.h"
#include "unfold/build.h"
#include "unfold/copy.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/life.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/state.h"

enum { FEW_SIZES = 8, SMALL = 256, LARGE = 1 << 16, LARGEST = 1000000 };
enum { FIRST_ELEMENTS = 4, MOST_ELEMENTS = 16 };
enum { LARGEST_CONSTANT = 1 << 26 };

/* ---- the capacity ---- */

/* A size as a constant and a multiple of something. */
struct shape {
  uint64_t constant, unit; /* unit 0: it is constant */
};

/* A mere guess at what the program means: sums and products may wrap round. */
static struct shape
shape_of(const struct unfold *u, value_id value)
{
  const struct value node = u->prog->values.at[value];
  uint64_t k;
  struct shape a, b;
  switch (node.op) {
  case OP_CONST:
    return (struct shape){node.imm, 0};
  case OP_ADD:
    a = shape_of(u, node.arg[0]);
    b = shape_of(u, node.arg[1]);
    return (struct shape){a.constant + b.constant, greatest_divisor(a.unit, b.unit)};
  case OP_MUL:
    for (int i = 0; i < 2; i++)
      if (value_is_const(u->prog, node.arg[i], &k)) {
        a = shape_of(u, node.arg[1 - i]);
        return (struct shape){a.constant * k, a.unit * k};
      }
    break;
  case OP_SHL:
    if (value_is_const(u->prog, node.arg[1], &k) && k < 32) {
      a = shape_of(u, node.arg[0]);
      return (struct shape){a.constant << k, a.unit << k};
    }
    break;
  case OP_CONCAT:
    if (value_is_const(u->prog, node.arg[1], &k) && v_width(u, node.arg[1]) < 32)
      return (struct shape){k, UINT64_C(1) << v_width(u, node.arg[1])};
    break;
  case OP_ZEXT:
  case OP_SEXT:
    return shape_of(u, node.arg[0]);
  default:
    break;
  }
  return (struct shape){0, 1};
}

/* What --unwindset says of objects made here; 0 = nothing. */
static uint64_t
rule_here(const struct unfold *u, const struct place *place)
{
  uint64_t bytes = 0;
  for (size_t i = 0; i < u->options->n_sizes; i++) {
    const struct unwind_rule *rule = &u->options->sizes[i];
    if (!strcmp(rule->function, place->function) && (!rule->line || rule->line == place->line))
      bytes = rule->bound;
  }
  return bytes;
}

static uint64_t
capacity_of(struct unfold *u, value_id size, uint64_t rule)
{
  struct value_set set = values_get(u->values, size);
  bool listed = value_set_is_exact(set);
  uint64_t least = listed ? set.at[0] : 0, most = listed ? set.at[set.n - 1] : UINT64_MAX;
  uint64_t n = u->options->unwind < 2 ? FIRST_ELEMENTS : MOST_ELEMENTS;
  struct shape shape = shape_of(u, size);
  uint64_t elements = shape.constant > LARGEST ? n * shape.unit : shape.constant + n * shape.unit;
  if (elements > LARGEST)
    elements = n;
  uint64_t capacity = rule ? rule : most <= (set.n <= FEW_SIZES ? LARGE : SMALL) ? most : elements;
  if (capacity > most)
    capacity = most;
  return capacity < least && least <= LARGEST ? least : capacity;
}

/* ---- the extent ---- */

static value_id
extent_address(struct unfold *u, object_id object)
{
  object_id extent = u->prog->objects.at[object].extent;
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[extent].base);
}

static void
set_extent(struct unfold *u, object_id object, value_id size)
{
  struct value_set set = values_get(u->values, size);
  uint64_t least = value_set_is_exact(set) ? set.at[0] : 0;
  struct object extent = {
    .kind = OBJECT_GLOBAL, .name = "extent", .size = u->prog->pointer_bits / 8, .internal = true};
  bool new = !u->prog->objects.at[object].extent;
  object_id id =
    memory_object(u, hash_mix(u->kept.known.at[object].key, 0xe874), extent, NULL, true);
  u->prog->objects.at[object].extent = id;
  struct known_object *known = &u->kept.known.at[object];
  if (new || least < known->least) {
    u->turn.grew.mortals |= !new; /* others have relied on more */
    known->least = least;
  }
  uint64_t power = copy_power(u, size), *known_power = &u->kept.known.at[id].power;
  if (new || power < *known_power) {
    u->turn.grew.mortals |= !new;
    *known_power = power;
  }
  access_store(u, extent_address(u, object), size, ORDER_RELAXED);
}

value_id
sized_extent(struct unfold *u, object_id object)
{
  const struct object *o = &u->prog->objects.at[object];
  if (!o->extent)
    return v_const(u, u->prog->pointer_bits, o->size);
  return access_load(u, extent_address(u, object), u->prog->pointer_bits / 8, ORDER_RELAXED);
}

bool
sized_may_end(const struct unfold *u, object_id object, uint64_t end)
{
  return u->prog->objects.at[object].extent && end > u->kept.known.at[object].least &&
         !u->now.within;
}

/* Only a length that is not constant may be so large that the sum wraps round. */
value_id
sized_contains(struct unfold *u, value_id address, object_id object, value_id bytes)
{
  value_id base = v_const(u, v_width(u, address), u->prog->objects.at[object].base);
  value_id from = v_op(u, OP_SUB, address, base), extent = sized_extent(u, object);
  uint64_t constant;
  if (value_is_const(u->prog, bytes, &constant))
    return value_not(u->prog, v_op(u, OP_ULT, extent, v_op(u, OP_ADD, from, bytes)));
  value_id left = v_op(u, OP_SUB, extent, from);
  return value_and(u->prog, value_not(u->prog, v_op(u, OP_ULT, extent, from)),
                   value_not(u->prog, v_op(u, OP_ULT, left, bytes)));
}

/* ---- the object ---- */

static value_id
one_object(struct unfold *u, uint64_t key, struct object object, value_id size, bool zeroed)
{
  object_id id = memory_object(u, key, object, NULL, zeroed);
  uint64_t constant;
  if (!value_is_const(u->prog, size, &constant))
    set_extent(u, id, size);
  if (object.kind == OBJECT_HEAP)
    return life_allocate(u, id, object.name);
  life_slot(u, id);
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

/* The loop of the prog that stands for what is made here; if a rule can move it, that is noted. */
static uint32_t
loop_of(struct unfold *u, place_id place, uint64_t capacity, bool raisable)
{
  struct prog *prog = u->prog;
  for (uint32_t i = 0; i < prog->loops.n; i++)
    if (prog->loops.at[i].sizes && prog->loops.at[i].place == place)
      return i;
  struct loop loop = {.function = arena_strdup(&prog->arena, prog->places.at[place].function),
                      .place = place,
                      .bound = (uint32_t)capacity,
                      .sizes = true};
  uint32_t id = (uint32_t)prog->loops.n;
  vec_push(&prog->loops, loop);
  struct unwind_cut cut = {loop.function, prog->places.at[place].line, loop.bound, id, false};
  if (raisable)
    vec_push(&u->turn.cuts.all, cut);
  return id;
}

/* A run that asks for more than there is room for goes no further. */
static void
cut_larger(struct unfold *u, value_id size, uint64_t capacity)
{
  value_id larger = v_op(u, OP_ULT, v_const(u, v_width(u, size), capacity), size);
  struct value_set set = values_get(u->values, size);
  if (value_set_is_exact(set) && set.at[set.n - 1] <= capacity)
    return;
  larger = facts_strip(u, u->path.guard, larger);
  if (larger == VALUE_FALSE)
    return;
  bool raisable = capacity < LARGEST && !(value_set_is_exact(set) && set.at[0] > LARGEST);
  uint32_t loop = loop_of(u, debug_user_place(u->prog, u->path.place), capacity, raisable);
  struct event *event = event_new(u, MUTANT(SIZE_SILENT) ? EVENT_ASSUME : EVENT_CUT);
  event->guard = value_and(u->prog, u->path.guard, larger);
  event->loop = loop;
  if (larger == VALUE_TRUE) {
    path_stuck(u);
  }
}

value_id
sized_object(struct unfold *u, uint64_t key, struct object prototype, value_id size, bool zeroed)
{
  size = facts_simplify(u, u->path.guard, size);
  bool constant = value_is_const(u->prog, size, &prototype.size);
  if (constant && prototype.size <= LARGEST_CONSTANT)
    return one_object(u, key, prototype, size, zeroed);
  place_id place = debug_user_place(u->prog, u->path.place);
  prototype.size =
    constant ? LARGEST_CONSTANT : capacity_of(u, size, rule_here(u, &u->prog->places.at[place]));
  cut_larger(u, size, prototype.size);
  if (path_is_stopped(u))
    return v_const(u, u->prog->pointer_bits, 0);
  return one_object(u, hash_mix(key, prototype.size + 1), prototype, size, zeroed);
}
