/* Loops that wait.
 *
 * An iteration that changes nothing if it goes round again is a wait: all but the last iteration
 * might as well not have happened. So one iteration stands for any number of them, and ends with a
 * BLOCK on "does not go round". What may be in such an iteration:
 * - loads, fences, assertions that hold, and waits that end: none of them changes anything;
 * - a store that puts back what was there. It must be in one section with the load that has seen
 *   what was there, and both must be locked, as in a read-modify-write: then no other thread can
 *   tell, under no memory model. (Of its buffer, that a locked access empties, others can tell
 *   nothing either: it may be emptied at any time.) So a spin lock by exchange is a wait;
 * - locks of the library that are taken and given back (hold.c);
 * - private memory that holds what it held before, or is rewritten at the start of each iteration,
 *   or that is of the loop alone and written whenever it is read, or that nobody ever reads;
 * - a private variable that keeps what was read: it holds the same if the same was read again.
 *
 * Whether a store puts back what was there, or the same was read again, is a condition on values.
 * Going round while it holds is a wait. Going round while it does not hold is an iteration like any
 * other, and the bound of the loop is for these. Often the few values that a lock can have decide
 * (analysis/values.h): a thread that finds it taken finds the 1 that it puts there.
 *
 * A thread that stands at the BLOCK when no thread can go on is deadlocked, if it is certain that
 * it would see memory as it is now. It would, if what it has seen in this iteration is what memory
 * holds now: then the next iteration is like this one. What it saw in the section of the BLOCK is
 * still there, and the rest is loaded again in that section. If that has changed meanwhile the
 * thread need not go on from here: there is a run in which it has not yet begun the iteration. So
 * an ASSUME ends it. To load again costs something, so it is done only if deadlocks are asked for. */
#include "unfold/wait.h"

#include <assert.h>

#include "base/mutant.h"
#include "frontend/cfg.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/happens.h"
#include "unfold/hold.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/state.h"

#define NO_EVENT UINT32_MAX

/* ---- conditions on what was loaded ---- */

/* Values are graphs: beyond this many steps they are left as they are. */
enum { MAX_STEPS = 200, MAX_LEAVES = 4, FEW = 16 };

struct leaves {
  value_id at[MAX_LEAVES];
  size_t n;
  unsigned steps;
  bool too_many;
};

/* What a value is made of: loads and inputs. */
static void
find_leaves(const struct unfold *u, value_id value, struct leaves *leaves)
{
  const struct value *node = &u->prog->values.at[value];
  if (node->op == OP_CONST || leaves->too_many)
    return;
  if (node->op != OP_LOADED && node->op != OP_INPUT) {
    leaves->too_many = ++leaves->steps > MAX_STEPS;
    for (unsigned i = 0; i < value_arity(node->op); i++)
      find_leaves(u, node->arg[i], leaves);
    return;
  }
  for (size_t i = 0; i < leaves->n; i++)
    if (leaves->at[i] == value)
      return;
  if (leaves->n == MAX_LEAVES)
    leaves->too_many = true;
  else
    leaves->at[leaves->n++] = value;
}

/* The value if `leaf` is the constant `with`. */
static value_id
substitute(struct unfold *u, value_id value, value_id leaf, value_id with, unsigned *steps)
{
  const struct value node = u->prog->values.at[value];
  if (value == leaf)
    return with;
  if (value < leaf || node.op <= OP_LOADED || !*steps)
    return value;
  --*steps;
  value_id arg[3] = {node.arg[0], node.arg[1], node.arg[2]};
  bool changed = false;
  for (unsigned i = 0; i < value_arity(node.op); i++) {
    arg[i] = substitute(u, node.arg[i], leaf, with, steps);
    changed |= arg[i] != node.arg[i];
  }
  return changed ? value_op(u->prog, node.op, node.width, arg[0], arg[1], arg[2], node.imm) : value;
}

static value_id
with_leaf(struct unfold *u, value_id value, value_id leaf, uint64_t bits)
{
  unsigned steps = MAX_STEPS;
  return substitute(u, value, leaf, v_const(u, v_width(u, leaf), bits), &steps);
}

