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
 * (2) nobody can find the lock taken and do something else than wait for it. Models say who may
 *     (__heddle_refused); that is gathered from turn to turn, see rest.c.
 * Leave the iteration out of a run. Each lock is then free where it was held before. Whoever has
 * waited for it need not wait; nobody else could tell, by (2), other than by a failure, such as
 * destroying a lock that is held. A run that fails while the iteration is under way is one in which
 * this is the thread's last iteration, and that one is kept. By (1) nobody else has changed the
 * lock meanwhile, and what is there after the iteration was there before it.
 *
 * Only locks of the library: what others do with a lock of the user's own is not known before all
 * is unfolded.
 *
 * For deadlocks a thread that waits looks again at what it has seen (wait.c). It may do so only
 * where it could take the locks, as its next iteration would: so it waits for them first, in the
 * same section. It need not take them there, since nobody gets in between. */
#include "unfold/hold.h"

#include "base/mutant.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/memory.h"
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

/* The store that took the lock which this store may give back. */
static event_id
find_take(struct unfold *u, const struct iteration *iteration, event_id give)
{
  const struct event to = *event_at(u, give);
  for (event_id i = give; may_be_lock(u, give) && i-- > iteration->first_event;) {
    const struct event from = *event_at(u, i);
    if (from.kind != EVENT_STORE || !may_meet(u, give, i) ||
        value_and(u->prog, from.guard, to.guard) == VALUE_FALSE)
      continue;
    bool same = may_be_lock(u, i) && from.addr == to.addr && from.bytes == to.bytes &&
                from.section != to.section && facts_truth(u, to.guard, from.guard) > 0;
    return same ? i : NO_EVENT;
  }
  return NO_EVENT;
}

/* The store that gives back, whenever it goes round again, what this store took. */
static event_id
find_give(struct unfold *u, const struct iteration *iteration, event_id take, value_id again)
{
  value_id taken = value_and(u->prog, again, event_at(u, take)->guard);
  for (event_id i = take + 1; i < u->prog->events.n; i++)
    if (may_be_lock(u, i) && find_take(u, iteration, i) == take &&
        facts_truth(u, taken, event_at(u, i)->guard) > 0)
      return i;
  return NO_EVENT;
}

/* The wait between the load and the store. One that is no deadlock does not count. */
static bool
has_block(struct unfold *u, event_id load, event_id take)
{
  value_id guard = event_at(u, take)->guard;
  for (event_id i = load + 1; i < take; i++)
    if (event_at(u, i)->kind == EVENT_BLOCK && facts_truth(u, guard, event_at(u, i)->guard) > 0)
      return true;
  return false;
}

static bool
may_be_noticed(const struct unfold *u, event_id take)
{
  object_id object = u->prog->targets.at[event_at(u, take)->first_target].object;
  return u->kept.known.at[object].noticed && !MUTANT(HOLD_NOT_NOTICED);
}

bool
hold_is_passing(struct unfold *u, const struct iteration *iteration, event_id store, value_id holds,
                value_id *when)
{
  event_id take = find_take(u, iteration, store), give = store;
  if (take == NO_EVENT) {
    take = store;
    give = may_be_lock(u, store) ? find_give(u, iteration, take, holds) : NO_EVENT;
  }
  if (give == NO_EVENT)
    return false;
  event_id free = wait_load_before(u, take), held = wait_load_before(u, give);
  if (free == NO_EVENT || held == NO_EVENT || !has_block(u, free, take))
    return false;
  u->turn.left_out = true;
  if (may_be_noticed(u, take))
    return false;
  value_id was_free = value_eq(u->prog, event_at(u, free)->value, event_at(u, give)->value);
  value_id untouched = value_eq(u->prog, event_at(u, held)->value, event_at(u, take)->value);
  value_id skipped = value_not(u->prog, event_at(u, store)->guard);
  if (MUTANT(HOLD_CHANGED))
    was_free = untouched = VALUE_TRUE;
  *when = value_and(u->prog, wait_narrow(u, holds, value_or(u->prog, skipped, was_free)),
                    wait_narrow(u, holds, value_or(u->prog, skipped, untouched)));
  return true;
}

static bool
is_take(struct unfold *u, const struct iteration *iteration, event_id store, value_id again)
{
  return may_be_lock(u, store) && is_possible(u, again, store) &&
         find_give(u, iteration, store, again) != NO_EVENT;
}

bool
hold_any(struct unfold *u, const struct iteration *iteration, value_id holds)
{
  for (event_id i = iteration->first_event; i < u->prog->events.n; i++)
    if (is_take(u, iteration, i, holds))
      return true;
  return false;
}

bool
hold_is_of_lock(struct unfold *u, event_id load, value_id again)
{
  const struct event from = *event_at(u, load);
  for (event_id i = load + 1; i < u->prog->events.n; i++) {
    const struct event *to = event_at(u, i);
    if (!from.section || to->section != from.section)
      return false;
    if (may_be_lock(u, i) && to->addr == from.addr && is_possible(u, again, i))
      return true;
  }
  return false;
}

void
hold_wait(struct unfold *u, const struct iteration *iteration, value_id again, value_id holds)
{
  event_id end = (event_id)u->prog->events.n;
  for (event_id i = iteration->first_event; i < end; i++) {
    if (!is_take(u, iteration, i, holds))
      continue;
    event_id give = find_give(u, iteration, i, holds);
    value_id guard = value_and(u->prog, again, event_at(u, i)->guard);
    value_id now = wait_look_again(u, wait_load_before(u, i), guard);
    value_id is_free = value_eq(u->prog, now, event_at(u, give)->value);
    wait_stop(u, EVENT_BLOCK, guard, is_free);
  }
}
