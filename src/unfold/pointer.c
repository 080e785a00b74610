/* Accesses through pointers.
 *
 * A pointer is a number; its value set (analysis/values.h) says which addresses it can be. Where
 * the set is not finite, the shape of the address helps: base + index * stride stays within the
 * object of its base, or it is an invalid access. Each access is then split into its private part,
 * answered from private memory, and its shared part, which becomes an event. An address that may
 * be outside of all objects is checked first. */
#include "unfold/pointer.h"

#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "unfold/address.h"
#include "unfold/astray.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/happens.h"
#include "unfold/life.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/state.h"

enum { MAX_TARGETS = 16384 };

struct reach {
  VEC(struct target) targets; /* valid ones, each once */
  struct map seen;
  VEC(uint64_t) bad;      /* addresses it can be that are invalid */
  bool wild;              /* and others that nobody can list */
  bool everything;        /* nothing is known of it */
  VEC(object_id) partial; /* objects with valid places that are not among the targets */
  uint32_t bytes;
  bool write;
  enum memory_order order;
  bool section; /* opened for this access alone, to be ended after it */
  bool locked;  /* the access is part of a section that was open before */
};

static void
reach_free(struct reach *reach)
{
  vec_free(&reach->targets);
  vec_free(&reach->bad);
  vec_free(&reach->partial);
  map_free(&reach->seen);
}

static void
add_target(struct reach *reach, object_id object, uint64_t offset)
{
  uint32_t *seen = map_at(&reach->seen, (uint64_t)object << 40 ^ offset);
  if (*seen || reach->targets.n > MAX_TARGETS)
    return;
  *seen = 1;
  vec_push(&reach->targets, ((struct target){object, offset}));
}

/* String literals and variables that are const lie in memory that nobody can write. */
static bool
is_constant(const struct unfold *u, object_id object)
{
  LLVMValueRef global = u->kept.known.at[object].global;
  return global && LLVMIsAGlobalVariable(global) && LLVMIsGlobalConstant(global);
}

static bool
is_accessible(const struct unfold *u, const struct reach *reach, object_id object)
{
  return u->prog->objects.at[object].kind != OBJECT_FUNCTION &&
         !(reach->write && is_constant(u, object));
}

static void
add_address(struct unfold *u, struct reach *reach, uint64_t address)
{
  object_id object = memory_find(u, address);
  const struct object *o = &u->prog->objects.at[object];
  if (object && is_accessible(u, reach, object) && address - o->base + reach->bytes <= o->size)
    add_target(reach, object, address - o->base);
  else
    vec_push(&reach->bad, address);
}

/* Every place in the object that is a multiple of stride away from `offset`. */
static void
add_strided(struct unfold *u, struct reach *reach, object_id object, uint64_t offset,
            uint64_t stride)
{
  const struct object *o = &u->prog->objects.at[object];
  if (!is_accessible(u, reach, object))
    return;
  uint64_t before = 0 - offset; /* if it is negative */
  uint64_t first = (int64_t)offset < 0 ? (stride - before % stride) % stride : offset % stride;
  for (uint64_t at = first; at + reach->bytes <= o->size; at += stride)
    add_target(reach, object, at);
}

/* An address as a sum: what it is added up from. */
struct sum {
  uint64_t constant;
  uint64_t stride; /* of the parts whose value is unknown; 0 = none */
  value_id finite[4];
  unsigned n_finite;
};

static void
add_up(struct unfold *u, struct sum *sum, value_id value)
{
  const struct value node = u->prog->values.at[value];
  struct value_set set = values_get(u->values, value);
  if (node.op == OP_CONST) {
    sum->constant += node.imm;
  } else if (value_set_is_exact(set) && sum->n_finite < 4) {
    sum->finite[sum->n_finite++] = value;
  } else if (node.op == OP_ADD) {
    add_up(u, sum, node.arg[0]);
    add_up(u, sum, node.arg[1]);
  } else {
    sum->stride = greatest_divisor(sum->stride, values_stride(u->prog, value));
  }
}

