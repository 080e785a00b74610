/* Finding locks.
 *
 * A place is a lock if this holds of every store that may touch one of its bytes:
 * - it *takes* the lock: an atomic section loads the place, goes on to the store only if it has
 *   loaded 0, and stores a constant other than 0; or
 * - it *gives the lock back*: it stores 0, and its thread certainly holds the lock there; or
 * - it is a *stray*, such as an initialisation, that cannot happen while another thread holds the
 *   lock: it comes before whatever takes the lock in that thread, or after the end of that thread,
 *   by creation and joining (order.h).
 *
 * A thread certainly *holds* a lock at an event if a store before it in the thread takes the lock,
 * and has happened if the event happens (guards.h), and no store between the two that may touch the
 * lock, other than one that takes it, happens if the event does; or if it happens, the lock is
 * certainly taken again before the event.
 *
 * Why no two threads hold a lock at once: suppose t and u do, and this is the first moment when any
 * two do. Say t took it first. When u took it, it loaded 0; so something was stored after t had
 * stored something else. That was no taker, for it stores no 0; nor one of t's own stores, for then t
 * would not hold the lock; nor a stray of another thread; nor the giving back by a third thread,
 * which would have held the lock at the same time as t, earlier. So there is no such moment. In
 * particular the lock is not 0 while somebody holds it.
 *
 * A section *needs* a lock to be free if it waits for that: it loads the place and blocks until
 * the result is 0. While another thread holds the lock, such a section does not happen. Nor may it
 * fail then: an assertion before the wait must not depend on anything in the section that others
 * can change, but that the lock is not held by the thread itself, which it is not if another one
 * holds it. (A section that tries to get a lock, and goes on if it does not, needs nothing. It can
 * see the difference.)
 *
 * Everything here errs on the safe side: what is not recognised is no lock, is not held, and needs
 * nothing. */
#include "analysis/locks.h"

#include <stdlib.h>

#include "analysis/guards.h"
#include "base/invariant.h"
#include "base/mutant.h"

enum { ACTIVE = 16, NODES = 4096 };

/* A store, and a lock that it has to do with. */
struct deed {
  event_id event;
  thread_id thread;
  uint32_t lock;
};

struct finder {
  const struct prog *prog;
  const struct order *order;
  const bool *visible;
  struct guards *guards;
  struct locks *locks;
  struct map of_object;        /* the first lock in it, plus 1 */
  uint32_t next_in[LOCKS_MAX]; /* the next lock in the same object, plus 1 */
  uint8_t *taken;              /* of each event: the lock that it takes, plus 1 */
  event_id *first_taker;       /* per lock and thread; UINT32_MAX: none */
  VEC(struct deed) takers, strays;
  lock_set bad;
};

static bool
is_access(const struct event *event)
{
  return (event->kind == EVENT_LOAD || event->kind == EVENT_STORE) && event->guard != VALUE_FALSE;
}

static bool
same_place(const struct prog *prog, const struct event *a, const struct event *b)
{
  struct target x = prog->targets.at[a->first_target], y = prog->targets.at[b->first_target];
  return a->n_targets == 1 && b->n_targets == 1 && x.object == y.object && x.offset == y.offset &&
         a->bytes == b->bytes;
}

static bool
may_touch(const struct prog *prog, const struct event *event, struct target place, uint32_t bytes)
{
  for (uint32_t i = 0; i < event->n_targets; i++) {
    struct target target = prog->targets.at[event->first_target + i];
    if (target.object == place.object && target.offset < place.offset + bytes &&
        place.offset < target.offset + event->bytes)
      return true;
  }
  return false;
}

static bool
may_meet(const struct prog *prog, const struct event *a, const struct event *b)
{
  return may_touch(prog, a, prog->targets.at[b->first_target], b->bytes);
}

/* ---- sections ---- */

static event_id
section_begin(const struct prog *prog, const struct thread *thread, event_id event)
{
  uint32_t section = prog->events.at[event].section;
  while (section && event > thread->first && prog->events.at[event - 1].section == section)
    event--;
  return event;
}

