/* Finding labels.
 *
 * An access is visible iff some access of another thread may touch one of its bytes at the same
 * time and one of the two writes; "at the same time" means not ordered by creation and joining
 * (order.h). An invisible access commutes with everything other threads can do meanwhile, so it
 * needs no label.
 *
 * Accesses are gathered by place (object, offset, size) and, within a place, lie in the order of
 * their threads and events. What lies behind an access of thread t only grows along t. So of the
 * accesses that thread u makes to a place, those concurrent with a given one of t are neighbours:
 * the first that does not lie behind it is one of them, or there is none. That one is found by
 * halving, and a place with many accesses costs little more than their number.
 *
 * A group may contain an ASSUME or BLOCK in its middle only while it has done nothing that others
 * can see: passing the group is all or nothing, and an effect must not be taken back because the
 * thread cannot go on. And where deadlocks are looked for, a section that waits goes into a group
 * of its own if others have to do with the group so far: a thread that waits there has seen what it
 * has seen, and does not look again. So it does behind the start, that a thread that exists has
 * always passed. CUT always opens a group, so that "has the bound been
 * reached?" can be read off the label before it. Atomic sections are never divided.
 *
 * Merging by locks (locks.c). Let an access e of thread t be made while t holds some locks, since
 * before the section of e. It is *exposed* if a concurrent access b of another thread, of which one
 * writes, may touch the same bytes, and b is made without any of these locks, in a section that
 * does not need one of them to be free. If e is not exposed, no such b can happen just before e: t
 * holds the lock then, and keeps out whoever holds it or waits for it. So e moves to the left, past
 * whatever other threads do, up to the event before it in t. A unit none of whose visible accesses
 * is exposed is merged: it joins the group that is open. Accesses to what a lock protects are such
 * units; so is giving back a lock that others only ever wait for. One that others try to get, or
 * look at, is exposed. A merged unit counts as an effect, whatever it does, so that no thread is
 * held up behind it in the same group: where a thread may stay, it has done what it has done. A
 * START, which is passed as soon as there is a thread, takes none in.
 *
 * Under a weak memory model a store that others may see late is taken for immediate where nobody
 * can tell: if it goes only to objects to which nothing goes that is late. Until a barrier, late
 * stores may be in the buffer; others can tell whether they have left it. So a thread may be
 * interrupted before the barrier, at which they must have, and not only before whatever comes
 * before it. */
#include "analysis/labels.h"

#include <assert.h>
#include <stdlib.h>

#include "analysis/access.h"
#include "analysis/open.h"
#include "analysis/order.h"
#include "base/invariant.h"
#include "base/mutant.h"
#include "memmodel/memmodel.h"

/* ---- visibility ---- */

typedef VEC(struct access) access_list;

/* What one thread does at one place, as ranges of the two lists below. */
struct visit {
  size_t first, end;             /* of all accesses */
  size_t first_store, end_store; /* of stores */
};

struct site {        /* one place */
  size_t first, end; /* of visits */
};

struct accesses {
  access_list all, stores; /* by place */
  VEC(struct visit) visits;
  VEC(struct site) sites;
};

static void
collect(const struct prog *prog, access_list *list)
{
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if ((event->kind != EVENT_LOAD && event->kind != EVENT_STORE) || event->guard == VALUE_FALSE)
        continue;
      for (uint32_t i = 0; i < event->n_targets; i++) {
        struct target target = prog->targets.at[event->first_target + i];
        vec_push(list, ((struct access){target, event->bytes, e, t}));
      }
    }
  if (list->n)
    qsort(list->at, list->n, sizeof *list->at, access_compare);
}

static void
arrange(const struct prog *prog, struct accesses *accesses)
{
  access_list *all = &accesses->all;
  collect(prog, all);
  for (size_t i = 0; i < all->n; i++) {
    const struct access *access = &all->at[i], *before = i ? access - 1 : NULL;
    bool elsewhere = !before || !access_same_place(before, access);
    INVARIANT(elsewhere || before->thread <= access->thread);
    size_t stores = accesses->stores.n;
    if (elsewhere)
      vec_push(&accesses->sites, ((struct site){accesses->visits.n, accesses->visits.n}));
    if (elsewhere || before->thread != access->thread) {
      vec_push(&accesses->visits, ((struct visit){i, i, stores, stores}));
      vec_last(&accesses->sites).end++;
    }
    if (prog->events.at[access->event].kind == EVENT_STORE)
      vec_push(&accesses->stores, *access);
    vec_last(&accesses->visits).end = i + 1;
    vec_last(&accesses->visits).end_store = accesses->stores.n;
  }
}

