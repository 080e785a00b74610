/* What a program sees of addresses.
 *
 * Objects have fixed addresses in a prog, far apart, so that pointer analysis, bounds and traces
 * are simple. A real program's objects lie anywhere. Most programs cannot tell: whether two
 * pointers to living objects are equal, whether one is null, how two of them into the same object
 * compare, what their lowest bits are as far as the alignment goes - all that is the same wherever
 * objects lie. Programs that can tell are those that look at an address as a number: they compare
 * pointers into different objects by `<`, or divide, shift, multiply, truncate one. What they see
 * there must not be the number that the front end happened to choose.
 *
 * So there are two numbers for each address: the fixed one, which is what values of the prog hold,
 * and which memory is accessed with; and the one that the program would see. Objects that the
 * program looks at have an input each, the address where they lie. Where an instruction looks, the
 * expression of its operand is built again with that address in place of the fixed one (`number`),
 * and the result is an ordinary number, from which no way leads back to the object. Arithmetic that
 * leaves a pointer a pointer (adding a number to it, setting and clearing bits below the alignment
 * or above all addresses) does not look: it is done with the fixed address, and if the result is
 * looked at later, `number` finds the operation in the expression and does it again.
 *
 * The inputs are constrained once, at the start of main: objects lie at multiples of their
 * alignment (what the compiler and malloc promise), in the part of the address space that programs
 * have, and do not overlap. Any such placement is possible, so every run that is found is real; and
 * a real placement restricted to the objects that are looked at is one of these, so nothing is
 * missed. A program that never looks has neither inputs nor constraints.
 *
 * Two things that this cannot do are said in the verdict instead:
 *
 * - A program that computes a pointer from such a number (it has compressed it by a shift, say, or
 *   linked a list by exclusive or) would access memory at an address that nobody can name. As soon
 *   as that, or more than MOST_LOOKED objects, are found the next turn keeps to the fixed
 *   addresses, and every look is an assumption. The distance of two objects counts as such a
 *   pointer: it is what programs keep to add it to one of them later. Single bytes of addresses,
 *   and functions on them that have no expression here, are assumptions of their own.
 * - Objects share an address if one is gone before the other is made. Where the program compares
 *   a pointer to a heap block that may have been freed with a pointer to another one, the allocator
 *   may hand out the old block in place of the new one (life.c): then the two pointers are equal,
 *   and either can be used. Only pairs that are compared are treated so: others cannot tell. An
 *   object has one size, so a block is not handed out again as a larger one; that is an assumption
 *   where such a pair is compared, and so it is for local variables of functions that have
 *   returned.
 *
 * One liberty is left: pointers that are subtracted, or compared at the end of an array, are taken
 * to point into the same object if what they can point to is the same, as C demands. */
#include "unfold/address.h"

#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/life.h"
#include "unfold/memory.h"
#include "unfold/state.h"

enum { MOST_LOOKED = 16 };

static const char fixed_text[] = "objects lie at the addresses that were chosen for them";

/* Above the last object that there can be. */
static uint64_t
highest(const struct unfold *u)
{
  return bits_mask(address_bits(u->prog->pointer_bits)) + 1 - 0x2000;
}

/* The models do not look: what they compute of addresses does not depend on where objects lie. */
static bool
in_program(const struct unfold *u)
{
  return !debug_in_model(u->prog, u->path.place);
}

static bool
carries(struct unfold *u, value_id value)
{
  unsigned width = v_width(u, value);
  return width >= u->prog->pointer_bits &&
         value_set_has_address(u->prog, width, values_get(u->values, value));
}

/* ---- which objects? ---- */

struct objects {
  VEC(object_id) all;
  bool unknown; /* any object */
};

static void
add_object(struct objects *objects, object_id object)
{
  for (size_t i = 0; i < objects->all.n; i++)
    if (objects->all.at[i] == object)
      return;
  vec_push(&objects->all, object);
}