static event_id
section_end(const struct prog *prog, const struct thread *thread, event_id event)
{
  uint32_t section = prog->events.at[event].section;
  do
    event++;
  while (section && event < thread->end && prog->events.at[event].section == section);
  return event;
}

/* The load that gives what is at the event's place when its section begins, and that happens if
 * the event does; `end` if there is none. */
static event_id
find_look(struct finder *f, event_id begin, event_id end, const struct event *access,
          value_id guard)
{
  event_id look = end;
  for (event_id e = begin; e < end; e++) {
    const struct event *event = &f->prog->events.at[e];
    if (!is_access(event) || !may_meet(f->prog, event, access))
      continue;
    if (event->kind == EVENT_STORE)
      return end;
    if (look == end && same_place(f->prog, event, access) &&
        guards_imply(f->guards, guard, event->guard))
      look = e;
  }
  return look;
}

/* Does the store happen only if the load gives 0? */
static bool
is_if_zero(struct finder *f, event_id look, event_id store)
{
  const struct event *event = &f->prog->events.at[store];
  if (guards_imply_zero(f->guards, event->guard, look))
    return true;
  for (event_id e = look; e < store; e++) {
    const struct event *wait = &f->prog->events.at[e];
    if ((wait->kind == EVENT_BLOCK || wait->kind == EVENT_ASSUME) && wait->guard != VALUE_FALSE &&
        guards_imply_zero(f->guards, wait->value, look) &&
        guards_imply(f->guards, event->guard, wait->guard))
      return true;
  }
  return false;
}

static bool
takes(struct finder *f, const struct thread *thread, event_id store)
{
  const struct event *event = &f->prog->events.at[store];
  uint64_t bits = 0;
  if (event->kind != EVENT_STORE || !event->section || event->n_targets != 1 ||
      event->guard == VALUE_FALSE || !value_is_const(f->prog, event->value, &bits) || !bits)
    return false;
  event_id look = find_look(f, section_begin(f->prog, thread, store), store, event, event->guard);
  return look < store && is_if_zero(f, look, store);
}

/* ---- candidates ---- */

/* Cheap: may there be a lock at all? Values and guards are looked at only then. */
static bool
may_take(const struct prog *prog, const struct thread *thread, event_id store)
{
  const struct event *event = &prog->events.at[store];
  uint64_t bits = 0;
  if (event->kind != EVENT_STORE || !event->section || event->n_targets != 1 ||
      event->guard == VALUE_FALSE || !value_is_const(prog, event->value, &bits) || !bits)
    return false;
  for (event_id e = section_begin(prog, thread, store); e < store; e++)
    if (prog->events.at[e].kind == EVENT_LOAD && same_place(prog, &prog->events.at[e], event))
      return true;
  return false;
}

static bool
may_have_locks(const struct prog *prog)
{
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++)
      if (may_take(prog, &prog->threads.at[t], e))
        return true;
  return false;
}

/* The number of the lock at exactly this place, entered if it is new; LOCKS_MAX: no room. */
static uint32_t
enter_lock(struct finder *f, struct target place, uint32_t bytes)
{
  struct locks *locks = f->locks;
  uint32_t *head = map_at(&f->of_object, place.object);
  for (uint32_t i = *head; i; i = f->next_in[i - 1])
    if (locks->all.at[i - 1].place.offset == place.offset && locks->all.at[i - 1].bytes == bytes)
      return i - 1;
  if (locks->all.n == LOCKS_MAX)
    return LOCKS_MAX;
  f->next_in[locks->all.n] = *head;
  vec_push(&locks->all, ((struct lock){place, bytes}));
  *head = (uint32_t)locks->all.n;
  return *head - 1;
}

/* The lock that an access is for; LOCKS_MAX: none. */
static uint32_t
find_lock(const struct finder *f, const struct event *event)
{
  if (event->n_targets != 1)
    return LOCKS_MAX;
  struct target place = f->prog->targets.at[event->first_target];
  const uint32_t *head = map_find(&f->of_object, place.object);
  for (uint32_t i = head ? *head : 0; i; i = f->next_in[i - 1]) {
    const struct lock *lock = &f->locks->all.at[i - 1];
    if (lock->place.offset == place.offset && lock->bytes == event->bytes)
      return i - 1;
  }
  return LOCKS_MAX;
}