/* Can the leaf have this value where the guard holds? */
static bool
allows(struct unfold *u, value_id guard, value_id leaf, uint64_t bits)
{
  const struct value node = u->prog->values.at[guard];
  if (node.op == OP_AND && node.width == 1)
    return allows(u, node.arg[0], leaf, bits) && allows(u, node.arg[1], leaf, bits);
  return with_leaf(u, guard, leaf, bits) != VALUE_FALSE;
}

/* What the leaf can be where the guard holds; none: it cannot be listed. */
struct few {
  uint64_t at[FEW];
  size_t n;
};

static struct few
list_leaf(struct unfold *u, value_id guard, value_id leaf)
{
  struct value_set set = values_get(u->values, leaf);
  struct few few = {.n = 0};
  if (!value_set_is_exact(set) || set.n > FEW)
    return few;
  for (uint32_t i = 0; i < set.n; i++)
    if (allows(u, guard, leaf, set.at[i]))
      few.at[few.n++] = set.at[i];
  return few;
}

/* A condition on one leaf, given what that can be. If a single value decides, that one is named:
 * so the next iteration knows it. */
static value_id
decide(struct unfold *u, value_id condition, value_id leaf, const struct few *few)
{
  size_t yes = 0, no = 0;
  uint64_t last_yes = 0, last_no = 0;
  for (size_t i = 0; i < few->n; i++) {
    value_id truth = with_leaf(u, condition, leaf, few->at[i]);
    if (truth == VALUE_TRUE) {
      yes++;
      last_yes = few->at[i];
    } else if (truth == VALUE_FALSE) {
      no++;
      last_no = few->at[i];
    } else {
      return condition;
    }
  }
  unsigned width = v_width(u, leaf);
  if (!no && !yes)
    return condition;
  if (!no || !yes)
    return no ? VALUE_FALSE : VALUE_TRUE;
  if (no == 1)
    return value_not(u->prog, value_eq(u->prog, leaf, v_const(u, width, last_no)));
  return yes == 1 ? value_eq(u->prog, leaf, v_const(u, width, last_yes)) : condition;
}

/* Does the condition come out as `truth` for everything that its leaves can be together? */
static bool
is_always(struct unfold *u, value_id guard, value_id condition, const struct leaves *leaves,
          size_t next, value_id truth)
{
  if (guard == VALUE_FALSE || condition == truth)
    return true;
  if (next == leaves->n)
    return false;
  struct few few = list_leaf(u, guard, leaves->at[next]);
  bool always = few.n > 0;
  for (size_t i = 0; i < few.n && always; i++)
    always =
      is_always(u, with_leaf(u, guard, leaves->at[next], few.at[i]),
                with_leaf(u, condition, leaves->at[next], few.at[i]), leaves, next + 1, truth);
  return always;
}

/* A condition that is the same where the guard holds, and simpler if few values are possible. */
value_id
wait_narrow(struct unfold *u, value_id guard, value_id condition)
{
  condition = facts_strip(u, guard, condition);
  struct leaves leaves = {.n = 0}, open = {.n = 0};
  find_leaves(u, condition, &leaves);
  if (leaves.too_many)
    return condition;
  for (size_t i = 0; i < leaves.n; i++) {
    struct few few = list_leaf(u, guard, leaves.at[i]);
    if (few.n == 1)
      condition = with_leaf(u, condition, leaves.at[i], few.at[0]);
    else
      open.at[open.n++] = leaves.at[i];
  }
  if (open.n == 1) {
    struct few few = list_leaf(u, guard, open.at[0]);
    return decide(u, condition, open.at[0], &few);
  }
  for (value_id truth = VALUE_FALSE; open.n && truth <= VALUE_TRUE; truth++)
    if (is_always(u, guard, condition, &open, 0, truth))
      return truth;
  return condition;
}

/* ---- is it a wait? ---- */

