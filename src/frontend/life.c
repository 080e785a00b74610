/* Lifetimes: heap blocks are freed, stack slots go when their function returns.
 *
 * Each object whose life may end has a byte of its own beside it, its life: LIFE_ON, LIFE_OVER,
 * and where leaks are looked for also LIFE_BLOCK, "allocated and to be freed". It is memory like
 * any other: private as long as one thread has to do with it (and then constant), else shared. An
 * access to such an object looks at its life first, in one atomic section with the access itself.
 *
 * Whose life may end is found out turn by turn, like everything else: a block is mortal once some
 * free may mean it; a stack slot, once somebody may use it after its function has returned, or
 * from another thread; a thread-local variable, once another thread may use it. Those of main are
 * not: its return ends the process, and pthread_exit leaves its stack where it is. */
#include <string.h>

#include "base/mutant.h"
#include "frontend/unfold.h"

enum { LIFE_ON = 0, LIFE_OVER = 1, LIFE_BLOCK = 2 };

/* ---- the life of an object ---- */

static bool
leaks_matter(const struct unfold *u)
{
  return u->options->property & PROPERTY_LEAK;
}

static void
make_mortal(struct unfold *u, object_id object)
{
  u->mortals_grew |= !u->known.at[object].mortal;
  u->known.at[object].mortal = true;
}

static value_id
life_address(struct unfold *u, object_id object)
{
  struct object life = {.kind = OBJECT_GLOBAL, .name = "life", .size = 1, .internal = true};
  value_id guard = u->guard;
  u->guard = VALUE_TRUE;
  object_id id = memory_object(u, hash_mix(u->known.at[object].key, 0x11fe), life, NULL, true);
  u->guard = guard;
  u->prog->objects.at[object].life = id;
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static value_id
life_is(struct unfold *u, object_id object, unsigned state)
{
  value_id life = access_load(u, life_address(u, object), 1, ORDER_RELAXED);
  return value_eq(u->prog, life, v_const(u, 8, state));
}

static void
set_life(struct unfold *u, object_id object, unsigned state)
{
  access_store(u, life_address(u, object), v_const(u, 8, state), ORDER_RELAXED);
}

/* ---- checks ---- */

static void
assert_memory(struct unfold *u, value_id holds, value_id address, const char *text)
{
  size_t before = u->prog->events.n;
  event_check(u, FAULT_MEMORY, holds, text);
  if (u->prog->events.n > before)
    vec_last(&u->prog->events).addr = address;
}

static value_id
lies_in(struct unfold *u, value_id address, object_id object)
{
  const struct object *o = &u->prog->objects.at[object];
  unsigned width = v_width(u, address);
  value_id from = v_op(u, OP_SUB, address, v_const(u, width, o->base));
  return v_op(u, OP_ULT, from, v_const(u, width, o->size));
}

/* A slot that its own thread uses while the function runs needs no check. */
static bool
may_be_over(struct unfold *u, object_id object)
{
  const struct object *o = &u->prog->objects.at[object];
  struct known_object *known = &u->known.at[object];
  if (o->kind == OBJECT_STACK) {
    if (o->thread == u->thread && !known->closed)
      return false;
    if (!known->of_main)
      make_mortal(u, object);
  } else if (o->kind == OBJECT_THREAD_LOCAL && o->thread) {
    if (o->thread == u->thread)
      return false;
    make_mortal(u, object);
  }
  return known->mortal;
}

static const char *
what_is_over(enum object_kind kind)
{
  if (kind == OBJECT_HEAP)
    return "use after free";
  return kind == OBJECT_STACK ? "use of a local variable after its function returned"
                              : "use of a thread-local variable after its thread ended";
}

/* Looks at the life of one object if the address lies in it. */
static void
check_life(struct unfold *u, value_id address, object_id object, bool alone)
{
  value_id guard = u->guard, here = alone ? VALUE_TRUE : lies_in(u, address, object);
  here = facts_strip(u, guard, here);
  u->guard = value_and(u->prog, guard, here);
  if (u->guard == VALUE_FALSE) {
    u->guard = guard;
    return;
  }
  value_id alive = value_not(u->prog, life_is(u, object, LIFE_OVER));
  assert_memory(u, alive, address, what_is_over(u->prog->objects.at[object].kind));
  if (u->guard != VALUE_FALSE)
    u->guard = guard;
  else if (!alone) /* the others go on */
    u->guard = value_and(u->prog, guard, value_not(u->prog, here));
}

bool
life_check(struct unfold *u, value_id address, const struct target *targets, size_t n)
{
  bool opened = false, alone = true;
  for (size_t i = 1; i < n; i++)
    alone &= targets[i].object == targets[0].object;
  for (size_t i = 0; i < n && u->guard != VALUE_FALSE; i++) {
    object_id object = targets[i].object;
    if ((i && targets[i - 1].object == object) || !may_be_over(u, object))
      continue;
    if (!opened)
      section_begin(u);
    opened = true;
    check_life(u, address, object, alone);
  }
  return opened;
}

/* ---- the stack ---- */

void
life_slot(struct unfold *u, object_id object)
{
  u->known.at[object].closed = false;
  u->known.at[object].of_main = !u->thread && !u->frame->caller;
  vec_push(&u->frame->slots_made, object);
}

void
life_return(struct unfold *u, struct frame *frame)
{
  for (size_t i = 0; i < frame->slots_made.n; i++) {
    object_id object = frame->slots_made.at[i];
    if (u->guard != VALUE_FALSE && u->known.at[object].mortal)
      set_life(u, object, LIFE_OVER);
    u->known.at[object].closed = true;
  }
}

/* The thread leaves from the middle of its functions. It uses nothing afterwards itself, so that
 * the slots stay open for the other ways through them. */
static void
leave_frames(struct unfold *u)
{
  for (struct frame *frame = u->frame; frame; frame = frame->caller)
    for (size_t i = 0; i < frame->slots_made.n; i++)
      if (u->known.at[frame->slots_made.at[i]].mortal)
        set_life(u, frame->slots_made.at[i], LIFE_OVER);
}

void
life_thread_ends(struct unfold *u)
{
  if (!u->thread && leaks_matter(u))
    unfold_assumed(u, "no block is left when the last thread ends after main has left by "
                      "pthread_exit");
  leave_frames(u);
  for (object_id o = 1; u->thread && o < u->known.n; o++) {
    const struct object *object = &u->prog->objects.at[o];
    if (object->kind == OBJECT_THREAD_LOCAL && object->thread == u->thread &&
        u->known.at[o].mortal)
      set_life(u, o, LIFE_OVER);
  }
}

/* ---- the heap ---- */

static value_id
address_of(struct unfold *u, object_id object)
{
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[object].base);
}

