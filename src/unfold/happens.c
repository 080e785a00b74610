/* Happens-before, by the memory orders of C.
 *
 * Where all atomic accesses synchronise - loads acquire, stores release, read-modify-writes do both
 * - a race is one of two accesses that are both next in some state (encode/halt.c): each value
 * that is read comes from something that happens before the reader, so whatever does not happen
 * before either access can be left out of the run. A relaxed access breaks that. It shows a value,
 * and orders nothing. So, if races are asked for and some access is weaker, the front end writes
 * into the program what is to be found out, and all engines decide it like any other assertion.
 *
 * One access of the run is watched: inputs choose it. Each thread knows whether the watched access
 * happens before what it does next. That is a value, not memory:
 *
 *   known      it does: it is an own access, or there was synchronisation
 *   read       it would, if an acquire fence came now
 *   released   it did at the last release fence
 *
 * and passed on through a byte beside each byte of memory, what was released there:
 *
 *   a store             puts there `known` (release), `released` (relaxed), or nothing (not atomic)
 *   a read-modify-write adds that to what is there: it continues the release sequence
 *   a load              makes known (acquire), or read (relaxed), what it finds there
 *   creation, joining   hand over what the creator, or who has ended, knows
 *   a section           of the program or of a model reads as acquire and writes as release. So
 *                       locks synchronise, without a word about them here.
 *
 * What a thread knows only grows, and each part of it says under which guard: so ways of control
 * may be unfolded one after the other. A release sequence does not include later stores of the same
 * thread, as in C++20 (C17 has them). Accesses of different sizes to one place synchronise only
 * if all that is read was released.
 *
 * A second byte beside each byte says that the watched access touched it, and how. Every access
 * asserts, in one section with itself, that it does not conflict with the watched one, or that
 * this happens before it. If the assertion fails, there are two conflicting accesses, one of them
 * not atomic, in an order that is none of happens-before. If there are two such accesses in a run,
 * the inputs can choose the first of them, and the assertion at the second fails. So this
 * is exact, for runs with the values of sequentially consistent memory. It takes no more than one
 * watched access: what is watched in addition is of the same thread, and known there, so not
 * chosen.
 *
 * free() is a write of the whole block: what uses of the block read of its life, it writes.
 *
 * Waits. Iterations that go round are left out of the run (wait.c). They may write the bytes of this
 * file, which the conditions for a wait pass over. Without these iterations less is released, and
 * less known; and the rest is still a run, since they change no memory of the program. But one of
 * their accesses may be in a race, with a step that comes later than they and earlier than the last
 * iteration. Then leave out the iterations and let the thread stand before that access instead: what
 * comes meanwhile depends on nothing that the iteration did. Now both are next. That is why
 * the question about states is asked as well. Where the iteration holds a lock, others might need
 * it meanwhile: that there is no such race is assumed, and said. */
#include "unfold/happens.h"

#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/state.h"

/* ---- is there anything to do? ---- */

static bool
is_weaker(LLVMAtomicOrdering order)
{
  return order != LLVMAtomicOrderingNotAtomic && order != LLVMAtomicOrderingSequentiallyConsistent;
}

/* Models have accesses of their own; those of atomic operations are the program's. */
static bool
is_of_program(const struct unfold *u)
{
  const char *function = "atomic";
  for (place_id at = u->path.place; debug_in_model(u->prog, at);) {
    function = u->prog->places.at[at].function;
    at = u->prog->places.at[at].caller;
  }
  return function && (strstr(function, "atomic") || !strncmp(function, "heddle_", 7));
}

/* Does it read without acquiring, or write without releasing? */
static bool
is_relaxed(LLVMValueRef i, LLVMAtomicOrdering order)
{
  bool both = order == LLVMAtomicOrderingAcquireRelease;
  bool acquires = both || order == LLVMAtomicOrderingAcquire;
  bool releases = both || order == LLVMAtomicOrderingRelease;
  return is_weaker(order) && !(LLVMIsALoadInst(i)    ? acquires
                               : LLVMIsAStoreInst(i) ? releases
                                                     : both);
}

void
happens_note(struct unfold *u, LLVMValueRef i)
{
  LLVMAtomicOrdering order, failure;
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i))
    order = failure = LLVMGetOrdering(i);
  else if (LLVMIsAAtomicCmpXchgInst(i)) {
    order = LLVMGetCmpXchgSuccessOrdering(i);
    failure = LLVMGetCmpXchgFailureOrdering(i);
  } else {
    return;
  }
  if (!is_weaker(order) && !is_weaker(failure))
    return;
  if (!u->turn.concurrent || !is_of_program(u))
    return;
  unfold_configured(u, CONFIGURATION_ORDERS);
  if (!u->kept.relaxed && (is_relaxed(i, order) || failure == LLVMAtomicOrderingMonotonic))
    u->kept.relaxed = u->turn.grew.orders = true;
}