static bool
is_possible(struct unfold *u, value_id again, const struct event *event)
{
  return value_and(u->prog, again, event->guard) != VALUE_FALSE;
}

static bool
overlap(const struct prog *prog, const struct event *a, const struct event *b)
{
  for (uint32_t i = 0; i < a->n_targets; i++)
    for (uint32_t k = 0; k < b->n_targets; k++) {
      struct target x = prog->targets.at[a->first_target + i];
      struct target y = prog->targets.at[b->first_target + k];
      if (x.object == y.object && x.offset < y.offset + b->bytes && y.offset < x.offset + a->bytes)
        return true;
    }
  return false;
}

/* The load that has seen, in the same locked section, what is there when this store happens;
 * NO_EVENT if there is none. */
event_id
wait_load_before(struct unfold *u, event_id store)
{
  const struct event to = u->prog->events.at[store];
  for (event_id i = store; to.section && to.locked && i-- > 0;) {
    const struct event from = u->prog->events.at[i];
    if (from.section != to.section)
      break;
    if (from.kind == EVENT_STORE && overlap(u->prog, &from, &to))
      break;
    if (from.kind == EVENT_LOAD && from.locked && from.addr == to.addr && from.bytes == to.bytes &&
        facts_truth(u, to.guard, from.guard) > 0)
      return i;
  }
  return NO_EVENT;
}

/* When does the store put back what was there? */
static value_id
store_changes_nothing(struct unfold *u, event_id store, value_id again)
{
  event_id load = wait_load_before(u, store);
  const struct event event = u->prog->events.at[store];
  if (MUTANT(WAIT_STORES))
    return VALUE_TRUE;
  if (load == NO_EVENT)
    return VALUE_FALSE;
  value_id same = value_eq(u->prog, event.value, u->prog->events.at[load].value);
  value_id skipped = value_not(u->prog, event.guard);
  return wait_narrow(u, again, value_or(u->prog, skipped, same));
}

/* What holds for those who go round again: they have passed everything on their way. */
value_id
wait_what_holds(struct unfold *u, const struct iteration *iteration, value_id again)
{
  value_id all = again;
  for (event_id i = iteration->first_event; i < u->prog->events.n; i++) {
    const struct event event = u->prog->events.at[i];
    if ((event.kind == EVENT_BLOCK || event.kind == EVENT_ASSUME || event.kind == EVENT_ASSERT) &&
        facts_truth(u, again, event.guard) > 0)
      all = value_and(u->prog, all, event.value);
  }
  return all;
}

/* Events that happen only if the loop is left do no harm. Nor do assertions: a run that fails
 * one does not go round again, so that was its last iteration. Stores in several sections that all
 * put back what was there are not to be expected, and not looked for. */
static value_id
events_allow_wait(struct unfold *u, const struct iteration *iteration, value_id again,
                  bool may_hold)
{
  value_id condition = VALUE_TRUE, holds = VALUE_FALSE;
  uint32_t section = 0;
  for (event_id i = iteration->first_event; i < u->prog->events.n; i++) {
    const struct event event = u->prog->events.at[i];
    if (event.kind == EVENT_LOAD || event.kind == EVENT_FENCE || event.kind == EVENT_ASSERT ||
        event.kind == EVENT_BLOCK || event.kind == EVENT_ASSUME || event_is_silent(event.kind) ||
        prog_is_shadow(u->prog, i) || !is_possible(u, again, &event))
      continue;
    value_id same = VALUE_FALSE;
    if (holds == VALUE_FALSE)
      holds = wait_what_holds(u, iteration, again);
    if (event.kind == EVENT_STORE &&
        !(may_hold && hold_is_passing(u, iteration, i, holds, &same))) {
      same = !section || section == event.section ? store_changes_nothing(u, i, holds)
             : may_hold                           ? hold_is_skipped(u, i, holds)
                                                  : VALUE_FALSE;
      section = section ? section : event.section;
    }
    condition = value_and(u->prog, condition, same);
    if (condition == VALUE_FALSE)
      return VALUE_FALSE;
  }
  return condition;
}

