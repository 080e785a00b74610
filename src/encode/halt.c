/* Questions about the state in which a run ends: deadlock and race.
 *
 * Every state that can be reached within the rounds is the last one of some run, since a thread
 * need not run on. So we look at the end of the last round only. A thread stands before the first
 * label it has not passed. What would happen if it tried? Its loads there have not happened, and
 * nothing says what they gave; so for the sake of the question we let them read the memory as it
 * is at the end. (The clauses that say so hold only if the question is asked. Stores of the
 * attempt go to cells that are restored afterwards.)
 *
 * A thread waits if the first event of the attempt that does not let it pass is a BLOCK or a JOIN.
 * Deadlock is one of
 * - every thread that has been created has ended or waits, and at least one waits;
 * - some threads wait in a circle: each for one of them, or for the release of something whose
 *   owner has ended. The circle is guessed: in(t) implies that t waits for a thread that is in it.
 *
 * A race is two threads that are both about to touch a cell, one of them to write it, and one of
 * them by a plain access: both are next, so nothing orders them.
 *
 * Under a weak memory model a deadlock is one with empty buffers: what can leave a buffer goes on.
 * For a race they need not be empty. Whether a section touches a cell may depend on what it loads
 * there, and so on what others have not seen yet. */
#include <stdlib.h>

#include "analysis/waits.h"
#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"

typedef VEC(lit) lit_list;

/* ---- where a thread stands ---- */

static lit
has_begun(const struct encoding *e, thread_id t, uint32_t l)
{
  return l ? schedule_passed(e, t, e->rounds - 1, l - 1) : schedule_created(e, t, e->rounds - 1);
}

static lit
stands_before(struct encoding *e, thread_id t, uint32_t l)
{
  return gate_and(&e->gates, has_begun(e, t, l), -schedule_passed(e, t, e->rounds - 1, l));
}

static lit
has_ended(const struct encoding *e, thread_id t)
{
  return schedule_passed(e, t, e->rounds - 1, labels_count(e->labels, t) - 1);
}

/* ---- an attempt to pass a label ---- */

struct attempt {
  struct encoding *e;
  thread_id viewer; /* whose buffer is looked at; NOBODY: all are empty */
  lit now;          /* the thread stands here, and the question is asked */
  lit alive;        /* nothing has stopped it so far */
  VEC(struct cell) saved;
  VEC(uint32_t) saved_index;
};

/* Remembers the cells that a store is about to change. */
static void
save_cells(struct attempt *attempt, const struct event *event)
{
  struct encoding *e = attempt->e;
  for (uint32_t k = 0; k < event->n_targets; k++) {
    struct span span = e->spans.at[event->first_target + k];
    for (uint32_t c = span.first; c < span.first + span.n; c++) {
      vec_push(&attempt->saved, e->cells.at[c]);
      vec_push(&attempt->saved_index, c);
    }
  }
}

/* Last saved, first restored: the oldest copy of a cell wins. */
static void
restore_cells(struct attempt *attempt)
{
  INVARIANT(attempt->saved.n == attempt->saved_index.n);
  for (size_t i = attempt->saved.n; i-- > 0 && !MUTANT(ATTEMPT_NOT_TAKEN_BACK);)
    attempt->e->cells.at[attempt->saved_index.at[i]] = attempt->saved.at[i];
  vec_free(&attempt->saved);
  vec_free(&attempt->saved_index);
}

/* The event happens, and the result says under which condition it is the one that stops the
 * thread. */