static void
find_objects(struct unfold *u, struct objects *objects, value_id value)
{
  struct value_set set = values_get(u->values, value);
  *objects = (struct objects){.unknown = set.address};
  for (uint32_t i = 0; i < set.n; i++) {
    object_id object = value_object(u->prog, v_width(u, value), set.at[i]);
    if (object)
      add_object(objects, object);
  }
  for (uint32_t i = 0; i < set.n_some; i++)
    add_object(objects, set.some[i].object);
}

/* If nobody knows which: all whose addresses somebody has. */
static void
list_unknown(const struct unfold *u, struct objects *objects)
{
  for (object_id o = 1; objects->unknown && o < u->prog->objects.n; o++)
    if (!u->prog->objects.at[o].internal && !u->kept.known.at[o].hidden)
      add_object(objects, o);
}

/* What all of them are aligned to. */
static uint64_t
alignment_of(struct unfold *u, value_id value)
{
  struct objects objects;
  uint64_t least = UINT64_C(1) << 12;
  find_objects(u, &objects, value);
  list_unknown(u, &objects);
  for (size_t i = 0; i < objects.all.n; i++)
    if (u->kept.known.at[objects.all.at[i]].alignment < least)
      least = u->kept.known.at[objects.all.at[i]].alignment;
  vec_free(&objects.all);
  return least;
}

enum common { NOTHING_COMMON, SOME_COMMON, SAME_OBJECTS, ONE_OBJECT };

static enum common
common_objects(struct unfold *u, value_id a, value_id b)
{
  struct objects x, y;
  size_t common = 0;
  find_objects(u, &x, a);
  find_objects(u, &y, b);
  for (size_t i = 0; i < x.all.n; i++)
    for (size_t k = 0; k < y.all.n; k++)
      common += x.all.at[i] == y.all.at[k];
  bool unknown = x.unknown || y.unknown, same = common == x.all.n && common == y.all.n;
  size_t n = x.all.n;
  vec_free(&x.all);
  vec_free(&y.all);
  if (unknown || !same)
    return common || unknown ? SOME_COMMON : NOTHING_COMMON;
  return n == 1 ? ONE_OBJECT : SAME_OBJECTS;
}

/* ---- where they lie ---- */

static void
give_up(struct unfold *u)
{
  u->turn.grew.looks |= !u->kept.looks.fixed;
  u->kept.looks.fixed = true;
}

static void
look_at(struct unfold *u, object_id object)
{
  u->kept.known.at[object].looks = true;
  if (u->kept.known.at[object].looked)
    return;
  u->kept.known.at[object].looked = u->turn.grew.looks = true;
  if (++u->kept.looks.n > MOST_LOOKED)
    give_up(u);
}

static unsigned
low_bits(const struct unfold *u, object_id object)
{
  unsigned bits = 0;
  while (UINT64_C(2) << bits <= u->kept.known.at[object].alignment)
    bits++;
  return bits;
}

/* The bits of its address above those that the alignment decides. */
static value_id
place_of(struct unfold *u, object_id object)
{
  struct known_object *known = &u->kept.known.at[object];
  const struct object *o = &u->prog->objects.at[object];
  if (!known->lies)
    known->lies = value_input(
      u->prog,
      (struct input){.kind = INPUT_ADDRESS,
                     .width = (uint8_t)(address_bits(u->prog->pointer_bits) - low_bits(u, object)),
                     .name = o->name,
                     .place = o->place});
  return known->lies;
}

/* The address that is `offset` bytes behind the start of the object. */
static value_id
lies_at(struct unfold *u, object_id object, uint64_t offset)
{
  unsigned low = low_bits(u, object), bits = u->prog->pointer_bits;
  value_id address = place_of(u, object);
  bool small = offset <= bits_mask(low) && low;
  if (low)
    address = value_concat(u->prog, address, v_const(u, low, small ? offset : 0));
  address = value_resize(u->prog, address, bits, false);
  return small || !offset ? address : v_op(u, OP_ADD, address, v_const(u, bits, offset));
}

/* From LOWEST_ADDRESS on, and with a little room above it. */
static value_id
in_range(struct unfold *u, object_id object)
{
  unsigned bits = u->prog->pointer_bits;
  uint64_t last = highest(u) - u->prog->objects.at[object].size;
  value_id at = lies_at(u, object, 0);
  value_id low = v_op(u, OP_ULT, at, v_const(u, bits, LOWEST_ADDRESS));
  value_id high = v_op(u, OP_ULT, v_const(u, bits, last), at);
  return value_and(u->prog, value_not(u->prog, low), value_not(u->prog, high));
}