static bool
touch(const struct log_entry *a, const struct log_entry *b)
{
  return a->object == b->object && a->offset < b->offset + b->bytes &&
         b->offset < a->offset + a->bytes;
}

static bool
covers(const struct log_entry *a, const struct log_entry *b)
{
  return a->object == b->object && a->offset <= b->offset &&
         a->offset + a->bytes >= b->offset + b->bytes;
}

/* Is this written byte overwritten at the start of every iteration before anybody reads it? */
static bool
is_rewritten(struct unfold *u, const struct iteration *iteration, const struct log_entry *write)
{
  for (size_t i = iteration->first_log; i < u->now.log.n; i++) {
    const struct log_entry *entry = &u->now.log.at[i];
    if (touch(entry, write))
      return entry->write && covers(entry, write) &&
             facts_truth(u, iteration->guard, entry->guard) > 0;
  }
  return false;
}

/* A variable that nothing outside of the loop has to do with. */
static bool
is_of_loop(const struct unfold *u, const struct iteration *iteration, object_id object)
{
  const struct known_object *known = &u->kept.known.at[object];
  const struct frame *frame = iteration->frame;
  bool own = false;
  for (size_t i = 0; i < frame->slots_made.n; i++)
    own |= frame->slots_made.at[i] == object;
  if (!own || !known->hidden || !known->slot)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(known->slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    uint64_t block = (uint64_t)(uintptr_t)LLVMGetInstructionParent(user);
    const uint32_t *index = map_find(&frame->cfg->block_index, block); /* NULL: never reached */
    if (index &&
        (LLVMIsAGetElementPtrInst(user) || !cfg_in_loop(frame->cfg, *index - 1, iteration->loop)))
      return false;
  }
  return true;
}

/* Is it written whenever it is read in an iteration, and not read elsewhere? */
static bool
is_forgotten(struct unfold *u, const struct iteration *iteration, const struct log_entry *write)
{
  const struct log_entry *first = NULL;
  if (!is_of_loop(u, iteration, write->object))
    return false;
  for (size_t i = iteration->first_log; i < u->now.log.n; i++) {
    const struct log_entry *entry = &u->now.log.at[i];
    if (!touch(entry, write))
      continue;
    if (!first && (!entry->write || !covers(entry, write)))
      return false;
    if (!first)
      first = entry;
    else if (!entry->write && facts_truth(u, entry->guard, first->guard) <= 0)
      return false;
  }
  return true;
}

/* Was it written before in this iteration? Then what it held at first is known from there. */
static bool
is_written_before(const struct unfold *u, const struct iteration *iteration, size_t at)
{
  const struct log_entry *write = &u->now.log.at[at];
  for (size_t i = iteration->first_log; i < at; i++) {
    if (u->now.log.at[i].write && covers(&u->now.log.at[i], write))
      return true;
  }
  return false;
}

/* Is `now` computed like `old`, but from later loads of the same memory? */
static bool
is_read_again(const struct unfold *u, value_id now, value_id old, unsigned *steps)
{
  if (now == old)
    return true;
  const struct value *a = &u->prog->values.at[now], *b = &u->prog->values.at[old];
  if (a->op != b->op || a->width != b->width || !*steps)
    return false;
  --*steps;
  if (a->op == OP_LOADED) {
    const struct event *x = &u->prog->events.at[a->imm], *y = &u->prog->events.at[b->imm];
    return x->addr == y->addr && x->bytes == y->bytes;
  }
  if (a->op <= OP_LOADED || a->imm != b->imm)
    return false;
  for (unsigned i = 0; i < value_arity(a->op); i++)
    if (!is_read_again(u, a->arg[i], b->arg[i], steps))
      return false;
  return true;
}

/* When is it the same as it was at first, where `guard` holds, if it goes round again? */
static value_id
holds_the_same(struct unfold *u, value_id now, value_id old, value_id guard, value_id again)
{
  unsigned steps = MAX_STEPS;
  if (now == facts_simplify(u, again, old))
    return VALUE_TRUE;
  old = facts_simplify(u, guard, old);
  if (!is_read_again(u, now, old, &steps))
    return VALUE_FALSE;
  return wait_narrow(u, again, value_eq(u->prog, now, old));
}