/* x86 does not mind where a number lies. So an access is valid at every place of the object that
 * has room for it; but one through a pointer that may be anywhere is followed only to those where
 * something of that size is likely to be: aligned places, those where the type has such a thing,
 * and any in a small piece of memory that consists of bytes. check_reach sees to the rest. */
static bool
is_likely(const struct unfold *u, const struct reach *reach, const struct object *o, uint64_t at)
{
  enum { SMALL = 256 };
  uint32_t scalar = debug_scalar_at(u->prog, o->type, at);
  return !reach->bytes || at % reach->bytes == 0 || scalar == reach->bytes ||
         ((scalar == 1 || !o->type) && o->size <= SMALL);
}

static void
add_whole(struct unfold *u, struct reach *reach, object_id object)
{
  const struct object *o = &u->prog->objects.at[object];
  bool partial = false;
  if (!is_accessible(u, reach, object))
    return;
  for (uint64_t at = 0; at + reach->bytes <= o->size; at++)
    if (is_likely(u, reach, o, at))
      add_target(reach, object, at);
    else
      partial = true;
  if (partial)
    vec_push(&reach->partial, object);
}

/* Everything but the models' own variables, and other variables whose addresses nobody takes. */
static void
reach_everything(struct unfold *u, struct reach *reach)
{
  reach->wild = reach->everything = true;
  for (object_id o = 1; o < u->prog->objects.n; o++)
    if (!u->prog->objects.at[o].internal && !u->kept.known.at[o].hidden)
      add_whole(u, reach, o);
}

/* Tries base = constant + one element of each finite part. */
static bool
reach_bases(struct unfold *u, struct reach *reach, const struct sum *sum, unsigned part,
            uint64_t base)
{
  if (part == sum->n_finite) {
    unsigned bits = u->prog->pointer_bits;
    uint64_t address = base & bits_mask(bits);
    object_id object = address >> 48 ? 0 : value_object(u->prog, bits, address); /* no tag in it */
    if (object)
      add_strided(u, reach, object, address - u->prog->objects.at[object].base, sum->stride);
    return object != 0;
  }
  struct value_set set = values_get(u->values, sum->finite[part]);
  bool found = false;
  for (uint32_t i = 0; i < set.n; i++)
    found |= reach_bases(u, reach, sum, part + 1, base + set.at[i]);
  return found;
}

/* The constants of a set, and the objects it may lie in. */
static void
reach_set(struct unfold *u, struct reach *reach, struct value_set set)
{
  reach->wild |= set.open;
  for (uint32_t i = 0; i < set.n; i++)
    add_address(u, reach, set.at[i]);
  for (uint32_t i = 0; i < set.n_some; i++)
    add_strided(u, reach, set.some[i].object, set.some[i].offset, set.some[i].stride);
}

static void
reach_value(struct unfold *u, struct reach *reach, value_id address)
{
  struct value_set set = values_get(u->values, address);
  const struct value node = u->prog->values.at[address];
  if (!set.n_some && (set.n || set.open)) {
    reach_set(u, reach, set);
    return;
  }
  if (node.op == OP_ITE) {
    reach_value(u, reach, node.arg[1]);
    reach_value(u, reach, node.arg[2]);
    return;
  }
  struct sum sum = {0};
  add_up(u, &sum, address);
  reach->wild = true;
  if (sum.stride && reach_bases(u, reach, &sum, 0, sum.constant))
    return;
  if (set.n_some) {
    reach_set(u, reach, set);
  } else {
    address_wild(u);
    reach_everything(u, reach);
  }
}

static void
find_reach(struct unfold *u, struct reach *reach, value_id address)
{
  address_followed(u, address);
  reach_value(u, reach, address);
}

/* ---- is the address valid? ---- */

