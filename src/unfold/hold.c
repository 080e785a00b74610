/* Locks that an iteration takes and gives back: loops that poll.
 *
 *     do {
 *       pthread_mutex_lock(&mutex);
 *       done = flag;
 *       pthread_mutex_unlock(&mutex);
 *     } while (!done);
 *
 * An iteration that goes round again and has done nothing but look, and hold locks meanwhile, might
 * as well not have happened (wait.c), if
 * (1) each lock was free when it was taken (the section waits for that), held what was put there
 *     when it was given back, and is free again then; and
 * (2) nobody can find the lock taken and do something else than wait for it (notice.c).
 * Leave the iteration out of a run. Each lock is then free where it was held before. Whoever has
 * waited for it need not wait; nobody else could tell, by (2), other than by a failure, such as
 * destroying a lock that is held. A run that fails while the iteration is under way is one in which
 * this is the thread's last iteration, and that one is kept. By (1) nobody else has changed the
 * lock meanwhile, and what is there after the iteration was there before it.
 *
 * (1) is a condition, as for other stores. A store that takes a lock is matched with each store that
 * may give it back, and one of these must happen if it does; a store that gives it back needs the
 * one that takes it. Whatever else a model of the library stores, such as how often a lock was taken
 * by its owner, must not happen.
 *
 * Only locks of the library: what others do with a lock of the user's own is not known before all
 * is unfolded.
 *
 * For deadlocks a thread that waits looks again at what it has seen (wait.c). It may do so only
 * where it could take the locks, as its next iteration would: so where that would take a lock, it
 * waits until the lock is free, if all that it has seen before is as it was. All this is one
 * section. So it need not take the locks, since nobody gets in between. */
#include "unfold/hold.h"

#include "base/mutant.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/memory.h"
#include "unfold/notice.h"
#include "unfold/state.h"

#define NO_EVENT UINT32_MAX

static const struct event *
event_at(const struct unfold *u, event_id event)
{
  return &u->prog->events.at[event];
}

static bool
is_possible(struct unfold *u, value_id again, event_id event)
{
  return value_and(u->prog, again, event_at(u, event)->guard) != VALUE_FALSE;
}

/* A store of the library to one word, in a section. */
static bool
may_be_lock(const struct unfold *u, event_id store)
{
  const struct event *event = event_at(u, store);
  return event->kind == EVENT_STORE && event->section && event->locked && event->n_targets == 1 &&
         u->prog->places.at[event->place].model;
}

static bool
may_meet(const struct unfold *u, event_id lock, event_id store)
{
  const struct event *a = event_at(u, lock), *b = event_at(u, store);
  struct target x = u->prog->targets.at[a->first_target];
  for (uint32_t i = 0; i < b->n_targets; i++) {
    struct target y = u->prog->targets.at[b->first_target + i];
    if (x.object == y.object && x.offset < y.offset + b->bytes && y.offset < x.offset + a->bytes)
      return true;
  }
  return false;
}

/* A store that puts 0 there: the lock is free. */
static bool
may_give(const struct unfold *u, event_id store)
{
  uint64_t bits = 1;
  return may_be_lock(u, store) && value_is_const(u->prog, event_at(u, store)->value, &bits) &&
         !bits;
}

static value_id
is_zero(struct unfold *u, value_id value)
{
  return value_eq(u->prog, value, v_const(u, v_width(u, value), 0));
}

/* The wait for 0 between the load and the store. One that is no deadlock does not count. Whether it is
 * one may depend on what kind of mutex this is, so the values that the kind can have are looked at. */
static bool
has_block(struct unfold *u, event_id load, event_id take, value_id holds)
{
  value_id guard = value_and(u->prog, holds, event_at(u, take)->guard);
  value_id free = is_zero(u, event_at(u, load)->value);
  for (event_id i = load + 1; i < take; i++)
    if (event_at(u, i)->kind == EVENT_BLOCK && facts_truth(u, event_at(u, i)->value, free) > 0 &&
        wait_narrow(u, guard, event_at(u, i)->guard) == VALUE_TRUE)
      return true;
  return false;
}

static bool
takes(struct unfold *u, event_id store, value_id holds)
{
  event_id load = wait_load_before(u, store);
  return may_be_lock(u, store) && !may_give(u, store) && load != NO_EVENT &&
         has_block(u, load, store, holds);
}

