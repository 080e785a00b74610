/* Lifetimes: heap blocks are freed, stack slots go when their block is left or their function
 * returns.
 *
 * Each object whose life may end has a byte of its own beside it, its life: LIFE_ON, LIFE_OVER,
 * and where leaks are looked for also LIFE_BLOCK, "allocated and to be freed". It is memory like
 * any other: private as long as one thread has to do with it (and then constant), else shared. An
 * access to such an object looks at its life first, in one atomic section with the access itself.
 *
 * Whose life may end is found out turn by turn, like everything else: a block is mortal once some
 * free may mean it; a stack slot, once somebody may use it after its block or its function was
 * left, or from another thread; a thread-local variable, once another thread may use it. Those of
 * main go if others outlive it, after pthread_exit or while the handlers of atexit run; without
 * handlers its return ends the process in the same moment.
 *
 * The same look tells whether an object of variable size (sized.c) is as large as the access
 * needs. */
#include "unfold/life.h"

#include <string.h>

#include "base/mutant.h"
#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/scope.h"
#include "unfold/build.h"
#include "unfold/entry.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/happens.h"
#include "unfold/instr.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/sized.h"
#include "unfold/state.h"

enum { LARGE = 256 }; /* bytes of a variable */
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
  u->turn.grew.mortals |= !u->kept.known.at[object].mortal;
  u->kept.known.at[object].mortal = true;
}