/* Is one of these accesses, all of one thread, concurrent with `access`? */
static bool
meets(const struct order *order, const struct access *access, const access_list *others,
      size_t first, size_t end)
{
  if (first == end || others->at[first].thread == access->thread)
    return false;
  thread_id thread = others->at[first].thread;
  INVARIANT(others->at[end - 1].thread == thread);
  event_id behind = order_behind(order, access->thread, access->event, thread);
  size_t low = first, high = end;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (others->at[middle].event < behind)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end &&
         order_concurrent(order, access->thread, access->event, thread, others->at[low].event);
}

/* Does the access meet any at this place, of which one of the two writes? */
static bool
meets_at(const struct order *order, const struct accesses *accesses, const struct access *access,
         bool stores, const struct site *site)
{
  for (size_t i = site->first; i < site->end; i++) {
    const struct visit *visit = &accesses->visits.at[i];
    if (stores ? meets(order, access, &accesses->all, visit->first, visit->end)
               : meets(order, access, &accesses->stores, visit->first_store, visit->end_store))
      return true;
  }
  return false;
}

/* May the two race, where that is asked for? Both are next at the same time if one of them waits,
 * and the other one holds the lock. */
static bool
may_race(const struct prog *prog, event_id one, event_id other)
{
  return prog->asks & PROPERTY_RACE &&
         (prog->events.at[one].order == ORDER_PLAIN || prog->events.at[other].order == ORDER_PLAIN);
}

/* Do locks keep the other access away from the moment just before this one? */
static bool
is_kept_away(const struct locks *locks, const struct prog *prog, event_id event, event_id other)
{
  lock_set others = locks->held.at[other];
  if (!may_race(prog, event, other) || MUTANT(RACE_OF_WAITER_FORGOTTEN))
    others |= locks->needs.at[other];
  if (MUTANT(LOCKS_DIFFER))
    return locks->before.at[event] && others;
  return locks->before.at[event] & others;
}

/* The prog, what locks say about it, and what creation and joining do. */
struct background {
  const struct prog *prog;
  const struct locks *locks;
  const struct order *order;
};

/* Is one of these accesses, all of one thread, concurrent with `access` and not kept away? */
static bool
exposes(const struct background *b, const struct access *access, const access_list *others,
        size_t first, size_t end)
{
  if (first == end || others->at[first].thread == access->thread)
    return false;
  for (size_t i = first; i < end; i++)
    if (!is_kept_away(b->locks, b->prog, access->event, others->at[i].event) &&
        order_concurrent(b->order, access->thread, access->event, others->at[i].thread,
                         others->at[i].event))
      return true;
  return false;
}

static bool
exposes_at(const struct background *b, const struct accesses *accesses, const struct access *access,
           const struct site *site)
{
  bool stores = b->prog->events.at[access->event].kind == EVENT_STORE;
  for (size_t i = site->first; i < site->end; i++) {
    const struct visit *visit = &accesses->visits.at[i];
    if (stores ? exposes(b, access, &accesses->all, visit->first, visit->end)
               : exposes(b, access, &accesses->stores, visit->first_store, visit->end_store))
      return true;
  }
  return false;
}

static const struct access *
access_of(const struct accesses *accesses, const struct site *site)
{
  return &accesses->all.at[accesses->visits.at[site->first].first];
}

/* Which of the accesses at `one` are merged in spite of those at `other`? */
static void
expose(struct labels *labels, const struct prog *prog, const struct order *order,
       const struct accesses *accesses, const struct site *one, const struct site *other)
{
  struct background background = {prog, &labels->locks, order};
  size_t end = accesses->visits.at[one->end - 1].end;
  for (size_t i = accesses->visits.at[one->first].first; i < end; i++) {
    const struct access *access = &accesses->all.at[i];
    if (labels->merged.at[access->event] && exposes_at(&background, accesses, access, other))
      labels->merged.at[access->event] = false;
  }
}