static value_id
is_one_of(struct unfold *u, value_id address, const uint64_t *list, size_t n)
{
  value_id result = VALUE_FALSE;
  for (size_t i = 0; i < n; i++)
    result = value_or(u->prog, result,
                      value_eq(u->prog, address, v_const(u, v_width(u, address), list[i])));
  return result;
}

/* Objects with many targets are checked by range. */
static value_id
is_valid(struct unfold *u, value_id address, const struct reach *reach)
{
  value_id result = VALUE_FALSE;
  unsigned width = v_width(u, address);
  for (size_t i = 0, end; i < reach->targets.n; i = end) {
    object_id object = reach->targets.at[i].object;
    uint64_t low = UINT64_MAX, high = 0, base = u->prog->objects.at[object].base;
    for (end = i; end < reach->targets.n && reach->targets.at[end].object == object; end++) {
      uint64_t offset = reach->targets.at[end].offset;
      low = offset < low ? offset : low;
      high = offset > high ? offset : high;
    }
    uint64_t stride = 0;
    for (size_t k = i; k < end; k++)
      stride = greatest_divisor(stride, reach->targets.at[k].offset - low);
    value_id inside;
    if (end - i <= 16) {
      inside = VALUE_FALSE;
      for (size_t k = i; k < end; k++) {
        value_id at = v_const(u, width, base + reach->targets.at[k].offset);
        inside = value_or(u->prog, inside, value_eq(u->prog, address, at));
      }
    } else {
      value_id from = v_op(u, OP_SUB, address, v_const(u, width, base + low));
      uint64_t more = MUTANT(INDEX_BEHIND_END) ? stride : 0;
      inside = v_op(u, OP_ULT, from, v_const(u, width, high - low + 1 + more));
      if (stride > 1)
        inside = value_and(u->prog, inside,
                           value_eq(u->prog, v_op(u, OP_UREM, from, v_const(u, width, stride)),
                                    v_const(u, width, 0)));
    }
    result = value_or(u->prog, result, inside);
  }
  return result;
}

static const char *
what_is_wrong(const struct unfold *u, const struct reach *reach)
{
  enum { FIRST_PAGE = 4096 }; /* a member of a structure at NULL */
  bool one = !reach->wild && reach->bad.n == 1;
  if (one && reach->bad.at[0] < FIRST_PAGE)
    return "null pointer dereference";
  object_id object = one && reach->write ? memory_find(u, reach->bad.at[0]) : 0;
  if (object && is_constant(u, object))
    return "write to something constant";
  return "access through an invalid pointer";
}

/* Does the access lie in an object, at a place that is not among the targets? */
static value_id
is_left_out(struct unfold *u, value_id address, const struct reach *reach, value_id listed)
{
  value_id inside = VALUE_FALSE;
  unsigned width = v_width(u, address);
  for (size_t i = 0; i < reach->partial.n; i++) {
    const struct object *o = &u->prog->objects.at[reach->partial.at[i]];
    value_id from = v_op(u, OP_SUB, address, v_const(u, width, o->base));
    value_id room = v_const(u, width, o->size - reach->bytes + 1);
    inside = value_or(u->prog, inside, v_op(u, OP_ULT, from, room));
  }
  return value_and(u->prog, inside, value_not(u->prog, listed));
}

/* It is no fault, but not followed any further: the verdict says so if it can happen. */
static void
leave_out(struct unfold *u, value_id left_out)
{
  value_id guard = value_and(u->prog, u->path.guard, facts_strip(u, u->path.guard, left_out));
  if (guard == VALUE_FALSE)
    return;
  vec_push(&u->prog->loops,
           ((struct loop){.function = "", .place = debug_user_place(u->prog, u->path.place)}));
  struct event *event = event_new(u, EVENT_CUT);
  event->guard = guard;
  event->loop = (uint32_t)u->prog->loops.n - 1;
}