static void
find_takers(struct finder *f)
{
  const struct prog *prog = f->prog;
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if (!may_take(prog, &prog->threads.at[t], e) || !takes(f, &prog->threads.at[t], e))
        continue;
      uint32_t lock = enter_lock(f, prog->targets.at[event->first_target], event->bytes);
      if (lock == LOCKS_MAX)
        continue;
      f->taken[e] = (uint8_t)(lock + 1);
      vec_push(&f->takers, ((struct deed){e, t, lock}));
      event_id *first = &f->first_taker[lock * prog->threads.n + t];
      if (*first == UINT32_MAX)
        *first = e;
    }
}

/* ---- holding ---- */

/* A lock was taken, and may have been given back under these guards. Where it was, and then
 * certainly taken again, as by who waits for a condition, it is held as before. */
struct taking {
  event_id take;
  event_id since; /* held at the latest since then */
  event_id gives[ACTIVE];
  unsigned n;
  bool garbled; /* one of these stores may leave something else than 0, or it was taken again */
};

struct holding {
  struct taking at[ACTIVE]; /* the newest last */
  unsigned n;
};

static bool
still_holds(struct finder *f, const struct taking *taking, value_id guard)
{
  if (!guards_imply(f->guards, guard, f->prog->events.at[taking->take].guard))
    return false;
  for (unsigned i = 0; i < taking->n && !MUTANT(LOCK_NEVER_GIVEN_BACK); i++)
    if (!guards_exclude(f->guards, guard, f->prog->events.at[taking->gives[i]].guard))
      return false;
  return true;
}

/* Does the thread hold it under this guard since an event before `since`? */
static bool
holds(struct finder *f, const struct holding *holding, value_id guard, event_id since)
{
  for (unsigned i = holding->n; i-- > 0;)
    if (holding->at[i].since < since && still_holds(f, &holding->at[i], guard))
      return true;
  return false;
}

static void
remove_taking(struct holding *holding, unsigned i)
{
  for (holding->n--; i < holding->n; i++)
    holding->at[i] = holding->at[i + 1];
}

/* Forgets where the lock was given back before it was taken again here. */
static void
take_again(struct finder *f, struct taking *taking, event_id take)
{
  const struct prog *prog = f->prog;
  unsigned n = 0;
  for (unsigned i = 0; i < taking->n; i++)
    if (!guards_imply(f->guards, prog->events.at[taking->gives[i]].guard,
                      prog->events.at[take].guard))
      taking->gives[n++] = taking->gives[i];
  if (n == taking->n)
    return;
  taking->n = n;
  taking->since = take;
  taking->garbled = true;
}

static void
add_taking(struct finder *f, struct holding *holding, event_id take)
{
  for (unsigned i = 0; i < holding->n; i++)
    take_again(f, &holding->at[i], take);
  if (holding->n == ACTIVE)
    remove_taking(holding, 0);
  holding->at[holding->n++] = (struct taking){.take = take, .since = take};
}

/* Does the store put back what was there before the lock was taken? Only if that has been taken. A
 * store of 0 after an attempt that failed gives back what was taken before. */
static bool
gives_back(const struct finder *f, value_id taken, event_id give)
{
  return guards_imply(f->guards, f->prog->events.at[give].guard, taken) || MUTANT(GIVEN_UNTAKEN);
}

/* The lock may be given back here: what was taken is held from now on only where it is not. */
static void
add_give(struct finder *f, struct holding *holding, event_id give, bool is_zero)
{
  const struct prog *prog = f->prog;
  for (unsigned i = holding->n; i-- > 0;) {
    struct taking *taking = &holding->at[i];
    value_id taken = prog->events.at[taking->take].guard, guard = prog->events.at[give].guard;
    if (guards_exclude(f->guards, taken, guard))
      continue;
    bool certain = guards_imply(f->guards, taken, guard);
    event_id first = taking->n ? taking->gives[0] : give;
    bool both =
      taking->n == 1 && guards_cover(f->guards, taken, prog->events.at[first].guard, guard);
    taking->garbled |= !is_zero;
    if (!taking->garbled && ((certain && !taking->n) || both) && gives_back(f, taken, first) &&
        gives_back(f, taken, give))
      vec_push(&f->locks->cycles, ((struct lock_cycle){taking->take, {first, give}}));
    if ((certain && !MUTANT(LOCK_NEVER_GIVEN_BACK)) || taking->n == ACTIVE)
      remove_taking(holding, i);
    else
      taking->gives[taking->n++] = give;
  }
}