/* Blocks of this size that may have been freed, as far as earlier turns know. */
static bool
may_be_reused(const struct unfold *u, object_id object, object_id new)
{
  const struct object *o = &u->prog->objects.at[object];
  return object != new && o->kind == OBJECT_HEAP && u->known.at[object].mortal &&
         o->size == u->prog->objects.at[new].size;
}

/* The new block, or one that has been freed: that is an arbitrary choice. */
static value_id
choose_block(struct unfold *u, object_id new, const char *name)
{
  value_id result = address_of(u, new), guard = u->guard, left = VALUE_TRUE;
  section_begin(u);
  for (object_id o = 1; o < u->known.n; o++) {
    if (!may_be_reused(u, o, new))
      continue;
    struct input choice = {.kind = INPUT_NONDET,
                           .width = 1,
                           .name = name,
                           .place = debug_user_place(u->prog, u->place)};
    value_id wanted = value_and(u->prog, left, value_input(u->prog, choice));
    u->guard = value_and(u->prog, guard, wanted);
    value_id over = life_is(u, o, LIFE_OVER);
    value_id taken = value_and(u->prog, wanted, over);
    u->guard = value_and(u->prog, guard, taken);
    if (u->guard != VALUE_FALSE) {
      set_life(u, o, leaks_matter(u) ? LIFE_BLOCK : LIFE_ON);
      result = value_ite(u->prog, taken, address_of(u, o), result);
      left = value_and(u->prog, left, value_not(u->prog, taken));
    }
  }
  u->guard = value_and(u->prog, guard, left);
  if (leaks_matter(u) && u->guard != VALUE_FALSE)
    set_life(u, new, LIFE_BLOCK);
  u->guard = guard;
  section_end(u);
  return result;
}