static value_id
is_below(struct unfold *u, object_id a, object_id b)
{
  uint64_t size = u->prog->objects.at[a].size;
  value_id end = v_op(u, OP_ADD, lies_at(u, a, 0), v_const(u, u->prog->pointer_bits, size));
  return value_not(u->prog, v_op(u, OP_ULT, lies_at(u, b, 0), end));
}

void
address_begin(struct unfold *u)
{
  value_id good = VALUE_TRUE;
  if (u->kept.looks.fixed || !u->kept.looks.n)
    return;
  for (object_id a = 1; a < u->kept.known.n; a++) {
    if (!u->kept.known.at[a].looked)
      continue;
    good = value_and(u->prog, good, in_range(u, a));
    for (object_id b = 1; b < a && !MUTANT(ADDRESSES_OVERLAP); b++)
      if (u->kept.known.at[b].looked)
        good = value_and(u->prog, good, value_or(u->prog, is_below(u, a, b), is_below(u, b, a)));
  }
  event_condition(u, EVENT_ASSUME, good);
}

/* An early turn, in which pointers point to too few things, may have looked at more. A few times
 * will do: in the end it costs clauses, and is not wrong. */
bool
address_forget(struct unfold *u)
{
  bool news = false;
  enum { OFTEN = 3 };
  if (u->kept.looks.fixed || u->kept.looks.forgotten++ >= OFTEN)
    return false;
  for (object_id o = 1; o < u->kept.known.n; o++) {
    if (!u->kept.known.at[o].looked || u->kept.known.at[o].looks)
      continue;
    u->kept.known.at[o].looked = false;
    u->kept.looks.n--;
    news = true;
  }
  return news;
}

/* ---- the number that the program sees ---- */

static value_id number(struct unfold *u, value_id value);

/* Of an address with nothing packed into it but above its bits. */
static value_id
number_of_constant(struct unfold *u, unsigned width, uint64_t bits)
{
  unsigned pointer = u->prog->pointer_bits;
  object_id object = value_object(u->prog, width, bits);
  if (!object)
    return v_const(u, width, bits);
  if (width > pointer)
    return value_concat(u->prog, number_of_constant(u, width - pointer, bits >> pointer),
                        number_of_constant(u, pointer, bits & bits_mask(pointer)));
  look_at(u, object);
  return lies_at(u, object, bits - u->prog->objects.at[object].base);
}

/* By the addresses that it can be, of which there are few. */
static value_id
number_of_listed(struct unfold *u, value_id value)
{
  struct value_set set = values_get(u->values, value);
  unsigned width = v_width(u, value);
  value_id result = value;
  for (uint32_t i = 0; i < set.n; i++) {
    if (!value_object(u->prog, width, set.at[i]))
      continue;
    value_id here = MUTANT(ADDRESS_LISTED_LAST)
                      ? VALUE_TRUE
                      : value_eq(u->prog, value, v_const(u, width, set.at[i]));
    result = value_ite(u->prog, here, number_of_constant(u, width, set.at[i]), result);
  }
  return result;
}

/* By the object in which it happens to lie. */
static value_id
number_of_any(struct unfold *u, value_id value)
{
  struct objects objects;
  unsigned width = v_width(u, value);
  value_id result = value;
  if (width == u->prog->pointer_bits && value_set_is_exact(values_get(u->values, value)))
    return number_of_listed(u, value);
  find_objects(u, &objects, value);
  if (objects.unknown || width != u->prog->pointer_bits)
    give_up(u);
  for (size_t i = 0; i < objects.all.n && width == u->prog->pointer_bits; i++) {
    const struct object object = u->prog->objects.at[objects.all.at[i]];
    uint64_t margin = prog_margin(u->prog, object.size);
    look_at(u, objects.all.at[i]);
    value_id low = value_extract(u->prog, value, 0, width == 64 ? 48 : width);
    low = value_resize(u->prog, low, width, false);
    value_id from = v_op(u, OP_SUB, low, v_const(u, width, object.base - margin));
    value_id here = v_op(u, OP_ULT, from, v_const(u, width, object.size + 2 * margin));
    value_id offset = v_op(u, OP_SUB, value, v_const(u, width, object.base));
    value_id moved = v_op(u, OP_ADD, lies_at(u, objects.all.at[i], 0), offset);
    result = value_ite(u->prog, here, moved, result);
  }
  vec_free(&objects.all);
  return result;
}