/* Leaves only valid addresses; stops if there is none. */
static void
check_reach(struct unfold *u, value_id address, const struct reach *reach)
{
  if (!reach->wild && !reach->bad.n)
    return;
  value_id valid, left_out = VALUE_FALSE;
  if (reach->wild) {
    valid = is_valid(u, address, reach); /* VALUE_FALSE if there is no target */
    left_out = is_left_out(u, address, reach, valid);
    valid = value_or(u->prog, valid, left_out);
  } else {
    valid = !reach->targets.n
              ? VALUE_FALSE
              : value_not(u->prog, is_one_of(u, address, reach->bad.at, reach->bad.n));
  }
  size_t before = u->prog->events.n;
  event_check(u, FAULT_MEMORY, valid, what_is_wrong(u, reach));
  if (u->prog->events.n > before)
    vec_last(&u->prog->events).addr = address;
  if (!path_is_stopped(u))
    leave_out(u, left_out);
}

/* ---- loads and stores ---- */

/* Before the first thread is made, everything is private. */
static bool
is_event(const struct unfold *u, struct target target, uint32_t bytes)
{
  return u->turn.concurrent && memory_is_shared(u, target, bytes);
}

static value_id
at_target(struct unfold *u, value_id address, struct target target)
{
  uint64_t base = u->prog->objects.at[target.object].base;
  return value_eq(u->prog, address, v_const(u, v_width(u, address), base + target.offset));
}

/* The event for the shared part; returns its guard, VALUE_FALSE if there is none. */
static value_id
shared_guard(struct unfold *u, value_id address, const struct reach *reach, size_t *n)
{
  value_id is_private = VALUE_FALSE;
  *n = 0;
  for (size_t i = 0; i < reach->targets.n; i++)
    if (is_event(u, reach->targets.at[i], reach->bytes))
      ++*n;
    else
      is_private = value_or(u->prog, is_private, at_target(u, address, reach->targets.at[i]));
  if (!*n)
    return VALUE_FALSE;
  return value_and(u->prog, u->path.guard, value_not(u->prog, is_private));
}

static event_id
shared_event(struct unfold *u, enum event_kind kind, value_id address, const struct reach *reach,
             value_id guard)
{
  struct event *event = event_new(u, kind);
  event->guard = guard;
  event->addr = address;
  event->bytes = reach->bytes;
  event->order = reach->order;
  event->locked = reach->locked;
  event->first_target = (uint32_t)u->prog->targets.n;
  for (size_t i = 0; i < reach->targets.n; i++)
    if (is_event(u, reach->targets.at[i], reach->bytes)) {
      vec_push(&u->prog->targets, reach->targets.at[i]);
      event->n_targets++;
    }
  return (event_id)(event - u->prog->events.at);
}

static bool
touches_machine(const struct unfold *u, const struct reach *reach)
{
  for (size_t i = 0; i < reach->targets.n; i++)
    if (!u->prog->objects.at[reach->targets.at[i].object].internal)
      return true;
  return false;
}

/* What the machine does with a lock is a barrier, also if the memory is the thread's own and no
 * event says so: that is the case unless `shared` holds. A section becomes one as a whole. */
static void
keep_barrier(struct unfold *u, const struct reach *reach, value_id shared)
{
  bool exchange = reach->write && reach->order == ORDER_SEQ_CST;
  if (!(reach->locked || exchange) || !u->turn.concurrent || !touches_machine(u, reach))
    return;
  value_id alone = value_and(u->prog, u->path.guard, value_not(u->prog, shared));
  if (reach->locked) {
    u->now.locked_private = value_or(u->prog, u->now.locked_private, alone);
    u->now.locked_shared = value_or(u->prog, u->now.locked_shared, shared);
  } else if (alone != VALUE_FALSE) {
    struct path before = path_enter(u, alone);
    event_fence(u, ORDER_SEQ_CST);
    path_leave(u, before);
  }
}