static lit
try_event(struct attempt *attempt, const struct event *event)
{
  struct encoding *e = attempt->e;
  lit guard, fails = GATE_FALSE;
  if (event->guard == VALUE_FALSE)
    return GATE_FALSE;
  switch (event->kind) {
  case EVENT_STORE:
    save_cells(attempt, event); /* fall through */
  case EVENT_LOAD:
    memory_access(e, event, gate_and(&e->gates, attempt->now, attempt->alive), attempt->viewer);
    return GATE_FALSE;
  case EVENT_BLOCK:
  case EVENT_ASSUME:
  case EVENT_ASSERT:
    fails = -encode_bool(e, event->value);
    break;
  case EVENT_JOIN:
    fails = -has_ended(e, event->child);
    break;
  case EVENT_CUT:
    fails = GATE_TRUE;
    break;
  case EVENT_FENCE:
  case EVENT_CREATE:
  case EVENT_LOCAL:
  case EVENT_POINT:
  case EVENT_PAST:
  case EVENT_MARK:
    return GATE_FALSE;
  }
  guard = encode_bool(e, event->guard);
  lit stops = gate_and(&e->gates, attempt->alive, gate_and(&e->gates, guard, fails));
  attempt->alive = gate_and(&e->gates, attempt->alive, -stops);
  return stops;
}

/* ---- deadlock ---- */

struct deadlock {
  struct encoding *e;
  lit asked;
  lit *in;         /* per thread: it is in the circle */
  lit *waits;      /* per thread: it waits */
  lit_list *helps; /* per thread: it waits for one that is in the circle */
};

static lit
owner_is(struct encoding *e, value_id owner, uint64_t number)
{
  unsigned width = value_width(e->prog, owner);
  lit bits[WORD_MAX], constant[WORD_MAX];
  INVARIANT(number >= 1 && number <= bits_mask(width));
  const lit *encoded = encode_value(e, owner);
  for (unsigned i = 0; i < width; i++)
    bits[i] = encoded[i];
  word_const(constant, width, number);
  return word_eq(&e->gates, bits, constant, width);
}

static void
note_wait(struct deadlock *d, thread_id t, const struct event *event, lit waits)
{
  struct encoding *e = d->e;
  INVARIANT(event->kind == EVENT_BLOCK || event->kind == EVENT_JOIN);
  d->waits[t] = gate_or(&e->gates, d->waits[t], waits);
  if (event->kind == EVENT_JOIN) {
    vec_push(&d->helps[t], gate_and(&e->gates, waits, d->in[event->child]));
    return;
  }
  for (thread_id u = 0; event->addr != VALUE_FALSE && u < e->prog->threads.n; u++) {
    lit for_u = gate_and(&e->gates, waits, owner_is(e, event->addr, u + 1));
    lit ended = MUTANT(DEADLOCK_FORGETS_ENDED) ? GATE_FALSE : has_ended(e, u);
    if (for_u != GATE_FALSE)
      vec_push(&d->helps[t], gate_and(&e->gates, for_u, gate_or(&e->gates, d->in[u], ended)));
  }
}

static bool
can_wait(const struct encoding *e, const struct label *label)
{
  for (event_id i = label->first; i < label->end; i++) {
    const struct event *event = &e->prog->events.at[i];
    bool wait = event->kind == EVENT_JOIN || (event->kind == EVENT_BLOCK && !e->labels->open.at[i]);
    if (wait && event->guard != VALUE_FALSE)
      return true;
  }
  return false;
}

static void
try_label(struct deadlock *d, thread_id t, uint32_t l)
{
  struct encoding *e = d->e;
  const struct label *label = labels_get(e->labels, t, l);
  lit here = stands_before(e, t, l);
  if (here == GATE_FALSE || !can_wait(e, label))
    return;
  struct attempt attempt = {
    .e = e, .viewer = NOBODY, .now = gate_and(&e->gates, here, d->asked), .alive = GATE_TRUE};
  for (event_id i = label->first; i < label->end; i++) {
    const struct event *event = &e->prog->events.at[i];
    lit stops = try_event(&attempt, event);
    bool join = event->kind == EVENT_JOIN && !MUTANT(DEADLOCK_FORGETS_JOIN);
    if (stops != GATE_FALSE && (event->kind == EVENT_BLOCK || join))
      note_wait(d, t, event, gate_and(&e->gates, here, stops));
  }
  restore_cells(&attempt);
}