/* Is it a pointer into the objects that this argument points to? A constant that is added may also be
 * the distance of two objects. */
static bool
moves_within(struct unfold *u, value_id value, value_id argument)
{
  return !carries(u, argument) || common_objects(u, value, argument) >= SAME_OBJECTS;
}

static value_id
rebuild(struct unfold *u, value_id value)
{
  const struct value node = u->prog->values.at[value];
  switch (node.op) {
  case OP_CONST:
    return number_of_constant(u, node.width, node.imm);
  case OP_ITE:
    return value_ite(u->prog, node.arg[0], number(u, node.arg[1]), number(u, node.arg[2]));
  case OP_ADD:
  case OP_SUB:
    if (!moves_within(u, value, node.arg[0]) || !moves_within(u, value, node.arg[1]))
      return number_of_any(u, value);
    return value_op(u->prog, node.op, node.width, number(u, node.arg[0]), number(u, node.arg[1]), 0,
                    0);
  case OP_CONCAT:
    if (!carries(u, node.arg[0]) && !carries(u, node.arg[1])) /* of pieces */
      return number_of_any(u, value);
    return value_op(u->prog, node.op, node.width, number(u, node.arg[0]), number(u, node.arg[1]), 0,
                    0);
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    return value_op(u->prog, node.op, node.width, number(u, node.arg[0]), number(u, node.arg[1]), 0,
                    0);
  case OP_EXTRACT:
  case OP_ZEXT:
    return value_op(u->prog, node.op, node.width, number(u, node.arg[0]), 0, 0, node.imm);
  default:
    return number_of_any(u, value);
  }
}

static value_id
number(struct unfold *u, value_id value)
{
  if (!carries(u, value))
    return value;
  if (u->turn.numbers.n <= value)
    vec_resize(&u->turn.numbers, value + value / 2 + 1);
  if (!u->turn.numbers.at[value]) {
    value_id result = rebuild(u, value);
    u->turn.numbers.at[value] = result + 1;
  }
  return u->turn.numbers.at[value] - 1;
}

/* May the program look here? If not, that is an assumption. */
static bool
may_look(struct unfold *u)
{
  if (u->kept.looks.fixed)
    unfold_assumed(u, fixed_text);
  return !u->kept.looks.fixed && !MUTANT(ADDRESSES_FIXED);
}

value_id
address_number(struct unfold *u, value_id value)
{
  return in_program(u) && carries(u, value) && may_look(u) ? number(u, value) : value;
}

void
address_assumed(struct unfold *u, value_id value)
{
  if (in_program(u) && carries(u, value))
    unfold_assumed(u, fixed_text);
}

void
address_part(struct unfold *u, value_id loaded)
{
  if (v_width(u, loaded) < u->prog->pointer_bits && in_program(u) &&
      values_get(u->values, loaded).address)
    unfold_assumed(u, fixed_text);
}

void
address_wild(struct unfold *u)
{
  if (u->kept.looks.n && in_program(u))
    give_up(u);
}

enum { FOLLOWED = 500 };

/* The place of an object, maybe with a distance added? */
static bool
is_place(const struct unfold *u, value_id value)
{
  const struct value *node = &u->prog->values.at[value];
  while (node->op == OP_ZEXT || node->op == OP_CONCAT || node->op == OP_ADD)
    node = &u->prog->values.at[node->arg[0]];
  return node->op == OP_INPUT && u->prog->inputs.at[node->imm].kind == INPUT_ADDRESS;
}