/* Looks for what the accesses at `one` meet at `other`. */
static void
confront(struct labels *labels, const struct prog *prog, const struct order *order,
         const struct accesses *accesses, const struct site *one, const struct site *other)
{
  INVARIANT(one->first < one->end && one->end <= accesses->visits.n);
  size_t end = accesses->visits.at[one->end - 1].end;
  for (size_t i = accesses->visits.at[one->first].first; i < end; i++) {
    const struct access *access = &accesses->all.at[i];
    bool stores = prog->events.at[access->event].kind == EVENT_STORE;
    if (MUTANT(READ_UNSEEN)) {
      if (!stores)
        continue;
      stores = false;
    }
    if (!labels->visible.at[access->event] && meets_at(order, accesses, access, stores, other))
      labels->visible.at[access->event] = true;
  }
}

/* Each pair of sites that overlap, in both directions. */
typedef void visitor(struct labels *labels, const struct prog *prog, const struct order *order,
                     const struct accesses *accesses, const struct site *one,
                     const struct site *other);

static void
visit_pairs(struct labels *labels, const struct prog *prog, const struct order *order,
            const struct accesses *accesses, visitor *visit)
{
  for (size_t i = 0; i < accesses->sites.n; i++) {
    const struct site *site = &accesses->sites.at[i];
    const struct access *one = access_of(accesses, site);
    visit(labels, prog, order, accesses, site, site);
    for (size_t k = i + 1; k < accesses->sites.n; k++) { /* those that overlap */
      const struct site *other = &accesses->sites.at[k];
      const struct access *two = access_of(accesses, other);
      if (two->target.object != one->target.object ||
          two->target.offset >= one->target.offset + one->bytes)
        break;
      INVARIANT(two->target.offset >= one->target.offset);
      visit(labels, prog, order, accesses, site, other);
      visit(labels, prog, order, accesses, other, site);
    }
  }
}

/* What holds no lock is exposed anyway. */
static void
find_merged(struct labels *labels, const struct prog *prog, const struct order *order,
            const struct accesses *accesses)
{
  locks_find(&labels->locks, prog, order, labels->visible.at);
  if (!labels->locks.all.n)
    return;
  for (event_id e = 0; e < prog->events.n; e++)
    labels->merged.at[e] = labels->visible.at[e] && labels->locks.before.at[e];
  visit_pairs(labels, prog, order, accesses, expose);
}

static void
find_visible(struct labels *labels, const struct prog *prog, const struct labels *whole)
{
  struct accesses accesses = {0};
  struct order *order = order_find(prog);
  arrange(prog, &accesses);
  visit_pairs(labels, prog, order, &accesses, confront);
  if (whole) {
    locks_copy(&labels->locks, &whole->locks);
    for (event_id e = 0; e < prog->events.n; e++)
      labels->merged.at[e] = labels->visible.at[e] && e < whole->merged.n && whole->merged.at[e];
  } else if (!prog->no_merge && !memmodel_stores_late(prog)) {
    find_merged(labels, prog, order, &accesses);
  }
  order_free(order);
  vec_free(&accesses.all);
  vec_free(&accesses.stores);
  vec_free(&accesses.visits);
  vec_free(&accesses.sites);
}

/* ---- late stores ---- */

static bool
touches_any(const struct prog *prog, const struct event *event, const struct map *objects)
{
  for (uint32_t i = 0; i < event->n_targets; i++)
    if (map_find(objects, prog->targets.at[event->first_target + i].object))
      return true;
  return false;
}

static void
find_late_of_thread(struct labels *labels, const struct prog *prog, const struct thread *thread)
{
  const struct memmodel *model = memmodel_of(prog);
  struct map objects = {0}; /* to which something late goes */
  for (bool grows = true; grows;) {
    grows = false;
    for (event_id e = thread->first; e < thread->end; e++) {
      const struct event *event = &prog->events.at[e];
      if (event->guard == VALUE_FALSE || labels->late.at[e] || !model->is_late(prog, event) ||
          !(labels->visible.at[e] || touches_any(prog, event, &objects)))
        continue;
      INVARIANT(event->kind == EVENT_STORE && !model->is_barrier(prog, event));
      labels->late.at[e] = grows = true;
      for (uint32_t i = 0; i < event->n_targets; i++)
        *map_at(&objects, prog->targets.at[event->first_target + i].object) = 1;
    }
  }
  map_free(&objects);
}