/* Ends what `prepare` began. */
static void
finish(struct unfold *u, struct reach *reach)
{
  if (reach->section)
    section_end(u);
  reach->section = false;
}

/* The largest object it may lie in. */
static void
add_largest(struct unfold *u, const struct reach *reach, struct str *out)
{
  const struct object *largest = &u->prog->objects.at[0];
  for (size_t i = 0; i < reach->targets.n; i++) {
    const struct object *o = &u->prog->objects.at[reach->targets.at[i].object];
    largest = o->size > largest->size ? o : largest;
  }
  str_printf(out, "; the largest object among them is '%s' of %llu bytes",
             largest->name && *largest->name ? largest->name : "(unnamed)",
             (unsigned long long)largest->size);
}

static bool
too_many(struct unfold *u, const struct reach *reach, value_id address)
{
  if (reach->targets.n <= MAX_TARGETS)
    return false;
  struct str why = {0};
  add_largest(u, reach, &why);
  if (reach->everything)
    astray_describe(u, address, &why);
  unfold_error(u, "this pointer may point to more than %d places%s", MAX_TARGETS, str_text(&why));
  str_free(&why);
  return true;
}

/* Shared preparation of a load or store; false if nothing is left to do. What a program does inside
 * an atomic section cannot race with itself done elsewhere: it is no plain access. */
static bool
prepare(struct unfold *u, struct reach *reach, value_id address, uint32_t bytes, bool write,
        enum memory_order order)
{
  reach->bytes = bytes;
  reach->write = write;
  reach->order = order == ORDER_PLAIN && u->path.section ? ORDER_RELAXED : order;
  reach->locked = u->path.section != 0;
  find_reach(u, reach, address);
  if (too_many(u, reach, address))
    return false;
  check_reach(u, address, reach);
  if (path_is_stopped(u))
    return false;
  reach->section = life_check(u, address, bytes, reach->targets.at, reach->targets.n);
  if (!reach->section && !u->path.section && !path_is_stopped(u) && happens_matters(u)) {
    section_begin(u);
    reach->section = true;
  }
  if (path_is_stopped(u)) {
    finish(u, reach);
    return false;
  }
  for (size_t i = 0; i < reach->targets.n; i++)
    memory_use(u, reach->targets.at[i], bytes, write);
  return true;
}

value_id
access_load(struct unfold *u, value_id address, uint32_t bytes, enum memory_order order)
{
  struct reach reach = {0};
  address = facts_simplify(u, u->path.guard, address);
  if (!prepare(u, &reach, address, bytes, false, order)) {
    reach_free(&reach);
    return v_const(u, 8 * bytes, 0);
  }
  size_t shared;
  value_id guard = shared_guard(u, address, &reach, &shared), result = BYTE_UNSET;
  keep_barrier(u, &reach, guard);
  if (guard != VALUE_FALSE) {
    event_id event = shared_event(u, EVENT_LOAD, address, &reach, guard);
    result = value_loaded(u->prog, 8 * bytes, event);
    u->prog->events.at[event].value = result;
    happens_access(u, event, order);
    if (!reach.wild) /* else it is in all places, also where it cannot be meant to be */
      address_part(u, result);
  }
  for (size_t i = 0; i < reach.targets.n; i++) {
    if (is_event(u, reach.targets.at[i], bytes))
      continue;
    if (8 * bytes < u->prog->pointer_bits && !reach.wild)
      memory_parts(u, reach.targets.at[i], bytes);
    value_id here = memory_read(u, reach.targets.at[i], bytes);
    result = result == BYTE_UNSET
               ? here
               : value_ite(u->prog, at_target(u, address, reach.targets.at[i]), here, result);
  }
  finish(u, &reach);
  reach_free(&reach);
  return result == BYTE_UNSET ? v_const(u, 8 * bytes, 0) : result;
}

/* Traces show assignments to the program's own variables, and what models do with locks that no
 * other thread touches: those are changed in sections. */