/* Is the value an address in some cases, and in others a number that was made of one? */
static bool
may_be_number(struct unfold *u, value_id value, unsigned *steps)
{
  const struct value node = u->prog->values.at[value];
  for (unsigned i = node.op == OP_ITE; *steps && i < value_arity(node.op); i++) {
    --*steps;
    if (is_place(u, node.arg[i]) ||
        (carries(u, node.arg[i]) && may_be_number(u, node.arg[i], steps)))
      return true;
  }
  return false;
}

void
address_followed(struct unfold *u, value_id address)
{
  unsigned steps = FOLLOWED;
  if (u->kept.looks.n && !u->kept.looks.fixed && in_program(u) && !MUTANT(NUMBER_FOLLOWED) &&
      may_be_number(u, address, &steps))
    give_up(u);
}

/* ---- arithmetic ---- */

/* Which bits can be set in it? */
static uint64_t
possible_bits(struct unfold *u, value_id value, unsigned depth)
{
  const struct value node = u->prog->values.at[value];
  struct value_set set = values_get(u->values, value);
  uint64_t all = bits_mask(node.width), result = 0, k;
  if (value_set_is_exact(set)) {
    for (uint32_t i = 0; i < set.n; i++)
      result |= set.at[i];
    return result;
  }
  if (!depth--)
    return all;
  switch (node.op) {
  case OP_AND:
    return possible_bits(u, node.arg[0], depth) & possible_bits(u, node.arg[1], depth);
  case OP_OR:
  case OP_XOR:
    return possible_bits(u, node.arg[0], depth) | possible_bits(u, node.arg[1], depth);
  case OP_ITE:
    return possible_bits(u, node.arg[1], depth) | possible_bits(u, node.arg[2], depth);
  case OP_ZEXT:
    return possible_bits(u, node.arg[0], depth);
  case OP_CONCAT:
    k = v_width(u, node.arg[1]);
    return possible_bits(u, node.arg[0], depth) << k | possible_bits(u, node.arg[1], depth);
  case OP_SHL:
    if (value_is_const(u->prog, node.arg[1], &k) && k < node.width)
      return possible_bits(u, node.arg[0], depth) << k & all;
    return all;
  case OP_LSHR:
    if (value_is_const(u->prog, node.arg[1], &k) && k < node.width)
      return possible_bits(u, node.arg[0], depth) >> k;
    return all;
  default:
    return all;
  }
}

/* Bits that the place of an object decides: not those below its alignment, and not those above all
 * addresses. */
static uint64_t
decided_bits(struct unfold *u, value_id address)
{
  return bits_mask(address_bits(u->prog->pointer_bits)) & ~(alignment_of(u, address) - 1);
}

/* x & mask, where the place of the object decides some of the bits. If it clears all up to one of
 * them, what is left is a pointer again: so many bytes below x. */
static value_id
and_mask(struct unfold *u, value_id address, value_id mask)
{
  uint64_t bits, decided = decided_bits(u, address),
                 space = bits_mask(address_bits(u->prog->pointer_bits));
  if (!(possible_bits(u, mask, 4) & decided))
    return v_op(u, OP_AND, address, mask);
  if (value_is_const(u->prog, mask, &bits)) {
    uint64_t cleared = ~bits & space;
    if (!(cleared & decided))
      return v_op(u, OP_AND, address, mask);
    if (!may_look(u))
      return v_op(u, OP_AND, address, mask);
    if (!(cleared & (cleared + 1))) { /* the lowest ones */
      unsigned width = v_width(u, address);
      value_id below = v_op(u, OP_AND, number(u, address), v_const(u, width, cleared));
      return v_op(u, OP_SUB, v_op(u, OP_AND, address, v_const(u, width, bits | cleared)), below);
    }
  }
  return may_look(u) ? v_op(u, OP_AND, number(u, address), number(u, mask))
                     : v_op(u, OP_AND, address, mask);
}

static bool
is_multiple_of_alignment(struct unfold *u, value_id address, value_id by)
{
  uint64_t k;
  return value_is_const(u->prog, by, &k) && k && !(k & (k - 1)) && k <= alignment_of(u, address);
}