/* Every thread waits or has ended, and at least one waits. */
static lit
all_wait(struct deadlock *d)
{
  struct encoding *e = d->e;
  lit_list some = {0}, all = {0};
  for (thread_id t = 0; t < e->prog->threads.n; t++) {
    lit absent = -schedule_created(e, t, e->rounds - 1);
    lit done = gate_or(&e->gates, absent, has_ended(e, t));
    vec_push(&all, gate_or(&e->gates, done, d->waits[t]));
    vec_push(&some, d->waits[t]);
  }
  lit one_waits = gate_or_many(&e->gates, some.at, some.n);
  vec_push(&all, one_waits);
  lit result = MUTANT(DEADLOCK_OF_ONE) ? one_waits : gate_and_many(&e->gates, all.at, all.n);
  vec_free(&some);
  vec_free(&all);
  return result;
}

int
halt_deadlock(struct encoding *e)
{
  size_t n = e->prog->threads.n;
  bool *may = waits_find(e->prog, e->labels);
  struct deadlock d = {e, gate_fresh(&e->gates), mem_alloc(n * sizeof(lit)),
                       mem_alloc(n * sizeof(lit)), mem_alloc(n * sizeof(lit_list))};
  lit_list ways = {0};
  buffer_must_be_empty(e, d.asked);
  for (thread_id t = 0; t < n; t++) {
    d.in[t] = may[t] ? gate_fresh(&e->gates) : GATE_FALSE;
    d.waits[t] = GATE_FALSE;
  }
  for (thread_id t = 0; t < n; t++)
    for (uint32_t l = 0; may[t] && l < labels_count(e->labels, t); l++)
      try_label(&d, t, l);
  for (thread_id t = 0; t < n; t++) {
    if (!may[t])
      continue;
    lit helped = gate_or_many(&e->gates, d.helps[t].at, d.helps[t].n);
    lit clause[] = {-d.in[t], helped};
    gate_clause(&e->gates, clause, 2);
    vec_push(&ways, d.in[t]);
    vec_free(&d.helps[t]);
  }
  vec_push(&ways, all_wait(&d));
  vec_push(&ways, -d.asked);
  INVARIANT(ways.n >= 2 && ways.n <= n + 2);
  bool possible = ways.n > 2 || ways.at[0] != GATE_FALSE;
  gate_clause(&e->gates, ways.at, ways.n);
  vec_free(&ways);
  free(may);
  free(d.in);
  free(d.waits);
  free(d.helps);
  return possible ? d.asked : 0;
}

/* ---- race ---- */

/* How a thread is about to touch a cell. */
enum touch { PLAIN_READ, PLAIN_WRITE, ATOMIC_READ, ATOMIC_WRITE, TOUCHES };

struct race {
  struct encoding *e;
  lit asked;
  lit *touches; /* per cell, thread and kind of touch */
};

static lit *
touch_of(struct race *race, uint32_t cell, thread_id t, enum touch kind)
{
  INVARIANT(cell < race->e->cells.n && t < race->e->prog->threads.n);
  return &race->touches[((size_t)cell * race->e->prog->threads.n + t) * TOUCHES + kind];
}

static void
note_access(struct race *race, thread_id t, const struct event *event, lit when)
{
  struct encoding *e = race->e;
  if (event->quiet && !MUTANT(QUIET_RACES))
    return;
  bool plain = event->order == ORDER_PLAIN || MUTANT(RACE_OF_ATOMICS);
  enum touch kind = event->kind == EVENT_STORE ? (plain ? PLAIN_WRITE : ATOMIC_WRITE)
                                               : (plain ? PLAIN_READ : ATOMIC_READ);
  for (uint32_t k = 0; k < event->n_targets; k++) {
    uint32_t index = event->first_target + k;
    struct span span = e->spans.at[index];
    if (e->prog->objects.at[e->prog->targets.at[index].object].internal && !MUTANT(RACE_OF_MODELS))
      continue;
    lit here = gate_and(&e->gates, when, memory_at_target(e, event, index));
    for (uint32_t c = span.first; c < span.first + span.n; c++) {
      lit *touch = touch_of(race, c, t, kind);
      *touch = gate_or(&e->gates, *touch, here);
    }
  }
}