/* A store that may touch the lock and does not take it. */
static void
add_other(struct finder *f, thread_id t, struct holding *holding, uint32_t lock, event_id e)
{
  const struct event *event = &f->prog->events.at[e];
  const struct lock *one = &f->locks->all.at[lock];
  struct target place = f->prog->targets.at[event->first_target];
  uint64_t bits = 1;
  bool zero = event->n_targets == 1 && place.object == one->place.object &&
              place.offset == one->place.offset && event->bytes == one->bytes &&
              value_is_const(f->prog, event->value, &bits) && !bits;
  if (!zero || !holds(f, holding, event->guard, e))
    vec_push(&f->strays, ((struct deed){e, t, lock}));
  add_give(f, holding, e, zero);
}

/* The locks that a store may touch, as bits. */
static lock_set
touched_by(const struct finder *f, const struct event *event)
{
  lock_set touched = 0;
  for (uint32_t i = 0; i < event->n_targets; i++) {
    object_id object = f->prog->targets.at[event->first_target + i].object;
    const uint32_t *head = map_find(&f->of_object, object);
    for (uint32_t k = head ? *head : 0; k; k = f->next_in[k - 1]) {
      const struct lock *lock = &f->locks->all.at[k - 1];
      if (may_touch(f->prog, event, lock->place, lock->bytes))
        touched |= (lock_set)1 << (k - 1);
    }
  }
  return touched;
}

static void
note_held(struct finder *f, const struct holding *of, event_id e, event_id begin)
{
  value_id guard = f->prog->events.at[e].guard;
  for (uint32_t k = 0; k < f->locks->all.n; k++) {
    if (!of[k].n)
      continue;
    lock_set bit = (lock_set)1 << k;
    if (holds(f, &of[k], guard, e))
      f->locks->held.at[e] |= bit;
    if (begin == e ? f->locks->held.at[e] & bit : holds(f, &of[k], guard, begin))
      f->locks->before.at[e] |= bit;
  }
}

static void
note_store(struct finder *f, thread_id t, struct holding *of, event_id e)
{
  const struct event *event = &f->prog->events.at[e];
  lock_set touched = touched_by(f, event);
  for (uint32_t k = 0; touched; k++, touched >>= 1) {
    if (!(touched & 1))
      continue;
    if (f->taken[e] == k + 1)
      add_taking(f, &of[k], e);
    else
      add_other(f, t, &of[k], k, e);
  }
}

static void
find_held(struct finder *f, thread_id t)
{
  const struct prog *prog = f->prog;
  const struct thread *thread = &prog->threads.at[t];
  struct holding *of = mem_alloc(f->locks->all.n * sizeof *of);
  event_id begin = thread->first, end = thread->first; /* of the section */
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &prog->events.at[e];
    if (e == end) {
      begin = e;
      end = section_end(prog, thread, e);
    }
    if (!is_access(event))
      continue;
    if (f->visible[e])
      note_held(f, of, e, begin);
    if (event->kind == EVENT_STORE)
      note_store(f, t, of, e);
  }
  free(of);
}

/* ---- strays ---- */

static bool
is_apart(const struct finder *f, const struct deed *stray, thread_id t)
{
  event_id taker = f->first_taker[stray->lock * f->prog->threads.n + t];
  return taker == UINT32_MAX || t == stray->thread ||
         stray->event < order_behind(f->order, t, taker, stray->thread) ||
         order_behind(f->order, stray->thread, stray->event, t) >= f->prog->threads.at[t].end;
}

static void
find_bad(struct finder *f)
{
  for (size_t i = 0; i < f->strays.n && !MUTANT(LOCK_OPENED_BY_ANYBODY); i++)
    for (thread_id t = 0; t < f->prog->threads.n; t++)
      if (!is_apart(f, &f->strays.at[i], t))
        f->bad |= (lock_set)1 << f->strays.at[i].lock;
}