/* No object lies there; or it is an arbitrary pointer, which may be each of them by its fixed
 * address. */
static bool
is_harmless(struct unfold *u, value_id value)
{
  if (u->prog->values.at[value].op == OP_INPUT)
    return true;
  struct value_set set = values_get(u->values, value);
  for (uint32_t i = 0; i < set.n; i++)
    if (set.at[i] >= LOWEST_ADDRESS && set.at[i] < highest(u))
      return false;
  return value_set_is_exact(set);
}

/* Is the result of the operation on fixed addresses right wherever objects lie? */
static bool
is_same_anywhere(struct unfold *u, enum value_op op, value_id a, value_id b, bool pointers)
{
  bool first = carries(u, a), both = first && carries(u, b);
  enum common common = both ? common_objects(u, a, b) : NOTHING_COMMON;
  uint64_t k;
  switch (op) {
  case OP_ADD:
    return !both;
  case OP_SUB:
    if (both)
      return pointers && common == SAME_OBJECTS;
    /* The other one may be a number that was made of an address. */
    return pointers && !MUTANT(NUMBER_IS_INDEX) ? is_harmless(u, first ? b : a) : first;
  case OP_OR:
  case OP_XOR:
    return !both && !(possible_bits(u, first ? b : a, 4) & decided_bits(u, first ? a : b));
  case OP_UREM:
    return first && is_multiple_of_alignment(u, a, b);
  case OP_LSHR: /* what was packed above it */
    return first && value_is_const(u->prog, b, &k) && k > address_bits(u->prog->pointer_bits) &&
           v_width(u, a) == 64;
  case OP_SHL: /* it becomes the upper half of 64 bits */
    return first && value_is_const(u->prog, b, &k) && k == 32 && u->prog->pointer_bits == 32;
  default:
    return false;
  }
}

/* `x op k`, where k is no small number: an address, or what an address was folded into. */
static bool
has_far_constant(const struct unfold *u, value_id value)
{
  const struct value *node = &u->prog->values.at[value];
  uint64_t k;
  if (node->op != OP_ADD && node->op != OP_SUB)
    return false;
  for (int i = 0; i < 2; i++)
    if (value_is_const(u->prog, node->arg[i], &k) && k >= LOWEST_ADDRESS && 0 - k >= LOWEST_ADDRESS)
      return true;
  return false;
}

/* The same number, put together from pieces that are too small for an address. */
static value_id
in_pieces(struct unfold *u, value_id number)
{
  unsigned width = v_width(u, number), most = u->prog->pointer_bits / 2;
  value_id result = v_const(u, width, 0);
  for (unsigned at = 0, n; at < width; at += n) {
    n = width - at < most ? width - at : most;
    value_id piece = value_resize(u->prog, value_extract(u->prog, number, at, n), width, false);
    result = v_op(u, OP_OR, result, v_op(u, OP_SHL, piece, v_const(u, width, at)));
  }
  return result;
}

/* The difference of two addresses in one object is a plain number, wherever that lies. But if the
 * address of the object is folded into the expression, it looks like a pointer that was moved, and what
 * it is added to later would be folded into the same constant: c + (p - a) is no pointer into a. */
static value_id
distance(struct unfold *u, value_id a, value_id b)
{
  value_id plain = v_op(u, OP_SUB, a, b);
  bool hidden = !has_far_constant(u, plain) || value_set_is_exact(values_get(u->values, plain));
  return hidden || MUTANT(DISTANCE_IS_POINTER) ? plain : in_pieces(u, plain);
}

value_id
address_binary(struct unfold *u, enum value_op op, value_id a, value_id b, bool pointers)
{
  bool both = op == OP_SUB && carries(u, a) && carries(u, b);
  if (both && common_objects(u, a, b) == ONE_OBJECT)
    return distance(u, a, b);
  if ((!carries(u, a) && !carries(u, b)) || !in_program(u))
    return v_op(u, op, a, b);
  if (op == OP_AND && carries(u, a) != carries(u, b))
    return carries(u, a) ? and_mask(u, a, b) : and_mask(u, b, a);
  if (is_same_anywhere(u, op, a, b, pointers))
    return v_op(u, op, a, b);
  if (both) {
    give_up(u);
    contents_have_distances(u->kept.contents);
  }
  if (may_look(u))
    return v_op(u, op, number(u, a), number(u, b));
  return both && pointers ? distance(u, a, b) : v_op(u, op, a, b);
}