static void
note_local(struct unfold *u, struct target target, value_id value)
{
  const struct object *object = &u->prog->objects.at[target.object];
  bool told = !debug_in_model(u->prog, u->path.place) || (u->path.section && !object->internal);
  if (!object->type || !told)
    return;
  struct event *event = event_new(u, EVENT_LOCAL);
  event->value = value;
  event->bytes = v_width(u, value) / 8;
  event->first_target = (uint32_t)u->prog->targets.n;
  event->n_targets = 1;
  vec_push(&u->prog->targets, target);
}

static void
note_pointed(struct unfold *u, struct target target, uint64_t address)
{
  object_id object = memory_find(u, address);
  if (object && u->prog->objects.at[object].base == address)
    debug_points(u->prog, target, object);
}

/* A pointer that the program stores says what a heap block is. */
static void
note_pointer(struct unfold *u, struct target target, value_id value)
{
  enum { FEW = 4 };
  if (v_width(u, value) != u->prog->pointer_bits || debug_in_model(u->prog, u->path.place))
    return;
  struct value_set set = values_get(u->values, value);
  for (uint32_t i = 0; i < set.n && set.n <= FEW; i++)
    note_pointed(u, target, set.at[i]);
}

void
access_store(struct unfold *u, value_id address, value_id value, enum memory_order order)
{
  uint32_t bytes = v_width(u, value) / 8;
  struct reach reach = {0};
  address = facts_simplify(u, u->path.guard, address);
  value = facts_simplify(u, u->path.guard, value);
  if (prepare(u, &reach, address, bytes, true, order)) {
    size_t shared;
    value_id guard = shared_guard(u, address, &reach, &shared);
    keep_barrier(u, &reach, guard);
    if (guard != VALUE_FALSE) {
      event_id event = shared_event(u, EVENT_STORE, address, &reach, guard);
      u->prog->events.at[event].value = value;
      happens_access(u, event, order);
    }
    if (reach.targets.n == 1)
      note_pointer(u, reach.targets.at[0], value);
    for (size_t i = 0; i < reach.targets.n; i++) {
      struct target target = reach.targets.at[i];
      if (is_event(u, target, bytes))
        continue;
      value_id here = at_target(u, address, target);
      memory_write(u, target, value_and(u->prog, u->path.guard, here), value);
      if (reach.targets.n == 1)
        note_local(u, target, value);
    }
    finish(u, &reach);
  }
  reach_free(&reach);
}

/* ---- numbers wider than the machine's ----
 *
 * A machine of 32 bits moves 64 bits with two instructions, unless they are those of an atomic
 * operation: others may come between. gcc begins with the low half and clang with the high one, so
 * either may be first. Only memory that others see is worth it. */

static bool
is_torn(struct unfold *u, value_id address, uint32_t bytes, bool write, enum memory_order order)
{
  uint32_t half = u->prog->pointer_bits / 8;
  if (half >= 8 || bytes <= half || order != ORDER_PLAIN || u->path.section ||
      !u->turn.concurrent || MUTANT(NUMBERS_NOT_TORN))
    return false;
  struct reach reach = {.bytes = bytes, .write = write};
  bool shared = false;
  find_reach(u, &reach, facts_simplify(u, u->path.guard, address));
  for (size_t i = 0; i < reach.targets.n && !shared; i++)
    shared = memory_is_shared(u, reach.targets.at[i], bytes);
  reach_free(&reach);
  return shared;
}

/* Where the two halves are, in the order of the accesses; `swapped` tells whether the high one is
 * first. Only whole words can be swapped: what is left of a bit-field comes second. */
struct halves {
  value_id swapped;
  value_id at[2];
  uint32_t bytes[2];
};