/* Going round again, when does it hold what it held before the iteration? */
static value_id
is_restored(struct unfold *u, const struct log_entry *write, value_id guard, value_id again)
{
  unsigned logging = u->now.logging;
  u->now.logging = 0;
  struct path before = path_enter(u, again);
  value_id now = memory_read(u, (struct target){write->object, write->offset}, write->bytes);
  path_leave(u, before);
  u->now.logging = logging;
  return holds_the_same(u, now, write->old, guard, again);
}

/* A stack slot or heap block of this iteration alone: the next one makes its own. */
static bool
is_born_in(const struct unfold *u, const struct iteration *iteration, object_id object)
{
  enum object_kind kind = u->prog->objects.at[object].kind;
  return (kind == OBJECT_STACK || kind == OBJECT_HEAP) &&
         u->kept.known.at[object].birth >= iteration->birth;
}

static value_id
memory_allows_wait(struct unfold *u, const struct iteration *iteration, value_id again)
{
  value_id condition = VALUE_TRUE;
  for (size_t i = iteration->first_log; i < u->now.log.n && condition != VALUE_FALSE; i++) {
    const struct log_entry write = u->now.log.at[i];
    if (write.write && !is_born_in(u, iteration, write.object) &&
        !is_written_before(u, iteration, i) && !is_rewritten(u, iteration, &write) &&
        !is_forgotten(u, iteration, &write) && !memory_is_unread(u, write.object) &&
        !MUTANT(WAIT_CHANGES_MEMORY))
      condition = value_and(u->prog, condition, is_restored(u, &write, iteration->guard, again));
  }
  return condition;
}

/* Values carried round in phis must not change. */
static value_id
phis_allow_wait(struct unfold *u, const struct iteration *iteration, const edge_list *edges,
                value_id again)
{
  value_id condition = VALUE_TRUE;
  for (size_t i = 0; i < edges->n; i++)
    for (size_t k = 0; k < edges->at[i].sets.n; k++) {
      struct assignment set = edges->at[i].sets.at[k];
      value_id old = u->now.frame->slots[set.slot];
      value_id same = holds_the_same(u, set.value, old, iteration->guard, again);
      value_id skipped = value_not(u->prog, edges->at[i].path.guard);
      condition = value_and(u->prog, condition, value_or(u->prog, skipped, same));
    }
  return condition;
}

value_id
wait_condition(struct unfold *u, const struct iteration *iteration, const edge_list *back,
               value_id again)
{
  assert(iteration->first_event <= u->prog->events.n && iteration->first_log <= u->now.log.n);
  value_id condition = phis_allow_wait(u, iteration, back, again);
  if (condition != VALUE_FALSE)
    condition = value_and(u->prog, condition, events_allow_wait(u, iteration, again, true));
  if (condition != VALUE_FALSE)
    condition = value_and(u->prog, condition, memory_allows_wait(u, iteration, again));
  bool never = value_and(u->prog, again, condition) == VALUE_FALSE || MUTANT(WAIT_UNSEEN);
  return never ? VALUE_FALSE : condition;
}

/* ---- is it a deadlock? ---- */

/* Does an input of this iteration have a part in a value? Older values have none of it. One bit may
 * be in it without a part, as the spurious failure that flow.c has taken out of going round
 * again. */
static bool
has_new_input(struct unfold *u, const struct iteration *iteration, value_id whole, value_id value,
              struct map *seen)
{
  const struct value node = u->prog->values.at[value];
  if (value < iteration->first_value || map_find(seen, value))
    return false;
  *map_at(seen, value) = 1;
  if (node.op == OP_INPUT)
    return node.imm >= iteration->first_input &&
           (node.width > 1 ||
            facts_simplify(u, value, whole) != facts_simplify(u, value_not(u->prog, value), whole));
  for (int i = 0; i < 3; i++) /* unused arguments are a constant */
    if (has_new_input(u, iteration, whole, node.arg[i], seen))
      return true;
  return false;
}