static void
find_late(struct labels *labels, const struct prog *prog)
{
  if (!memmodel_stores_late(prog))
    return;
  vec_resize(&labels->late, prog->events.n);
  for (thread_id t = 0; t < prog->threads.n; t++)
    find_late_of_thread(labels, prog, &prog->threads.at[t]);
}

/* ---- grouping ---- */

/* What the next indivisible unit (an event, or a whole section) is like. */
struct unit {
  event_id end;
  bool visible; /* others may notice it, or it waits for others */
  bool merges;  /* others might, but for locks */
  bool effect;  /* others may notice it afterwards */
  bool stops;   /* the thread may not get past it */
  bool waits;   /* it is a section at which the thread may wait */
  bool cut;
  bool late;    /* it puts something into the buffer */
  bool barrier; /* it may wait until the buffer is empty */
  bool empties; /* it always does */
};

static struct unit
next_unit(const struct labels *labels, const struct prog *prog, event_id first, event_id end)
{
  struct unit unit = {.end = first};
  uint32_t section = MUTANT(SECTION_DIVIDED) ? 0 : prog->events.at[first].section;
  do {
    const struct event *event = &prog->events.at[unit.end];
    bool visible = labels->visible.at[unit.end], merged = labels->merged.at[unit.end];
    unit.end++;
    if (event->guard == VALUE_FALSE)
      continue;
    unit.visible |= (visible && !merged) || event->kind == EVENT_JOIN;
    unit.merges |= merged;
    unit.effect |= (visible && event->kind == EVENT_STORE) || event->kind == EVENT_CREATE;
    unit.stops |= event->kind == EVENT_ASSUME || event->kind == EVENT_BLOCK;
    unit.waits |= section && event->kind == EVENT_BLOCK;
    unit.cut |= event->kind == EVENT_CUT;
    unit.late |= labels_late(labels, unit.end - 1);
    bool barrier = memmodel_of(prog)->is_barrier(prog, event);
    unit.barrier |= barrier;
    unit.empties |= barrier && event->guard == VALUE_TRUE;
  } while (section && unit.end < end && prog->events.at[unit.end].section == section);
  return unit;
}

static bool
any(const bool *also, event_id first, event_id end)
{
  for (; also && first < end; first++)
    if (also[first])
      return true;
  return false;
}

/* Is the event in the middle of a section? Then no label can begin there. */
static bool
is_inside(const struct prog *prog, const struct thread *thread, event_id event)
{
  uint32_t section = prog->events.at[event].section;
  return event > thread->first && section && prog->events.at[event - 1].section == section;
}

static void
group_thread(struct labels *labels, const struct prog *prog, const struct thread *thread,
             const bool *also)
{
  vec_push(&labels->all, ((struct label){LABEL_START, thread->first, thread->first}));
  bool effect = false, seen = true, waits = prog->asks & PROPERTY_DEADLOCK;
  bool buffered = false; /* there may be something in the buffer */
  uint32_t number = 0;
  for (event_id e = thread->first; e < thread->end;) {
    INVARIANT(!is_inside(prog, thread, e) || MUTANT(SECTION_DIVIDED));
    struct unit unit = next_unit(labels, prog, e, thread->end);
    unit.visible |= unit.barrier && buffered && !MUTANT(BARRIER_HIDDEN);
    buffered = (buffered && !unit.empties) || unit.late;
    bool alone = (unit.stops && effect) || (unit.waits && waits && seen);
    unit.visible |= unit.merges && vec_last(&labels->all).kind == LABEL_START;
    bool opens = unit.visible || unit.cut || alone || any(also, e, unit.end);
    if (opens) {
      enum label_kind kind = unit.visible ? LABEL_STEP : LABEL_STOP;
      vec_push(&labels->all, ((struct label){kind, e, e}));
      effect = seen = false;
      number++;
    }
    effect |= unit.effect && !MUTANT(EFFECT_TAKEN_BACK);
    effect |= unit.merges && !opens && !MUTANT(MERGED_HELD_UP);
    seen |= unit.visible || unit.merges;
    for (; e < unit.end; e++)
      labels->of_event.at[e] = number;
    vec_last(&labels->all).end = e;
  }
  INVARIANT(vec_last(&labels->all).end == thread->end);
}