/* The store that took the lock which this store may give back. */
static event_id
find_take(struct unfold *u, const struct iteration *iteration, event_id give, value_id holds)
{
  const struct event to = *event_at(u, give);
  if (!may_give(u, give) || wait_load_before(u, give) == NO_EVENT)
    return NO_EVENT;
  for (event_id i = give; i-- > iteration->first_event;) {
    const struct event from = *event_at(u, i);
    if (from.kind == EVENT_STORE && may_meet(u, give, i) &&
        value_and(u->prog, from.guard, to.guard) != VALUE_FALSE)
      return from.addr == to.addr && from.bytes == to.bytes && from.section != to.section &&
                 takes(u, i, holds)
               ? i
               : NO_EVENT;
  }
  return NO_EVENT;
}

/* When one of the stores happens that may give back what this one takes; VALUE_FALSE: there is none,
 * at least for those who go round again. */
static value_id
is_given(struct unfold *u, const struct iteration *iteration, event_id take, value_id holds)
{
  value_id given = VALUE_FALSE;
  for (event_id i = take + 1; takes(u, take, holds) && i < u->prog->events.n; i++)
    if (is_possible(u, holds, i) && find_take(u, iteration, i, holds) == take)
      given = value_or(u->prog, given, event_at(u, i)->guard);
  return given;
}

static value_id
unless_skipped(struct unfold *u, event_id store, value_id holds, value_id good)
{
  value_id skipped = value_not(u->prog, event_at(u, store)->guard);
  return wait_narrow(u, holds, value_or(u->prog, skipped, good));
}

/* When does the store give back what `take` took, and find it as that left it? */
static value_id
gives_back(struct unfold *u, event_id take, event_id give)
{
  value_id held = event_at(u, wait_load_before(u, give))->value;
  value_id untouched = value_eq(u->prog, held, event_at(u, take)->value);
  return MUTANT(HOLD_CHANGED) ? VALUE_TRUE
                              : value_and(u->prog, event_at(u, take)->guard, untouched);
}

bool
hold_is_passing(struct unfold *u, const struct iteration *iteration, event_id store, value_id holds,
                value_id *when)
{
  event_id take = find_take(u, iteration, store, holds);
  value_id good = VALUE_FALSE;
  if (take != NO_EVENT) {
    good = gives_back(u, take, store);
  } else {
    take = store;
    good = is_given(u, iteration, store, holds);
  }
  if (good == VALUE_FALSE ||
      notice_may_tell(u, u->prog->targets.at[event_at(u, take)->first_target]))
    return false;
  *when = unless_skipped(u, store, holds, good);
  return true;
}

value_id
hold_is_skipped(struct unfold *u, event_id store, value_id holds)
{
  const struct event *event = event_at(u, store);
  bool model = event->section && u->prog->places.at[event->place].model;
  return model ? unless_skipped(u, store, holds, VALUE_FALSE) : VALUE_FALSE;
}

bool
hold_begins(struct unfold *u, const struct iteration *iteration, event_id store, value_id holds)
{
  return may_be_lock(u, store) && is_possible(u, holds, store) &&
         is_given(u, iteration, store, holds) != VALUE_FALSE;
}

bool
hold_any(struct unfold *u, const struct iteration *iteration, value_id holds)
{
  for (event_id i = iteration->first_event; i < u->prog->events.n; i++)
    if (hold_begins(u, iteration, i, holds))
      return true;
  return false;
}

bool
hold_is_of_lock(struct unfold *u, const struct iteration *iteration, event_id load, value_id again)
{
  const struct event from = *event_at(u, load);
  for (event_id i = load + 1; from.section && i < u->prog->events.n; i++) {
    if (event_at(u, i)->section != from.section)
      return false;
    if (may_be_lock(u, i) && event_at(u, i)->addr == from.addr && is_possible(u, again, i)) {
      value_id holds = wait_what_holds(u, iteration, again);
      return find_take(u, iteration, i, holds) != NO_EVENT ||
             is_given(u, iteration, i, holds) != VALUE_FALSE;
    }
  }
  return false;
}

void
hold_wait(struct unfold *u, event_id take, value_id guard)
{
  guard = value_and(u->prog, guard, event_at(u, take)->guard);
  value_id now = wait_look_again(u, wait_load_before(u, take), guard);
  wait_stop(u, EVENT_BLOCK, guard, is_zero(u, now));
}