static bool
input_decides(struct unfold *u, const struct iteration *iteration, value_id whole)
{
  struct map seen = {0};
  bool decides = has_new_input(u, iteration, whole, whole, &seen);
  map_free(&seen);
  return decides;
}

/* Does the thread look at memory here, if it goes round again? */
static bool
is_look(struct unfold *u, const struct iteration *iteration, event_id event, value_id again)
{
  return u->prog->events.at[event].kind == EVENT_LOAD && !prog_is_shadow(u->prog, event) &&
         is_possible(u, again, &u->prog->events.at[event]) &&
         !hold_is_of_lock(u, iteration, event, again);
}

/* Can the events from here on become part of the section that begins here? */
static bool
can_be_section(const struct unfold *u, event_id first)
{
  uint32_t section = u->prog->events.at[first].section;
  for (size_t i = first + 1; i < u->prog->events.n; i++) {
    const struct event *event = &u->prog->events.at[i];
    if (section && event->section == section)
      continue;
    if (event->section || (!event_is_silent(event->kind) && event->kind != EVENT_ASSERT &&
                           event->kind != EVENT_ASSUME && event->kind != EVENT_FENCE))
      return false;
  }
  return true;
}

/* Where the section begins that is the last look and the wait: there what is seen is what memory
 * holds. If the two cannot be one section, that is the end. */
static event_id
last_look(struct unfold *u, const struct iteration *iteration, value_id again)
{
  event_id end = (event_id)u->prog->events.n, first = end;
  while (first > iteration->first_event && !is_look(u, iteration, first - 1, again))
    first--;
  if (first == iteration->first_event)
    return end;
  uint32_t section = u->prog->events.at[--first].section;
  while (section && first > iteration->first_event &&
         u->prog->events.at[first - 1].section == section)
    first--;
  return can_be_section(u, first) ? first : end;
}

/* Has an input of this iteration a part in where it looks, or in going round again? Then nobody
 * need do so for ever. */
static bool
is_chosen(struct unfold *u, const struct iteration *iteration, value_id again)
{
  for (event_id i = iteration->first_event; i < u->prog->events.n; i++)
    if (is_look(u, iteration, i, again) &&
        (input_decides(u, iteration, u->prog->events.at[i].guard) ||
         input_decides(u, iteration, u->prog->events.at[i].addr)))
      return true;
  return input_decides(u, iteration, again);
}

/* What memory holds now where this load looked, if a load from `fresh` on tells; else
 * VALUE_FALSE.
 * Its stores, if any, have put back what was there. */
static value_id
seen_now(struct unfold *u, const struct event *load, event_id fresh, event_id end, value_id again)
{
  for (event_id i = fresh; i < end; i++) {
    const struct event *event = &u->prog->events.at[i];
    if (event->kind == EVENT_LOAD && event->addr == load->addr && event->bytes == load->bytes &&
        facts_truth(u, again, event->guard) > 0)
      return event->value;
  }
  return VALUE_FALSE;
}

value_id
wait_look_again(struct unfold *u, event_id load, value_id guard)
{
  event_id id = (event_id)u->prog->events.n;
  struct event event = u->prog->events.at[load];
  uint32_t first = event.first_target;
  event.first_target = (uint32_t)u->prog->targets.n;
  for (uint32_t i = 0; i < event.n_targets; i++)
    vec_push(&u->prog->targets, u->prog->targets.at[first + i]);
  event.guard = guard;
  event.value = value_loaded(u->prog, v_width(u, event.value), id);
  event.section = u->path.section;
  event.locked = false;
  vec_push(&u->prog->events, event);
  return event.value;
}

/* When does a load give the same as now? */
static value_id
gives(struct unfold *u, const struct event *load, value_id now, value_id again)
{
  value_id skipped = value_not(u->prog, facts_strip(u, again, load->guard));
  value_id equal = value_or(u->prog, skipped, value_eq(u->prog, now, load->value));
  return wait_narrow(u, again, equal);
}