static bool
is_sound_thread(const struct labels *labels, const struct prog *prog, thread_id t)
{
  const struct thread *thread = &prog->threads.at[t];
  event_id here = thread->first;
  for (uint32_t l = 0; l < labels_count(labels, t); l++) {
    const struct label *label = labels_get(labels, t, l);
    if ((label->kind == LABEL_START) != !l || label->first != here || (l && label->end == here) ||
        (here < label->end && is_inside(prog, thread, here)))
      return false;
    for (; here < label->end; here++)
      if (labels->of_event.at[here] != l)
        return false;
  }
  return here == thread->end;
}

bool
labels_are_sound(const struct labels *labels, const struct prog *prog)
{
  bool sound = labels->first_of_thread.n == prog->threads.n + 1 && !labels->first_of_thread.at[0] &&
               vec_last(&labels->first_of_thread) == labels->all.n;
  for (thread_id t = 0; sound && t < prog->threads.n; t++)
    sound = is_sound_thread(labels, prog, t);
  return sound;
}

static bool
is_restored(const struct labels *labels, const struct prog *prog, const struct lock_cycle *cycle)
{
  for (int i = 0; i < 2; i++)
    if (prog->events.at[cycle->give[i]].guard == VALUE_FALSE ||
        labels->of_event.at[cycle->give[i]] != labels->of_event.at[cycle->take])
      return false;
  return prog->events.at[cycle->take].guard != VALUE_FALSE;
}

void
labels_find_restored(struct labels *labels, const struct prog *prog)
{
  labels->restored.n = 0;
  vec_resize(&labels->restored, prog->events.n);
  for (size_t i = 0; i < labels->locks.cycles.n; i++) {
    const struct lock_cycle *cycle = &labels->locks.cycles.at[i];
    if (is_restored(labels, prog, cycle))
      labels->restored.at[cycle->take] = labels->restored.at[cycle->give[0]] =
        labels->restored.at[cycle->give[1]] = true;
  }
  open_find(labels, prog);
}

static void
find(struct labels *labels, const struct prog *prog, const struct labels *whole, const bool *also)
{
  *labels = (struct labels){0};
  vec_resize(&labels->of_event, prog->events.n);
  vec_resize(&labels->visible, prog->events.n);
  vec_resize(&labels->merged, prog->events.n);
  find_visible(labels, prog, whole);
  find_late(labels, prog);
  for (thread_id t = 0; t < prog->threads.n; t++) {
    vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
    group_thread(labels, prog, &prog->threads.at[t], also);
  }
  vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
  labels_find_restored(labels, prog);
  INVARIANT(labels->all.n >= prog->threads.n && labels->all.n <= prog->threads.n + prog->events.n);
  assert(labels_are_sound(labels, prog) || MUTANT(SECTION_DIVIDED));
}

void
labels_find(struct labels *labels, const struct prog *prog)
{
  find(labels, prog, NULL, NULL);
}

void
labels_find_slice(struct labels *labels, const struct prog *prog, const struct labels *whole,
                  const bool *also)
{
  find(labels, prog, whole, also);
}

void
labels_free(struct labels *labels)
{
  vec_free(&labels->all);
  vec_free(&labels->first_of_thread);
  vec_free(&labels->of_event);
  vec_free(&labels->visible);
  vec_free(&labels->late);
  locks_free(&labels->locks);
  vec_free(&labels->merged);
  vec_free(&labels->restored);
  vec_free(&labels->open);
}

uint32_t
labels_count(const struct labels *labels, thread_id thread)
{
  INVARIANT((size_t)thread + 1 < labels->first_of_thread.n);
  return labels->first_of_thread.at[thread + 1] - labels->first_of_thread.at[thread];
}

const struct label *
labels_get(const struct labels *labels, thread_id thread, uint32_t label)
{
  INVARIANT(label < labels_count(labels, thread));
  return &labels->all.at[labels->first_of_thread.at[thread] + label];
}

bool
labels_late(const struct labels *labels, event_id event)
{
  return event < labels->late.n && labels->late.at[event];
}

bool
label_may_wait(const struct prog *prog, const struct label *label)
{
  for (event_id i = label->first; i < label->end; i++) {
    enum event_kind kind = prog->events.at[i].kind;
    if ((kind == EVENT_BLOCK || kind == EVENT_JOIN || kind == EVENT_ASSUME || kind == EVENT_CUT) &&
        prog->events.at[i].guard != VALUE_FALSE)
      return true;
  }
  return false;
}