static value_id
life_address(struct unfold *u, object_id object)
{
  struct object life = {.kind = OBJECT_GLOBAL, .name = "life", .size = 1, .internal = true};
  object_id id = memory_static(u, hash_mix(u->kept.known.at[object].key, 0x11fe), life, NULL);
  u->prog->objects.at[object].life = id;
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

/* Who is handed a freed block sees all that was done before it was freed. */
static enum memory_order
order_of_allocator(const struct unfold *u)
{
  return happens_matters(u) ? ORDER_SEQ_CST : ORDER_RELAXED;
}

static value_id
look_at_life(struct unfold *u, object_id object, unsigned state, enum memory_order order)
{
  value_id life = access_load(u, life_address(u, object), 1, order);
  u->now.happens.life = false;
  return value_eq(u->prog, life, v_const(u, 8, state));
}

static value_id
life_is(struct unfold *u, object_id object, unsigned state)
{
  return look_at_life(u, object, state, ORDER_RELAXED);
}

static void
change_life(struct unfold *u, object_id object, unsigned state, enum memory_order order)
{
  access_store(u, life_address(u, object), v_const(u, 8, state), order);
  u->now.happens.life = false;
}

static void
set_life(struct unfold *u, object_id object, unsigned state)
{
  change_life(u, object, state, ORDER_RELAXED);
}

/* The next look at the life of this object, or change of it, is a use of a block, or its end: that
 * is no atomic access. */
static void
touch_life(struct unfold *u, object_id object)
{
  u->now.happens.life =
    u->prog->objects.at[object].kind == OBJECT_HEAP && !MUTANT(FREE_WRITES_NOTHING);
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

/* Has the thread left the function whose slot it is, without a return? */
static bool
is_unwound(const struct unfold *u, object_id object)
{
  const struct frame *frame = u->now.frame;
  while (frame && !frame->unwound)
    frame = frame->caller;
  for (frame = frame ? frame->caller : NULL; frame; frame = frame->caller)
    for (size_t i = 0; i < frame->slots_made.n; i++)
      if (frame->slots_made.at[i] == object)
        return true;
  return false;
}

/* A slot that its own thread uses while the function runs needs no check. */
static bool
may_be_over(struct unfold *u, object_id object)
{
  const struct object *o = &u->prog->objects.at[object];
  struct known_object *known = &u->kept.known.at[object];
  if (o->kind == OBJECT_STACK) {
    bool own = o->thread == u->now.thread;
    if (own && !known->closed && !known->outside && !is_unwound(u, object))
      return false;
    bool goes_early = known->inner && !MUTANT(BLOCK_LEAVES_NOTHING);
    if (!known->of_main || goes_early ||
        ((own || u->kept.outlives_main) && !MUTANT(MAIN_LEAVES_NOTHING)))
      make_mortal(u, object);
  } else if (o->kind == OBJECT_THREAD_LOCAL && o->thread) {
    if (o->thread == u->now.thread)
      return false;
    make_mortal(u, object);
  }
  return known->mortal;
}

static const char *
what_is_over(const struct unfold *u, object_id object)
{
  enum object_kind kind = u->prog->objects.at[object].kind;
  if (kind == OBJECT_HEAP)
    return "use after free";
  if (kind != OBJECT_STACK)
    return "use of a thread-local variable after its thread ended";
  return u->kept.known.at[object].inner ? "use of a local variable after its block was left"
                                        : "use of a local variable after its function returned";
}

/* What there is to ask before an access to one object. */
struct look {
  object_id object;
  bool life, extent;
};

/* Looks at the life and the extent of one object if the address lies in it. */
static void
check_life(struct unfold *u, value_id address, value_id bytes, struct look look, bool alone)
{
  value_id guard = u->path.guard, here = alone ? VALUE_TRUE : lies_in(u, address, look.object);
  here = facts_strip(u, guard, here);
  struct path before = path_enter(u, value_and(u->prog, guard, here));
  if (path_is_stopped(u)) {
    path_leave(u, before);
    return;
  }
  if (look.life) {
    touch_life(u, look.object);
    value_id alive = value_not(u->prog, life_is(u, look.object, LIFE_OVER));
    assert_memory(u, alive, address, what_is_over(u, look.object));
  }
  if (look.extent && !path_is_stopped(u) && !MUTANT(EXTENT_IGNORED))
    assert_memory(u, sized_contains(u, address, look.object, bytes), address, TEXT_BEHIND_EXTENT);
  if (!path_is_stopped(u))
    path_leave(u, before);
  else if (!alone) /* the others go on */
    path_go(u, before, value_and(u->prog, guard, value_not(u->prog, here)));
}

bool
life_check(struct unfold *u, value_id address, uint32_t bytes, const struct target *targets,
           size_t n)
{
  bool opened = false, alone = true;
  for (size_t i = 1; i < n; i++)
    alone &= targets[i].object == targets[0].object;
  for (size_t i = 0, end; i < n && !path_is_stopped(u); i = end) {
    struct look look = {.object = targets[i].object};
    uint64_t last = 0;
    for (end = i; end < n && targets[end].object == look.object; end++)
      last = targets[end].offset > last ? targets[end].offset : last;
    look.life = may_be_over(u, look.object);
    look.extent = sized_may_end(u, look.object, last + bytes);
    if (!look.life && !look.extent)
      continue;
    if (!opened)
      section_begin(u);
    opened = true;
    check_life(u, address, v_const(u, v_width(u, address), bytes), look, alone);
  }
  return opened;
}

void
life_check_extent(struct unfold *u, value_id address, value_id bytes)
{
  VEC(struct target) targets = {0};
  access_targets(u, address, &targets.at, &targets.n);
  bool alone = true;
  for (size_t i = 1; i < targets.n; i++)
    alone &= targets.at[i].object == targets.at[0].object;
  section_begin(u);
  for (size_t i = 0; i < targets.n && !path_is_stopped(u); i++) {
    struct look look = {.object = targets.at[i].object, .extent = true};
    bool first = !i || targets.at[i - 1].object != look.object;
    if (first && u->prog->objects.at[look.object].extent)
      check_life(u, address, bytes, look, alone);
  }
  section_end(u);
  vec_drop(targets.at);
}

/* ---- the stack ---- */

void
life_slot(struct unfold *u, object_id object)
{
  u->kept.known.at[object].closed = false;
  u->kept.known.at[object].of_main = !u->now.thread && !u->now.frame->caller &&
                                     u->now.frame->cfg == flow_cfg(u, u->turn.threads.at[0].start);
  vec_push(&u->now.frame->slots_made, object);
}

void
life_return(struct unfold *u, struct frame *frame)
{
  for (size_t i = 0; i < frame->slots_made.n; i++) {
    object_id object = frame->slots_made.at[i];
    bool goes = u->kept.known.at[object].mortal &&
                (!u->kept.known.at[object].of_main || unfold_handlers(u) != NULL);
    if (!path_is_stopped(u) && goes)
      set_life(u, object, LIFE_OVER);
    u->kept.known.at[object].closed = true;
    if (!u->kept.known.at[object].over)
      u->kept.known.at[object].over = ++u->turn.accesses;
  }
}

/* The object of a stack slot of the current function, if it has been made; else 0. */
static object_id
object_of_slot(struct unfold *u, LLVMValueRef slot)
{
  uint64_t address;
  return value_is_const(u->prog, operand1(u, slot), &address) ? memory_find(u, address) : 0;
}

/* Ways of control are unfolded one after the other, and each basic block says of all variables
 * whether it lies in their blocks: so `outside` is right for the instruction at hand. Where ways
 * meet of which some come from inside, the end of a life that is over already does no harm. */
void
life_scope(struct unfold *u, LLVMValueRef instruction)
{
  const struct scopes *scopes = u->now.frame->cfg->scopes;
  const uint32_t *first =
    scopes ? map_find(&scopes->first, (uint64_t)(uintptr_t)instruction) : NULL;
  uint32_t n = first ? *map_find(&scopes->n, (uint64_t)(uintptr_t)instruction) : 0;
  for (uint32_t i = 0; i < n; i++) {
    const struct scope_entry *entry = &scopes->entries.at[*first - 1 + i];
    object_id object = object_of_slot(u, entry->slot);
    if (!object)
      continue;
    u->kept.known.at[object].outside = !entry->inside && !MUTANT(BLOCK_LEAVES_NOTHING);
    if (entry->changes && u->kept.known.at[object].mortal)
      set_life(u, object, entry->inside ? LIFE_ON : LIFE_OVER);
  }
}

/* Is the loop around the declaration also around the block, so that each iteration enters the block
 * anew? It is if it begins, or if all its ways back begin, outside of the block. */
static bool
is_entered_anew(const struct cfg *cfg, uint32_t loop, struct scope_block block)
{
  LLVMBasicBlockRef header = cfg->blocks.at[cfg->loops.at[loop].header].block;
  if (!scope_begins_in(header, block))
    return true;
  for (uint32_t b = 0; b < cfg->blocks.n; b++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(cfg->blocks.at[b].block);
    for (unsigned i = 0; cfg_in_loop(cfg, b, loop) && i < LLVMGetNumSuccessors(last); i++)
      if (LLVMGetSuccessor(last, i) == header && scope_ends_in(cfg->blocks.at[b].block, block))
        return false;
  }
  return true;
}

/* A variable of a loop's body is another one in each iteration. Its contents are arbitrary, as they
 * are whenever a jump leads back to its declaration. Ways that left the loop from inside of the
 * block in an earlier iteration still see that one. Where others look at it, or if it is large, it
 * keeps what it holds. */
void
life_declare(struct unfold *u, LLVMValueRef declare, object_id object)
{
  struct known_object *known = &u->kept.known.at[object];
  const struct cfg *cfg = u->now.frame->cfg;
  uint32_t loop = cfg->blocks.at[cfg_block_index(cfg, LLVMGetInstructionParent(declare))].loop;
  struct scope_block block = scope_declared(declare);
  bool owned = scope_owns(declare);
  known->inner |= owned && scope_is_inner(block);
  if (!owned || loop == NO_LOOP || known->shared || MUTANT(DECLARED_ONCE))
    return;
  bool anew = is_entered_anew(cfg, loop, block);
  if (anew)
    known->birth = ++u->turn.accesses;
  else if (MUTANT(DECLARED_ONCE_IN_BLOCK))
    return;
  if (u->prog->objects.at[object].size <= LARGE && !scope_initialises(declare))
    memory_forget(u, object, u->path.guard);
}

/* The thread leaves from the middle of its functions. It uses nothing afterwards itself, so that
 * the slots stay open for the other ways through them. */
static void
leave_frames(struct unfold *u)
{
  for (struct frame *frame = u->now.frame; frame; frame = frame->caller)
    for (size_t i = 0; i < frame->slots_made.n; i++)
      if (u->kept.known.at[frame->slots_made.at[i]].mortal)
        set_life(u, frame->slots_made.at[i], LIFE_OVER);
}

void
life_unwind(struct unfold *u)
{
  u->now.frame->unwound = true;
  leave_frames(u);
}

void
life_outlives_main(struct unfold *u)
{
  u->turn.grew.mortals |= !u->kept.outlives_main;
  u->kept.outlives_main = true;
}

void
life_thread_ends(struct unfold *u)
{
  if (!u->now.thread)
    life_outlives_main(u);
  if (!u->now.thread && leaks_matter(u))
    unfold_assumed(u, "no block is left when the last thread ends after main has left by "
                      "pthread_exit");
  leave_frames(u);
  for (object_id o = 1; u->now.thread && o < u->kept.known.n; o++) {
    const struct object *object = &u->prog->objects.at[o];
    if (object->kind == OBJECT_THREAD_LOCAL && object->thread == u->now.thread &&
        u->kept.known.at[o].mortal)
      set_life(u, o, LIFE_OVER);
  }
}

static value_id
address_of(struct unfold *u, object_id object)
{
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[object].base);
}

/* ---- addresses of objects that are gone (address.c) ---- */

/* Blocks that may have been freed, as far as earlier turns know, and that a new one may be: all of
 * the same size if the user says so, or those that the program compares it with. */
static bool
may_be_reused(const struct unfold *u, object_id object, object_id new)
{
  const struct object *o = &u->prog->objects.at[object], *n = &u->prog->objects.at[new];
  if (object == new || o->kind != OBJECT_HEAP || !u->kept.known.at[object].mortal)
    return false;
  return (u->options->reuse && (o->size == n->size || o->extent || n->extent)) ||
         map_find(&u->kept.reuses, (uint64_t)object << 32 | new);
}

/* Is the old block as large as the new one, or, if the two are compared, at least so large? */
static value_id
is_as_large(struct unfold *u, object_id old, object_id new)
{
  if (!u->prog->objects.at[old].extent && !u->prog->objects.at[new].extent)
    return VALUE_TRUE;
  value_id before = sized_extent(u, old), now = sized_extent(u, new);
  if (map_find(&u->kept.reuses, (uint64_t)old << 32 | new))
    return value_not(u->prog, v_op(u, OP_ULT, before, now));
  return value_eq(u->prog, before, now);
}

bool
life_reuses(const struct unfold *u)
{
  return u->options->reuse || u->kept.reuses.n;
}

/* May its life be over here? */
static bool
may_be_gone(const struct unfold *u, object_id object)
{
  const struct known_object *known = &u->kept.known.at[object];
  if (u->prog->objects.at[object].kind != OBJECT_HEAP)
    return known->closed;
  return known->freer && (known->freer != u->now.thread + 1 || known->over);
}

/* Has thread a been joined before thread b is made? */
static bool
is_joined_before(const struct unfold *u, thread_id a, thread_id b)
{
  for (event_id e = 0; b && e < u->turn.threads.at[b].create; e++)
    if (u->prog->events.at[e].kind == EVENT_JOIN && u->prog->events.at[e].child == a)
      return true;
  return false;
}

/* Can the one be made after the other is gone? */
static bool
can_follow(const struct unfold *u, object_id gone, object_id new)
{
  const struct known_object *a = &u->kept.known.at[gone], *b = &u->kept.known.at[new];
  thread_id at_a = u->prog->objects.at[gone].thread, at_b = u->prog->objects.at[new].thread;
  bool heap = u->prog->objects.at[gone].kind == OBJECT_HEAP;
  if (!heap && at_a != at_b)
    return is_joined_before(u, at_a, at_b);
  if (heap && b->born_alone && !a->freed_alone)
    return false;
  bool one_thread = !heap || a->freer == at_b + 1;
  bool one_call = a->over_at && a->over_at == u->prog->objects.at[new].place; /* realloc */
  return one_call || !(one_thread && a->over && b->birth && b->birth < a->over);
}

static void
may_be_same(struct unfold *u, object_id gone, object_id new)
{
  if (!may_be_gone(u, gone) || !can_follow(u, gone, new))
    return;
  const struct object *a = &u->prog->objects.at[gone], *b = &u->prog->objects.at[new];
  if (a->kind != OBJECT_HEAP) {
    unfold_assumed(u, "no variable lies where one was whose function has returned");
    return;
  }
  bool fits = b->size <= a->size && !a->extent && !b->extent;
  if (!fits)
    unfold_assumed(u, "a freed block is not handed out again as a larger one");
  if ((fits || a->extent || b->extent) && !MUTANT(REUSE_FORGOTTEN)) {
    uint32_t *pair = map_at(&u->kept.reuses, (uint64_t)gone << 32 | new);
    u->turn.grew.looks |= !*pair;
    *pair = 1;
  }
}

void
life_compared(struct unfold *u, object_id a, object_id b)
{
  enum object_kind kind = u->prog->objects.at[a].kind;
  if (kind != u->prog->objects.at[b].kind || (kind != OBJECT_HEAP && kind != OBJECT_STACK))
    return;
  may_be_same(u, a, b);
  may_be_same(u, b, a);
}

/* ---- the heap ---- */

/* The new block, or one that has been freed: that is an arbitrary choice. */
static value_id
choose_block(struct unfold *u, object_id new, const char *name)
{
  value_id result = address_of(u, new), guard = u->path.guard, left = VALUE_TRUE;
  section_begin(u);
  struct path before = u->path;
  for (object_id o = 1; o < u->kept.known.n; o++) {
    if (!may_be_reused(u, o, new))
      continue;
    struct input choice = {.kind = INPUT_NONDET, .width = 1, .name = name, .place = u->path.place};
    value_id wanted = value_and(u->prog, left, value_input(u->prog, choice));
    path_go(u, before, value_and(u->prog, guard, wanted));
    value_id gone = look_at_life(u, o, LIFE_OVER, order_of_allocator(u));
    value_id over = value_and(u->prog, gone, is_as_large(u, o, new));
    value_id taken = value_and(u->prog, wanted, over);
    path_go(u, before, value_and(u->prog, guard, taken));
    if (!path_is_stopped(u)) {
      set_life(u, o, leaks_matter(u) ? LIFE_BLOCK : LIFE_ON);
      result = value_ite(u->prog, taken, address_of(u, o), result);
      left = value_and(u->prog, left, value_not(u->prog, taken));
    }
  }
  path_go(u, before, value_and(u->prog, guard, left));
  if (leaks_matter(u) && !path_is_stopped(u))
    set_life(u, new, LIFE_BLOCK);
  path_leave(u, before);
  section_end(u);
  return result;
}

/* A block that is freed can be handed out again if an allocation follows: in the same thread, or in
 * another one that runs beside it. What main allocates before it creates a thread comes too early.
 * Where the blocks that the program compares are handed out again, nobody notices of the others. */
static void
note_reuse(struct unfold *u, bool is_free)
{
  bool others = u->turn.heap.allocator != NOBODY &&
                (u->turn.heap.several || u->turn.heap.allocator != u->now.thread);
  if (!life_reuses(u) && (is_free ? others : u->turn.heap.freed))
    unfold_configured(u, CONFIGURATION_REUSE);
  if (is_free) {
    u->turn.heap.freed = true;
  } else if (u->turn.concurrent) {
    u->turn.heap.several |= others;
    u->turn.heap.allocator = u->now.thread;
  }
}

value_id
life_allocate(struct unfold *u, object_id new, const char *name)
{
  note_reuse(u, false);
  if (leaks_matter(u))
    make_mortal(u, new);
  if (life_reuses(u))
    return choose_block(u, new, name);
  if (leaks_matter(u))
    set_life(u, new, LIFE_BLOCK);
  return address_of(u, new);
}

/* For those who compare addresses. */
static void
note_freer(struct unfold *u, object_id object)
{
  struct known_object *known = &u->kept.known.at[object];
  thread_id before = known->freer;
  bool alone = known->freed_alone;
  known->freer = !before || before == u->now.thread + 1 ? u->now.thread + 1 : SEVERAL;
  known->freed_alone |= !u->turn.concurrent;
  u->turn.grew.looks |= known->freer != before || known->freed_alone != alone;
  if (known->over)
    return;
  known->over = ++u->turn.accesses;
  known->over_at = debug_user_place(u->prog, u->path.place);
}

/* The block at this address ends its life. */
static void
free_block(struct unfold *u, value_id address, object_id object)
{
  note_freer(u, object);
  make_mortal(u, object);
  value_id over = life_is(u, object, LIFE_OVER);
  assert_memory(u, value_not(u->prog, over), address, "double free");
  if (path_is_stopped(u) || MUTANT(FREE_FORGOTTEN))
    return;
  touch_life(u, object);
  change_life(u, object, LIFE_OVER, order_of_allocator(u));
}

void
life_free(struct unfold *u, value_id address)
{
  VEC(struct target) targets = {0};
  struct path before = u->path;
  value_id guard = before.guard, is_block = VALUE_FALSE, after = VALUE_FALSE;
  bool stopped = false;
  note_reuse(u, true);
  access_targets(u, address, &targets.at, &targets.n);
  for (size_t i = 0; i < targets.n; i++)
    if (!targets.at[i].offset && u->prog->objects.at[targets.at[i].object].kind == OBJECT_HEAP)
      is_block = value_or(u->prog, is_block,
                          value_eq(u->prog, address, address_of(u, targets.at[i].object)));
  assert_memory(u, is_block, address, "free of an address that is not the start of a block");
  if (life_reuses(u)) /* before another thread has the block, the allocator takes its lock */
    event_fence(u, ORDER_SEQ_CST);
  section_begin(u);
  struct path inside = u->path;
  for (size_t i = 0; i < targets.n && guard != VALUE_FALSE; i++) {
    object_id object = targets.at[i].object;
    if (targets.at[i].offset || u->prog->objects.at[object].kind != OBJECT_HEAP)
      continue;
    value_id here = value_eq(u->prog, address, address_of(u, object));
    path_go(u, inside, value_and(u->prog, guard, facts_strip(u, guard, here)));
    if (path_is_stopped(u))
      continue;
    free_block(u, address, object);
    stopped |= path_is_stopped(u);
    after = value_or(u->prog, after, u->path.guard);
  }
  section_end(u);
  path_go(u, before, stopped || after == VALUE_FALSE ? after : guard);
  vec_drop(targets.at);
}

value_id
life_size(struct unfold *u, value_id address)
{
  VEC(struct target) targets = {0};
  unsigned bits = u->prog->pointer_bits;
  value_id result = v_const(u, bits, 0);
  value_id guard = u->path.guard;
  access_targets(u, address, &targets.at, &targets.n);
  section_begin(u);
  struct path before = u->path;
  for (size_t i = 0; i < targets.n; i++) {
    object_id object = targets.at[i].object;
    if (i && object == targets.at[i - 1].object)
      continue;
    value_id here = facts_strip(u, guard, lies_in(u, address, object));
    path_go(u, before, value_and(u->prog, guard, here));
    if (path_is_stopped(u))
      continue;
    value_id size = sized_extent(u, object);
    result = i ? value_ite(u->prog, here, size, result) : size;
  }
  path_leave(u, before);
  section_end(u);
  vec_drop(targets.at);
  return result;
}

/* ---- things that are initialised ----
 *
 * To initialise a mutex that is locked is a misuse. But memory that nobody has written yet may hold
 * anything, also what looks like a locked mutex; so does a pool of bytes that was used for
 * something else before. So the int that a thing keeps is believed only if it lies where nothing
 * else does - in a block of the heap, or where the type of a variable has an int - and if either
 * the memory had contents from the beginning, or a thing was initialised there before. The latter
 * is kept in bytes beside the object, private to whoever initialises: a thing that is initialised
 * once costs nothing. A variable of a block inside of its function is another one each time that
 * the block is entered, and we do not know when that is: it is not believed. */

enum { WORD = 4, MOST_PLACES = 64 };

static bool
is_only_for_things(const struct unfold *u, struct target target)
{
  const struct object *o = &u->prog->objects.at[target.object];
  if (target.offset + WORD > o->size)
    return false;
  if (o->kind == OBJECT_HEAP)
    return !u->options->reuse;
  if (u->kept.known.at[target.object].inner)
    return false;
  return debug_scalar_at(u->prog, o->type, target.offset) == WORD;
}

/* The byte that says whether there is a thing. */
static value_id
mark_address(struct unfold *u, struct target target)
{
  struct object marks = {.kind = OBJECT_GLOBAL,
                         .name = "things",
                         .size = u->prog->objects.at[target.object].size,
                         .internal = true};
  uint64_t key = hash_mix(u->kept.known.at[target.object].key, 0x7419);
  object_id id = memory_static(u, key, marks, NULL);
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base + target.offset);
}