value_id
life_allocate(struct unfold *u, object_id new, const char *name)
{
  if (leaks_matter(u))
    make_mortal(u, new);
  if (u->options->reuse)
    return choose_block(u, new, name);
  if (leaks_matter(u))
    set_life(u, new, LIFE_BLOCK);
  return address_of(u, new);
}

/* The block at this address ends its life. */
static void
free_block(struct unfold *u, value_id address, object_id object)
{
  make_mortal(u, object);
  value_id over = life_is(u, object, LIFE_OVER);
  assert_memory(u, value_not(u->prog, over), address, "double free");
  if (u->guard != VALUE_FALSE && !MUTANT(FREE_FORGOTTEN))
    set_life(u, object, LIFE_OVER);
}

void
life_free(struct unfold *u, value_id address)
{
  VEC(struct target) targets = {0};
  value_id guard = u->guard, is_block = VALUE_FALSE, after = VALUE_FALSE;
  bool stopped = false;
  access_targets(u, address, &targets.at, &targets.n);
  for (size_t i = 0; i < targets.n; i++)
    if (!targets.at[i].offset && u->prog->objects.at[targets.at[i].object].kind == OBJECT_HEAP)
      is_block = value_or(u->prog, is_block,
                          value_eq(u->prog, address, address_of(u, targets.at[i].object)));
  assert_memory(u, is_block, address, "free of an address that is not the start of a block");
  if (u->options->reuse) /* before another thread has the block, the allocator takes its lock */
    event_fence(u, ORDER_SEQ_CST);
  section_begin(u);
  for (size_t i = 0; i < targets.n && guard != VALUE_FALSE; i++) {
    object_id object = targets.at[i].object;
    if (targets.at[i].offset || u->prog->objects.at[object].kind != OBJECT_HEAP)
      continue;
    value_id here = value_eq(u->prog, address, address_of(u, object));
    u->guard = value_and(u->prog, guard, facts_strip(u, guard, here));
    if (u->guard == VALUE_FALSE)
      continue;
    free_block(u, address, object);
    stopped |= u->guard == VALUE_FALSE;
    after = value_or(u->prog, after, u->guard);
  }
  section_end(u);
  u->guard = stopped || after == VALUE_FALSE ? after : guard;
  vec_drop(targets.at);
}

value_id
life_size(struct unfold *u, value_id address)
{
  VEC(struct target) targets = {0};
  unsigned bits = u->prog->pointer_bits;
  value_id result = v_const(u, bits, 0);
  access_targets(u, address, &targets.at, &targets.n);
  for (size_t i = 0; i < targets.n; i++) {
    if (i && targets.at[i].object == targets.at[i - 1].object)
      continue;
    const struct object *o = &u->prog->objects.at[targets.at[i].object];
    value_id size = v_const(u, bits, o->size);
    result = i ? value_ite(u->prog, lies_in(u, address, targets.at[i].object), size, result) : size;
  }
  vec_drop(targets.at);
  return result;
}

/* At the end of the program every block should have been freed. */
void
life_end(struct unfold *u)
{
  if (!leaks_matter(u))
    return;
  for (object_id o = 1; o < u->known.n && u->guard != VALUE_FALSE; o++) {
    if (u->prog->objects.at[o].kind != OBJECT_HEAP || !u->known.at[o].mortal)
      continue;
    value_id left = facts_strip(u, u->guard, life_is(u, o, LIFE_BLOCK));
    if (left == VALUE_FALSE)
      continue;
    struct event *event = event_new(u, EVENT_ASSERT);
    event->value = value_not(u->prog, left);
    event->addr = address_of(u, o);
    event->fault = FAULT_LEAK;
    event->place = u->prog->objects.at[o].place;
    event->text = "a block is never freed";
  }
}