static struct halves
halves_of(struct unfold *u, value_id address, uint32_t bytes)
{
  uint32_t word = u->prog->pointer_bits / 8;
  unsigned width = v_width(u, address);
  value_id swapped = VALUE_FALSE;
  if (bytes == 2 * word)
    swapped =
      value_input(u->prog, (struct input){.kind = INPUT_NONDET,
                                          .width = 1,
                                          .name = "high half first",
                                          .place = debug_user_place(u->prog, u->path.place)});
  value_id low = v_const(u, width, 0), high = v_const(u, width, word);
  value_id first = value_ite(u->prog, swapped, high, low);
  value_id second = value_ite(u->prog, swapped, low, high);
  return (struct halves){swapped,
                         {v_op(u, OP_ADD, address, first), v_op(u, OP_ADD, address, second)},
                         {word, bytes - word}};
}

value_id
access_load_torn(struct unfold *u, value_id address, uint32_t bytes, enum memory_order order)
{
  if (!is_torn(u, address, bytes, false, order))
    return access_load(u, address, bytes, order);
  struct halves halves = halves_of(u, address, bytes);
  value_id first = access_load(u, halves.at[0], halves.bytes[0], order);
  if (path_is_stopped(u))
    return v_const(u, 8 * bytes, 0);
  value_id second = access_load(u, halves.at[1], halves.bytes[1], order);
  if (halves.swapped == VALUE_FALSE)
    return value_concat(u->prog, second, first);
  return value_concat(u->prog, value_ite(u->prog, halves.swapped, first, second),
                      value_ite(u->prog, halves.swapped, second, first));
}

void
access_store_torn(struct unfold *u, value_id address, value_id value, enum memory_order order)
{
  uint32_t bytes = v_width(u, value) / 8;
  if (!is_torn(u, address, bytes, true, order)) {
    access_store(u, address, value, order);
    return;
  }
  struct halves halves = halves_of(u, address, bytes);
  uint32_t word = halves.bytes[0];
  value_id low = value_extract(u->prog, value, 0, 8 * word);
  value_id high = value_extract(u->prog, value, 8 * word, 8 * halves.bytes[1]);
  bool fixed = halves.swapped == VALUE_FALSE;
  access_store(u, halves.at[0], fixed ? low : value_ite(u->prog, halves.swapped, high, low), order);
  if (!path_is_stopped(u))
    access_store(u, halves.at[1], fixed ? high : value_ite(u->prog, halves.swapped, low, high),
                 order);
}

/* ---- looking ---- */

void
access_targets(struct unfold *u, value_id address, struct target **targets, size_t *n)
{
  struct reach reach = {.bytes = 0};
  find_reach(u, &reach, facts_simplify(u, u->path.guard, address));
  *targets = reach.targets.at;
  *n = reach.targets.n;
  reach.targets.at = NULL; /* handed over */
  reach_free(&reach);
}

struct target
access_first_target(struct unfold *u, value_id address)
{
  struct reach reach = {.bytes = 1};
  struct target target = {0};
  find_reach(u, &reach, facts_simplify(u, u->path.guard, address));
  if (reach.targets.n)
    target = reach.targets.at[0];
  reach_free(&reach);
  return target;
}

const char *
access_text(struct unfold *u, value_id address)
{
  uint64_t at;
  if (!value_is_const(u->prog, address, &at))
    return NULL;
  object_id object = memory_find(u, at);
  LLVMValueRef global = object ? u->kept.known.at[object].global : NULL;
  if (!global || LLVMIsAFunction(global) || !LLVMIsGlobalConstant(global))
    return NULL;
  LLVMValueRef initial = LLVMGetInitializer(global);
  size_t length;
  if (!initial || !LLVMIsAConstantDataSequential(initial) || !LLVMIsConstantString(initial))
    return NULL;
  const char *text = LLVMGetAsString(initial, &length);
  uint64_t skip = at - u->prog->objects.at[object].base;
  if (skip >= length)
    return NULL;
  char *copy = arena_alloc(&u->prog->arena, length - skip + 1);
  return memcpy(copy, text + skip, length - skip);
}