value_id
life_initialise(struct unfold *u, value_id address)
{
  VEC(struct target) targets = {0};
  struct path before = u->path;
  value_id guard = before.guard, result = VALUE_FALSE;
  access_targets(u, address, &targets.at, &targets.n);
  if (targets.n > MOST_PLACES || MUTANT(LOCKS_INITIALISED_AGAIN))
    targets.n = 0;
  for (size_t i = 0; i < targets.n; i++) {
    struct target target = targets.at[i];
    if (!is_only_for_things(u, target))
      continue;
    value_id place =
      v_const(u, v_width(u, address), u->prog->objects.at[target.object].base + target.offset);
    value_id here = facts_strip(u, guard, value_eq(u->prog, address, place));
    path_go(u, before, value_and(u->prog, guard, here));
    if (path_is_stopped(u))
      continue;
    value_id mark = mark_address(u, target), known = VALUE_TRUE;
    if (!memory_is_definite(u, target, WORD))
      known = value_eq(u->prog, access_load(u, mark, 1, ORDER_RELAXED), v_const(u, 8, 1));
    access_store(u, mark, v_const(u, 8, 1), ORDER_RELAXED);
    result = value_or(u->prog, result, value_and(u->prog, here, known));
  }
  path_leave(u, before);
  vec_drop(targets.at);
  return result;
}

/* At the end of the program every block should have been freed. */
void
life_end(struct unfold *u)
{
  if (!leaks_matter(u))
    return;
  for (object_id o = 1; o < u->kept.known.n && !path_is_stopped(u); o++) {
    if (u->prog->objects.at[o].kind != OBJECT_HEAP || !u->kept.known.at[o].mortal)
      continue;
    value_id left = facts_strip(u, u->path.guard, life_is(u, o, LIFE_BLOCK));
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