/* ---- needs ---- */

/* Does the value depend on a load of the section that others can influence? Such a load's result
 * has a smaller number than whatever is computed from it. */
static bool
depends(const struct finder *f, event_id begin, event_id end, value_id value)
{
  value_id stack[NODES], least = UINT32_MAX;
  struct map seen = {0};
  unsigned n = 0;
  bool found = false;
  for (event_id e = begin; e < end; e++)
    if (is_access(&f->prog->events.at[e]) && f->prog->events.at[e].kind == EVENT_LOAD &&
        f->visible[e] && f->prog->events.at[e].value < least)
      least = f->prog->events.at[e].value;
  stack[n++] = value;
  while (n && !found) {
    value_id v = stack[--n];
    const struct value *node = &f->prog->values.at[v];
    if (v < least || guards_is(f->guards, v, true) || guards_is(f->guards, v, false))
      continue;
    uint32_t *mark = map_at(&seen, v);
    if (*mark)
      continue;
    *mark = 1;
    found =
      (node->op == OP_LOADED && node->imm >= begin && node->imm < end && f->visible[node->imm]) ||
      seen.n > NODES / 4;
    for (unsigned i = 0; i < value_arity((enum value_op)node->op); i++)
      stack[n++] = node->arg[i];
  }
  map_free(&seen);
  return found;
}

/* Does another thread store this number when it takes the lock? */
static bool
others_store(const struct finder *f, thread_id t, uint32_t lock, uint64_t number)
{
  for (size_t i = 0; i < f->takers.n; i++) {
    const struct deed *taker = &f->takers.at[i];
    uint64_t bits = 0;
    if (taker->thread != t && taker->lock == lock &&
        value_is_const(f->prog, f->prog->events.at[taker->event].value, &bits) && bits == number)
      return true;
  }
  return false;
}

/* "The lock does not hold this number", which is one that only this thread stores? */
static bool
is_not_own(const struct finder *f, thread_id t, uint32_t lock, value_id value, event_id look)
{
  const struct value *node = &f->prog->values.at[value];
  value_id loaded = f->prog->events.at[look].value;
  uint64_t number = 0;
  if (node->op != OP_NOT)
    return false;
  node = &f->prog->values.at[node->arg[0]];
  if (node->op != OP_EQ || (node->arg[0] != loaded && node->arg[1] != loaded))
    return false;
  return value_is_const(f->prog, node->arg[node->arg[0] == loaded], &number) && number &&
         !others_store(f, t, lock, number);
}

/* Can the section fail, or end at a bound, before it waits, because of what others do? */
static bool
may_fail(const struct finder *f, thread_id t, uint32_t lock, event_id begin, event_id wait,
         event_id look)
{
  for (event_id e = begin; e < wait; e++) {
    const struct event *event = &f->prog->events.at[e];
    if (event->guard == VALUE_FALSE)
      continue;
    if (event->kind == EVENT_CUT)
      return true;
    if (event->kind == EVENT_ASSERT && !(e > look && is_not_own(f, t, lock, event->value, look)) &&
        (depends(f, begin, wait, event->guard) || depends(f, begin, wait, event->value)))
      return true;
  }
  return false;
}

static void
note_needs(struct finder *f, event_id begin, event_id end, event_id wait, uint32_t lock)
{
  for (event_id e = begin; e < end; e++) {
    const struct event *event = &f->prog->events.at[e];
    if (is_access(event) && guards_imply(f->guards, event->guard, f->prog->events.at[wait].guard))
      f->locks->needs.at[e] |= (lock_set)1 << lock;
  }
}

/* A wait in a section: for which locks? */
static void
find_needs_of(struct finder *f, thread_id t, event_id begin, event_id end, event_id wait)
{
  const struct event *block = &f->prog->events.at[wait];
  for (event_id look = begin; look < wait; look++) {
    const struct event *event = &f->prog->events.at[look];
    uint32_t lock = event->kind == EVENT_LOAD ? find_lock(f, event) : LOCKS_MAX;
    if (lock < LOCKS_MAX && find_look(f, begin, wait, event, block->guard) == look &&
        guards_imply_zero(f->guards, block->value, look) &&
        (MUTANT(LOCK_SEEN_TO_FAIL) || !may_fail(f, t, lock, begin, wait, look)))
      note_needs(f, begin, end, wait, lock);
  }
}