bool
happens_matters(const struct unfold *u)
{
  return u->kept.relaxed && u->turn.concurrent && u->options->property & PROPERTY_RACE &&
         !MUTANT(RELAXED_SYNCHRONISES);
}

/* ---- the bytes beside memory ---- */

static object_id
beside(struct unfold *u, object_id object, const char *name)
{
  struct object bytes = {.kind = OBJECT_GLOBAL,
                         .name = name,
                         .size = u->prog->objects.at[object].size,
                         .internal = true};
  uint64_t key = hash_mix(u->kept.known.at[object].key, *name == *SHADOW_RELEASED ? 0x7e1 : 0x3a7);
  return memory_static(u, key, bytes, NULL);
}

/* The address beside that of the access. */
static value_id
address_beside(struct unfold *u, const struct event *access, const char *name)
{
  value_id addr = access->addr, result = VALUE_FALSE;
  unsigned width = v_width(u, addr);
  object_id last = 0;
  for (uint32_t i = access->first_target; i < access->first_target + access->n_targets; i++) {
    object_id object = u->prog->targets.at[i].object;
    if (object == last)
      continue;
    last = object;
    object_id shadow = beside(u, object, name);
    uint64_t base = u->prog->objects.at[object].base, size = u->prog->objects.at[object].size;
    uint64_t distance = u->prog->objects.at[shadow].base - base;
    value_id there = v_op(u, OP_ADD, addr, v_const(u, width, distance));
    value_id from = v_op(u, OP_SUB, addr, v_const(u, width, base));
    value_id inside = v_op(u, OP_ULT, from, v_const(u, width, size));
    result = result == VALUE_FALSE ? there : value_ite(u->prog, inside, there, result);
  }
  return result;
}

static event_id
access_beside(struct unfold *u, event_id access, enum event_kind kind, const char *name,
              value_id guard)
{
  const struct event of = u->prog->events.at[access];
  value_id addr = address_beside(u, &of, name);
  struct event *event = event_new(u, kind);
  event->guard = guard;
  event->addr = addr;
  event->bytes = of.bytes;
  event->order = ORDER_RELAXED;
  event->first_target = (uint32_t)u->prog->targets.n;
  event->n_targets = of.n_targets;
  event_id id = (event_id)(event - u->prog->events.at);
  for (uint32_t i = 0; i < of.n_targets; i++) {
    struct target target = u->prog->targets.at[of.first_target + i];
    target.object = beside(u, target.object, name);
    vec_push(&u->prog->targets, target);
  }
  return id;
}

static value_id
load_beside(struct unfold *u, event_id access, const char *name)
{
  value_id guard = u->prog->events.at[access].guard;
  event_id id = access_beside(u, access, EVENT_LOAD, name, guard);
  value_id value = value_loaded(u->prog, 8 * u->prog->events.at[id].bytes, id);
  u->prog->events.at[id].value = value;
  return value;
}

static void
store_beside(struct unfold *u, event_id access, const char *name, value_id guard, value_id value)
{
  if (guard == VALUE_FALSE)
    return;
  event_id id = access_beside(u, access, EVENT_STORE, name, guard);
  u->prog->events.at[id].value = value;
}

/* So many bytes that are all the same. */
static value_id
repeated(struct unfold *u, uint32_t bytes, uint8_t byte)
{
  uint64_t bits = 0;
  for (uint32_t i = 0; i < bytes; i++)
    bits = bits << 8 | byte;
  return v_const(u, 8 * bytes, bits);
}

/* ---- synchronisation ---- */