/* What a thread that stands before a STEP is about to do is the unit that opens it. */
static void
look_ahead(struct race *race, thread_id t, uint32_t l)
{
  struct encoding *e = race->e;
  const struct label *label = labels_get(e->labels, t, l);
  lit here = stands_before(e, t, l);
  if (here == GATE_FALSE || label->kind != LABEL_STEP)
    return;
  struct attempt attempt = {
    .e = e, .viewer = t, .now = gate_and(&e->gates, here, race->asked), .alive = GATE_TRUE};
  INVARIANT(label->first < label->end);
  uint32_t section = e->prog->events.at[label->first].section;
  event_id i = label->first;
  do {
    const struct event *event = &e->prog->events.at[i];
    bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
    if (access && event->guard != VALUE_FALSE)
      note_access(race, t, event, gate_and(&e->gates, here, attempt.alive));
    if (section)
      try_event(&attempt, event);
    i++;
  } while (section && i < label->end && e->prog->events.at[i].section == section);
  restore_cells(&attempt);
}

/* A thread sees what it stored in earlier labels, even if no other thread does yet. */
static void
look_ahead_of_thread(struct race *race, thread_id t)
{
  struct encoding *e = race->e;
  uint32_t store = 0;
  memory_turn(e, t);
  if (e->staircase)
    source_view(e, t);
  for (uint32_t l = 0; l < labels_count(e->labels, t); l++) {
    for (; store < e->buffer.stores.n && e->buffer.stores.at[store].thread <= t; store++) {
      const struct buffered *here = &e->buffer.stores.at[store];
      if (here->thread == t && e->labels->of_event.at[here->event] >= l)
        break;
      if (here->thread == t)
        memory_remain(e, store);
    }
    look_ahead(race, t, l);
  }
}

/* One of the two writes, one of the two is plain. */
static lit
conflict(struct race *race, uint32_t cell, thread_id t, thread_id u)
{
  struct gates *gates = &race->e->gates;
  lit side[2][TOUCHES], ways[4];
  for (int k = 0; k < TOUCHES; k++) {
    side[0][k] = *touch_of(race, cell, t, (enum touch)k);
    side[1][k] = *touch_of(race, cell, u, (enum touch)k);
  }
  for (int i = 0; i < 2; i++) {
    const lit *mine = side[i], *other = side[1 - i];
    lit writes = gate_or(gates, other[PLAIN_WRITE], other[ATOMIC_WRITE]);
    lit reads = gate_or(gates, other[PLAIN_READ], other[ATOMIC_READ]);
    ways[2 * i] = gate_and(gates, mine[PLAIN_READ], writes);
    lit any = MUTANT(RACE_FORGETS_WRITES) ? reads : gate_or(gates, writes, reads);
    ways[2 * i + 1] = gate_and(gates, mine[PLAIN_WRITE], any);
  }
  return gate_or_many(gates, ways, 4);
}

int
halt_race(struct encoding *e)
{
  size_t n = e->prog->threads.n;
  struct race race = {e, gate_fresh(&e->gates), mem_alloc(e->cells.n * n * TOUCHES * sizeof(lit))};
  for (size_t i = 0; i < e->cells.n * n * TOUCHES; i++)
    race.touches[i] = GATE_FALSE;
  for (thread_id t = 0; t < n; t++)
    look_ahead_of_thread(&race, t);
  lit_list ways = {0};
  for (uint32_t c = 0; c < e->cells.n; c++)
    for (thread_id t = 0; t < n; t++)
      for (thread_id u = t + 1; u < n; u++) {
        lit way = conflict(&race, c, t, u);
        if (way != GATE_FALSE)
          vec_push(&ways, way);
      }
  bool possible = ways.n > 0;
  vec_push(&ways, -race.asked);
  gate_clause(&e->gates, ways.at, ways.n);
  vec_free(&ways);
  free(race.touches);
  return possible ? race.asked : 0;
}