/* What a broken program thinks: who tries to get a lock waits for it. */
static void
take_for_wait(struct finder *f, event_id begin, event_id end)
{
  for (event_id e = begin; e < end; e++)
    for (event_id i = begin; i < end && f->taken[e]; i++)
      f->locks->needs.at[i] |= (lock_set)1 << (f->taken[e] - 1);
}

static void
find_needs(struct finder *f, thread_id t)
{
  const struct thread *thread = &f->prog->threads.at[t];
  for (event_id begin = thread->first; begin < thread->end;) {
    event_id end = section_end(f->prog, thread, begin);
    for (event_id e = begin; e < end && f->prog->events.at[begin].section; e++)
      if (f->prog->events.at[e].kind == EVENT_BLOCK && f->prog->events.at[e].guard != VALUE_FALSE)
        find_needs_of(f, t, begin, end, e);
    if (MUTANT(LOCK_WATCHED))
      take_for_wait(f, begin, end);
    begin = end;
  }
}

/* ---- all together ---- */

static void
leave_out_bad(struct finder *f)
{
  for (event_id e = 0; e < f->prog->events.n; e++) {
    f->locks->held.at[e] &= ~f->bad;
    f->locks->before.at[e] &= ~f->bad;
    f->locks->needs.at[e] &= ~f->bad;
  }
  size_t n = 0;
  for (size_t i = 0; i < f->locks->cycles.n; i++)
    if (!(f->bad >> (f->taken[f->locks->cycles.at[i].take] - 1) & 1))
      f->locks->cycles.at[n++] = f->locks->cycles.at[i];
  f->locks->cycles.n = n;
}

static void
find(struct finder *f)
{
  size_t threads = f->prog->threads.n;
  f->guards = guards_find(f->prog, f->order);
  f->taken = mem_alloc(f->prog->events.n * sizeof *f->taken);
  f->first_taker = mem_alloc(LOCKS_MAX * threads * sizeof *f->first_taker);
  for (size_t i = 0; i < LOCKS_MAX * threads; i++)
    f->first_taker[i] = UINT32_MAX;
  find_takers(f);
  if (f->locks->all.n) {
    vec_resize(&f->locks->held, f->prog->events.n);
    vec_resize(&f->locks->before, f->prog->events.n);
    vec_resize(&f->locks->needs, f->prog->events.n);
    for (thread_id t = 0; t < threads; t++) {
      find_held(f, t);
      find_needs(f, t);
    }
    find_bad(f);
    leave_out_bad(f);
  }
  guards_free(f->guards);
  free(f->taken);
  free(f->first_taker);
  vec_free(&f->takers);
  vec_free(&f->strays);
  map_free(&f->of_object);
}

void
locks_find(struct locks *locks, const struct prog *prog, const struct order *order,
           const bool *visible)
{
  *locks = (struct locks){0};
  if (!may_have_locks(prog))
    return;
  struct finder f = {.prog = prog, .order = order, .visible = visible, .locks = locks};
  find(&f);
}

#define COPY(to, from)                                                                             \
  do {                                                                                             \
    vec_resize(to, (from)->n);                                                                     \
    for (size_t i_ = 0; i_ < (from)->n; i_++)                                                      \
      (to)->at[i_] = (from)->at[i_];                                                               \
  } while (0)

void
locks_copy(struct locks *copy, const struct locks *locks)
{
  *copy = (struct locks){0};
  COPY(&copy->all, &locks->all);
  COPY(&copy->held, &locks->held);
  COPY(&copy->before, &locks->before);
  COPY(&copy->needs, &locks->needs);
  COPY(&copy->cycles, &locks->cycles);
}

void
locks_free(struct locks *locks)
{
  vec_free(&locks->all);
  vec_free(&locks->held);
  vec_free(&locks->before);
  vec_free(&locks->needs);
  vec_free(&locks->cycles);
}