static bool
acquires(enum memory_order order)
{
  return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static bool
releases(enum memory_order order)
{
  return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static void
grow(struct unfold *u, value_id *what, value_id guard, value_id by)
{
  *what = value_or(u->prog, *what, value_and(u->prog, guard, by));
}

static void
take(struct unfold *u, value_id guard, value_id found, enum memory_order order)
{
  struct happens *now = &u->now.happens;
  grow(u, acquires(order) && !MUTANT(ACQUIRE_IGNORED) ? &now->known : &now->read, guard, found);
}

static void
pass_load(struct unfold *u, event_id access, enum memory_order order)
{
  const struct event of = u->prog->events.at[access];
  struct happens *now = &u->now.happens;
  value_id loaded = load_beside(u, access, SHADOW_RELEASED);
  value_id found = value_eq(u->prog, loaded, repeated(u, of.bytes, 1));
  if (now->section != u->path.section)
    now->n_loads = 0;
  now->section = u->path.section;
  if (now->n_loads < HAPPENS_LOADS)
    now->loads[now->n_loads++] = (struct happens_load){access, of.addr, found};
  if (!now->exchange)
    take(u, of.guard, found, order);
}

/* What the load found that belongs to this store of a read-modify-write; VALUE_FALSE if there is
 * none. */
static value_id
found_before(struct unfold *u, const struct event *store)
{
  struct happens *now = &u->now.happens;
  for (uint32_t i = 0; i < now->n_loads && now->section == u->path.section; i++)
    if (now->loads[i].address == store->addr && !MUTANT(SEQUENCE_ENDS)) {
      value_id found = now->loads[i].found;
      now->loads[i] = now->loads[--now->n_loads];
      return found;
    }
  return VALUE_FALSE;
}

static void
pass_store(struct unfold *u, event_id access, enum memory_order order)
{
  const struct event of = u->prog->events.at[access];
  const struct happens *now = &u->now.happens;
  value_id what = releases(order) ? now->known : order ? now->released : VALUE_FALSE;
  if (MUTANT(RELAXED_RELEASES) && order)
    what = now->known;
  if (order)
    what = value_or(u->prog, what, found_before(u, &of));
  store_beside(u, access, SHADOW_RELEASED, of.guard,
               value_ite(u->prog, what, repeated(u, of.bytes, 1), repeated(u, of.bytes, 0)));
}

void
happens_fence(struct unfold *u, enum memory_order order)
{
  struct happens *now = &u->now.happens;
  if (!happens_matters(u))
    return;
  if (acquires(order) && !MUTANT(FENCE_ACQUIRES_NOTHING))
    grow(u, &now->known, u->path.guard, now->read);
  if (releases(order) && !MUTANT(FENCE_RELEASES_NOTHING))
    now->released = value_ite(u->prog, u->path.guard, now->known, now->released);
}

void
happens_left_out(struct unfold *u)
{
  if (happens_matters(u) && !MUTANT(LEFT_OUT_UNSAID))
    unfold_assumed(u,
                   "what is read while polling under a lock, or when woken for nothing, is in no "
                   "race with a later step that relaxed accesses lead to");
}

/* ---- threads ---- */

void
happens_create(struct unfold *u, thread_id child)
{
  if (happens_matters(u))
    grow(u, &u->turn.threads.at[child].known, u->path.guard, u->now.happens.known);
}

void
happens_begin(struct unfold *u)
{
  u->now.happens.known = u->turn.threads.at[u->now.thread].known;
}

/* What the thread knows at its end, for whoever joins it. */
static struct target
target_of_end(struct unfold *u, thread_id thread)
{
  struct object end = {.kind = OBJECT_GLOBAL, .name = SHADOW_RELEASED, .size = 1, .internal = true};
  return (struct target){memory_static(u, hash_mix(0xe4d, thread), end, NULL), 0};
}

static event_id
access_end(struct unfold *u, enum event_kind kind, thread_id thread, value_id guard)
{
  struct target target = target_of_end(u, thread);
  value_id addr = v_const(u, u->prog->pointer_bits, u->prog->objects.at[target.object].base);
  struct event *event = event_new(u, kind);
  event->guard = guard;
  event->addr = addr;
  event->bytes = 1;
  event->order = ORDER_RELAXED;
  event->first_target = (uint32_t)u->prog->targets.n;
  event->n_targets = 1;
  vec_push(&u->prog->targets, target);
  return (event_id)(event - u->prog->events.at);
}

void
happens_end(struct unfold *u)
{
  if (!u->now.thread || !happens_matters(u) || u->now.happens.known == VALUE_FALSE)
    return;
  struct path before = path_enter(u, VALUE_TRUE);
  u->path.section = u->path.depth = 0;
  event_id end = access_end(u, EVENT_STORE, u->now.thread, VALUE_TRUE);
  u->prog->events.at[end].value = value_resize(u->prog, u->now.happens.known, 8, false);
  path_go(u, before, before.guard);
}

void
happens_join(struct unfold *u, thread_id child, value_id guard)
{
  if (!happens_matters(u) || MUTANT(JOIN_ORDERS_NOTHING))
    return;
  event_id end = access_end(u, EVENT_LOAD, child, guard);
  value_id value = value_loaded(u->prog, 8, end);
  u->prog->events.at[end].value = value;
  grow(u, &u->now.happens.known, guard, value_eq(u->prog, value, v_const(u, 8, 1)));
}

/* ---- conflicts ---- */

/* How an access conflicts with the watched one. */
enum { WITH_READ = 1, WITH_WRITE = 2, WITH_ATOMIC_READ = 4, WITH_ATOMIC_WRITE = 8 };

static uint8_t
conflict_of(bool write, bool atomic)
{
  if (atomic)
    return write ? WITH_ATOMIC_WRITE : WITH_ATOMIC_READ;
  return write ? WITH_WRITE : WITH_READ;
}

static uint8_t
conflicts_of(bool write, bool atomic)
{
  if (atomic)
    return write ? WITH_READ | WITH_WRITE : WITH_WRITE;
  return write ? WITH_READ | WITH_WRITE | WITH_ATOMIC_READ | WITH_ATOMIC_WRITE
               : WITH_WRITE | WITH_ATOMIC_WRITE;
}

static value_id
arbitrary(struct unfold *u)
{
  return value_input(u->prog, (struct input){.kind = INPUT_NONDET,
                                             .width = 1,
                                             .name = INPUT_WATCHED,
                                             .place = debug_user_place(u->prog, u->path.place)});
}

/* Is the watched access one of this thread? The first thread that wants to have it has it. */
static value_id
thread_watches(struct unfold *u)
{
  struct happens *now = &u->now.happens;
  if (!now->watches) {
    value_id wants = arbitrary(u);
    now->watches = value_and(u->prog, wants, value_not(u->prog, u->turn.watched));
    u->turn.watched = value_or(u->prog, u->turn.watched, wants);
  }
  return now->watches;
}

static void
check_race(struct unfold *u, event_id access, bool atomic)
{
  const struct event of = u->prog->events.at[access];
  struct happens *now = &u->now.happens;
  bool write = of.kind == EVENT_STORE;
  struct path before = path_enter(u, of.guard);
  value_id touched = load_beside(u, access, SHADOW_WATCHED);
  value_id mask = repeated(u, of.bytes, conflict_of(write, atomic));
  value_id none = v_const(u, 8 * of.bytes, 0);
  value_id apart = value_eq(u->prog, v_op(u, OP_AND, touched, mask), none);
  size_t events = u->prog->events.n;
  event_check(u, FAULT_RACE, value_or(u->prog, apart, now->known), "");
  if (u->prog->events.n > events)
    vec_last(&u->prog->events).addr = of.addr;
  value_id chosen = value_and(u->prog, thread_watches(u), arbitrary(u));
  value_id first = value_and(u->prog, chosen, value_not(u->prog, now->known));
  if (!path_is_stopped(u)) {
    store_beside(u, access, SHADOW_WATCHED, value_and(u->prog, u->path.guard, first),
                 repeated(u, of.bytes, conflicts_of(write, atomic)));
    grow(u, &now->known, u->path.guard, first);
  }
  path_go(u, before, before.guard);
}

void
happens_access(struct unfold *u, event_id access, enum memory_order order)
{
  if (!happens_matters(u))
    return;
  const struct event of = u->prog->events.at[access];
  bool internal = u->prog->objects.at[u->prog->targets.at[of.first_target].object].internal;
  bool atomic = of.order != ORDER_PLAIN && !u->now.happens.life;
  if (order == ORDER_PLAIN && of.locked)
    order = ORDER_SEQ_CST;
  bool passes = !internal || order == ORDER_SEQ_CST; /* else it is a note of the front end */
  if (passes && of.kind == EVENT_LOAD && order != ORDER_PLAIN)
    pass_load(u, access, order);
  bool later = u->now.happens.exchange && of.kind == EVENT_LOAD; /* happens_exchange does it */
  if (!later && (!internal || u->now.happens.life))
    check_race(u, access, atomic);
  if (passes && of.kind == EVENT_STORE) /* which releases itself, too */
    pass_store(u, access, order);
}

void
happens_before_exchange(struct unfold *u)
{
  u->now.happens.exchange = true;
  u->now.happens.n_loads = 0;
}

void
happens_exchange(struct unfold *u, value_id succeeds, enum memory_order success,
                 enum memory_order failure)
{
  struct happens *now = &u->now.happens;
  value_id fails = value_not(u->prog, succeeds);
  now->exchange = false;
  if (MUTANT(ACQUIRED_BY_FAILURE))
    failure = success;
  for (uint32_t i = 0; i < now->n_loads; i++) {
    value_id guard = u->prog->events.at[now->loads[i].event].guard;
    take(u, value_and(u->prog, guard, succeeds), now->loads[i].found, success);
    take(u, value_and(u->prog, guard, fails), now->loads[i].found, failure);
  }
  for (uint32_t i = 0; i < now->n_loads; i++)
    check_race(u, now->loads[i].event, true);
}