/* ---- comparisons ---- */

/* Can it be an address just behind an object, and the other the start of another one? */
static bool
is_behind(struct unfold *u, value_id a, value_id b)
{
  struct value_set end = values_get(u->values, a), start = values_get(u->values, b);
  bool is_end = false, is_start = false;
  for (uint32_t i = 0; i < end.n; i++) {
    object_id object = value_object(u->prog, v_width(u, a), end.at[i]);
    const struct object *o = &u->prog->objects.at[object];
    is_end |= object && end.at[i] == o->base + o->size;
  }
  for (uint32_t i = 0; i < start.n; i++) {
    object_id object = value_object(u->prog, v_width(u, b), start.at[i]);
    is_start |= object && start.at[i] == u->prog->objects.at[object].base;
  }
  return is_end && is_start;
}

/* Pairs of objects that may have the same address one after the other, as life.c knows. */
static void
note_compared(struct unfold *u, value_id a, value_id b)
{
  struct objects x, y;
  find_objects(u, &x, a);
  find_objects(u, &y, b);
  list_unknown(u, &x);
  list_unknown(u, &y);
  for (size_t i = 0; i < x.all.n; i++)
    for (size_t k = 0; k < y.all.n; k++)
      if (x.all.at[i] != y.all.at[k])
        life_compared(u, x.all.at[i], y.all.at[k]);
  vec_free(&x.all);
  vec_free(&y.all);
}

value_id
address_equal(struct unfold *u, value_id a, value_id b)
{
  bool both = carries(u, a) && carries(u, b);
  value_id plain = value_eq(u->prog, a, b);
  if (plain == VALUE_TRUE || (!carries(u, a) && !carries(u, b)))
    return plain;
  if (both) /* also in a model: it compares for the program */
    note_compared(u, a, b);
  if (!in_program(u))
    return plain;
  bool behind =
    both && common_objects(u, a, b) == NOTHING_COMMON && (is_behind(u, a, b) || is_behind(u, b, a));
  if (both ? !behind : is_harmless(u, carries(u, a) ? b : a))
    return plain;
  return may_look(u) ? value_eq(u->prog, number(u, a), number(u, b)) : plain;
}

/* Does an address compare with this number in the same way wherever objects lie? */
static bool
is_limit(struct unfold *u, value_id value, bool is_signed)
{
  return is_harmless(u, value) && !(is_signed && u->prog->pointer_bits == 32);
}

/* Are both a choice by the same condition? */
static bool
is_same_choice(const struct unfold *u, value_id a, value_id b)
{
  const struct value *x = &u->prog->values.at[a], *y = &u->prog->values.at[b];
  return x->op == OP_ITE && y->op == OP_ITE && x->arg[0] == y->arg[0];
}

static value_id
less(struct unfold *u, value_id a, value_id b, enum value_op op)
{
  bool both = carries(u, a) && carries(u, b);
  value_id plain = v_op(u, op, a, b);
  if (a == b || !in_program(u) || (!carries(u, a) && !carries(u, b)))
    return plain;
  if (both ? common_objects(u, a, b) == ONE_OBJECT
           : is_limit(u, carries(u, a) ? b : a, op == OP_SLT))
    return plain;
  if (is_same_choice(u, a, b)) {
    const struct value x = u->prog->values.at[a], y = u->prog->values.at[b];
    return value_ite(u->prog, x.arg[0], less(u, x.arg[1], y.arg[1], op),
                     less(u, x.arg[2], y.arg[2], op));
  }
  if (both)
    note_compared(u, a, b);
  return may_look(u) ? v_op(u, op, number(u, a), number(u, b)) : plain;
}

value_id
address_less(struct unfold *u, value_id a, value_id b, bool is_signed)
{
  return less(u, a, b, is_signed ? OP_SLT : OP_ULT);
}