/* Is all that was seen before the event `fresh` what memory holds now? What is seen from there on
 * may tell. The other loads are repeated, but only where those before gave the same, so that no
 * memory is touched that the program would not touch, and no lock is waited for. */
static value_id
nothing_has_changed(struct unfold *u, const struct iteration *iteration, event_id fresh,
                    value_id again, bool may_repeat)
{
  value_id same = VALUE_TRUE, holds = wait_what_holds(u, iteration, again);
  event_id end = (event_id)u->prog->events.n;
  for (int repeat = 0; repeat < 2; repeat++)
    for (event_id i = iteration->first_event; i < fresh && i < end; i++) {
      if (repeat && may_repeat && hold_begins(u, iteration, i, holds))
        hold_wait(u, i, value_and(u->prog, again, MUTANT(HOLD_WAITS_FIRST) ? VALUE_TRUE : same));
      if (!is_look(u, iteration, i, again))
        continue;
      const struct event load = u->prog->events.at[i];
      value_id now = seen_now(u, &load, fresh, end, again);
      if ((now == VALUE_FALSE) != repeat)
        continue;
      if (repeat && !may_repeat)
        return VALUE_FALSE;
      value_id guard = value_and(u->prog, again, value_and(u->prog, load.guard, same));
      if (repeat)
        now = wait_look_again(u, i, guard);
      same = value_and(u->prog, same, gives(u, &load, now, again));
      if (value_and(u->prog, again, same) == VALUE_FALSE)
        return VALUE_FALSE;
    }
  return same;
}

/* To look and to wait, as the event just made does, are one section: whoever waits looks again. */
static void
make_section(struct unfold *u, event_id first)
{
  if (vec_last(&u->prog->events).section)
    return;
  uint32_t section = u->prog->events.at[first].section;
  if (!section)
    section = ++u->prog->sections;
  for (event_id i = first; i < u->prog->events.n; i++)
    u->prog->events.at[i].section = section;
}

void
wait_stop(struct unfold *u, enum event_kind kind, value_id guard, value_id unless)
{
  struct event *event = event_new(u, kind);
  event->guard = guard;
  event->value = unless;
}

/* Whoever waits here while nothing has changed waits for ever, unless others change something. */
static void
wait_for_others(struct unfold *u, const struct iteration *iteration, value_id again)
{
  bool looks = u->options->property & PROPERTY_DEADLOCK;
  bool locks = hold_any(u, iteration, wait_what_holds(u, iteration, again));
  if (locks)
    happens_left_out(u);
  event_id fresh = locks ? (event_id)u->prog->events.n : last_look(u, iteration, again);
  value_id same =
    MUTANT(WAIT_LOOKS_ONCE) ? VALUE_TRUE : nothing_has_changed(u, iteration, fresh, again, looks);
  if (same != VALUE_FALSE)
    wait_stop(u, EVENT_BLOCK, again, value_not(u->prog, same));
  if (fresh < u->prog->events.n)
    make_section(u, fresh);
  if (same != VALUE_TRUE)
    wait_stop(u, EVENT_ASSUME, again, VALUE_FALSE);
}

void
wait_here(struct unfold *u, const struct iteration *iteration, value_id again, bool on_purpose)
{
  if (on_purpose || is_chosen(u, iteration, again))
    wait_stop(u, EVENT_ASSUME, again, VALUE_FALSE);
  else
    wait_for_others(u, iteration, again);
}

/* ---- for rest.c ---- */

value_id
wait_is_idle(struct unfold *u, const struct iteration *since, value_id guard)
{
  value_id condition = events_allow_wait(u, since, guard, false);
  if (condition != VALUE_FALSE)
    condition = value_and(u->prog, condition, memory_allows_wait(u, since, guard));
  return condition;
}

value_id
wait_sees_the_same(struct unfold *u, const struct iteration *since, value_id guard)
{
  return nothing_has_changed(u, since, (event_id)u->prog->events.n, guard, true);
}
