/* Store buffers: when others see a late store.
 *
 * A late store (labels.late) has two literals for each round r. left(r) says that it has left the
 * buffer by the end of its thread's turn in that round, seen(r) that it has by the end of the
 * round.
 *
 *     left(0) -> seen(0) -> left(1) -> seen(1) -> ...      and      seen(r) -> passed(r)
 *
 * That is all that the walk over the contexts needs (encode.c): in its thread's turn memory gets
 * the store if left(r) and not seen(r-1), at the end of the round if seen(r) and not left(r). In
 * the turn that may as well be at the place of the store in the program, since nobody else looks.
 * Its own thread sees it anyway: where a thread may load what is in its buffer it has a view of the
 * cell, which at the beginning of its turn is memory, and gets each of its stores that is not there
 * yet.
 *
 * Often one of the two moments is enough, cell by cell: where nobody could tell, what leaves at the
 * end of a round may as well do so at its thread's next turn, or all may wait for the end of the
 * round.
 *
 * What keeps the order is said for both literals of each round: of two stores to one place the
 * first leaves first, a border keeps those before it in front of those behind it. A barrier that is
 * passed in round r is passed in a turn of that round, so everything before it has left by then;
 * and what a thread that is joined has stored has been seen by everybody.
 *
 * Stores before a barrier without a condition are not compared with those behind it: they have left
 * when those come into the buffer. So each store and each barrier has to do with a window of the
 * stores before it. If each store is a border, the last one in the window speaks for all. */
#include <stdlib.h>

#include "analysis/waits.h"
#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/encoding.h"
#include "memmodel/memmodel.h"

static lit *
literal_at(const struct encoding *e, uint32_t index, unsigned r)
{
  size_t at = ((size_t)index * e->rounds + r) * 2;
  INVARIANT(r < e->rounds && at + 1 < e->buffer.literals.n);
  return &e->buffer.literals.at[at];
}

lit
buffer_left(const struct encoding *e, uint32_t index, unsigned r)
{
  return literal_at(e, index, r)[0];
}

lit
buffer_seen(const struct encoding *e, uint32_t index, unsigned r)
{
  return literal_at(e, index, r)[1];
}

static const struct event *
store_of(const struct encoding *e, uint32_t index)
{
  return &e->prog->events.at[e->buffer.stores.at[index].event];
}

lit
buffer_passed(const struct encoding *e, uint32_t index, unsigned r)
{
  INVARIANT(index < e->buffer.stores.n);
  const struct buffered *store = &e->buffer.stores.at[index];
  return schedule_passed(e, store->thread, r, e->labels->of_event.at[store->event]);
}

/* ---- order ---- */

static bool
overlap(struct span a, struct span b)
{
  return a.first < b.first + b.n && b.first < a.first + a.n;
}

/* Do both store to the same place, and nowhere else? */
static bool
same_place(const struct encoding *e, uint32_t first, uint32_t second)
{
  const struct event *one = store_of(e, first), *two = store_of(e, second);
  const struct target *a = &e->prog->targets.at[one->first_target];
  const struct target *b = &e->prog->targets.at[two->first_target];
  return one->n_targets == 1 && two->n_targets == 1 && one->bytes == two->bytes &&
         a->object == b->object && a->offset == b->offset;
}

static bool
is_border(const struct encoding *e, const struct event *event)
{
  return memmodel_of(e->prog)->is_border(e->prog, event);
}

static void
link_to(struct encoding *e, uint32_t store, lit a, lit b)
{
  INVARIANT(store < e->buffer.stores.n);
  vec_push(&e->buffer.links, ((struct link){store, a, b}));
}

/* To where the store and the other event meet. */
static void
link_places(struct encoding *e, uint32_t store, const struct event *two)
{
  const struct event *one = store_of(e, store);
  for (uint32_t i = one->first_target; i < one->first_target + one->n_targets; i++)
    for (uint32_t k = two->first_target; k < two->first_target + two->n_targets; k++)
      if (overlap(e->spans.at[i], e->spans.at[k]) && !MUTANT(PLACE_OUT_OF_ORDER))
        link_to(e, store, memory_at_target(e, one, i), memory_at_target(e, two, k));
}

/* What has to leave before it, but for what borders say. Of stores to one place each is linked to
 * the one before, whether they happen or not: one that does not may leave at any time. */
static void
find_links(struct encoding *e, struct span window, uint32_t index)
{
  e->buffer.links.n = 0;
  INVARIANT(window.first + window.n == index);
  if (is_border(e, store_of(e, index))) {
    if (window.n && !MUTANT(QUEUE_OUT_OF_ORDER))
      link_to(e, index - 1, GATE_TRUE, GATE_TRUE);
    return;
  }
  bool linked = false; /* to one that speaks for all before it at this place */
  for (uint32_t other = index; other-- > window.first;) {
    bool same = same_place(e, other, index) && !MUTANT(PLACE_OUT_OF_ORDER);
    if (same && !linked)
      link_to(e, other, GATE_TRUE, GATE_TRUE);
    else if (!same)
      link_places(e, other, store_of(e, index));
    linked |= same;
  }
}

/* If a and b hold, what has the first row leaves before what has the second. */
static void
keep_order(struct encoding *e, const lit *first, const lit *second, lit a, lit b)
{
  for (unsigned i = 0; i < 2 * e->rounds; i++) {
    lit clause[] = {-a, -b, -second[i], first[i]};
    if (i % 2 == 0 || second[i] != second[i - 1])
      gate_clause(&e->gates, clause, 4);
  }
}

/* A border has a row as a store has, between those before it and those behind it. */
static void
add_border(struct encoding *e, struct span window, lit guard)
{
  struct buffer *buffer = &e->buffer;
  uint32_t first = window.first, end = window.first + window.n;
  struct border border = {end, guard, (uint32_t)buffer->border_literals.n};
  INVARIANT(border.row % (2 * e->rounds) == 0);
  INVARIANT(!buffer->borders.n || vec_last(&buffer->borders).stores <= end);
  for (unsigned i = 0; i < 2 * e->rounds; i++)
    vec_push(&buffer->border_literals, gate_fresh(&e->gates));
  const lit *row = &buffer->border_literals.at[border.row];
  if (buffer->borders.n && vec_last(&buffer->borders).stores > first) {
    const struct border *before = &vec_last(&buffer->borders);
    keep_order(e, &buffer->border_literals.at[before->row], row, GATE_TRUE, GATE_TRUE);
    first = before->stores;
  }
  for (uint32_t i = first; i < end; i++)
    keep_order(e, literal_at(e, i, 0), row, GATE_TRUE, GATE_TRUE);
  vec_push(&buffer->borders, border);
}

/* The first border that always is one speaks for those before it. */
static void
order_behind_borders(struct encoding *e, struct span window, uint32_t index)
{
  for (size_t i = e->buffer.borders.n; i-- > 0;) {
    const struct border *border = &e->buffer.borders.at[i];
    if (border->stores <= window.first)
      break;
    keep_order(e, &e->buffer.border_literals.at[border->row], literal_at(e, index, 0),
               border->guard, GATE_TRUE);
    if (border->guard == GATE_TRUE)
      break;
  }
}

/* ---- the literals of a store ---- */

/* At the end of the last round memory is looked at only if there is a question about states.
 * What does not matter for it leaves the buffer then, without further ado. */
static bool
is_asked_about(const struct encoding *e, uint32_t index)
{
  const struct event *event = store_of(e, index);
  if (e->prog->asks & PROPERTY_RACE)
    return true;
  for (uint32_t k = event->first_target; k < event->first_target + event->n_targets; k++)
    for (uint32_t c = e->spans.at[k].first; c < e->spans.at[k].first + e->spans.at[k].n; c++)
      if (e->buffer.asked.at[c])
        return true;
  return false;
}

static void
make_literals(struct encoding *e, uint32_t index)
{
  for (unsigned r = 0; r < e->rounds; r++) {
    lit passed = buffer_passed(e, index, r);
    lit left = gate_fresh(&e->gates);
    bool ends = r + 1 == e->rounds && !is_asked_about(e, index);
    lit seen = ends ? passed : gate_fresh(&e->gates);
    vec_push(&e->buffer.literals, left);
    vec_push(&e->buffer.literals, seen);
    if (!ends && !MUTANT(SEEN_EARLY))
      gate_imply(&e->gates, seen, passed);
    gate_imply(&e->gates, left, seen);
    if (r)
      gate_imply(&e->gates, buffer_seen(e, index, r - 1), left);
  }
  for (size_t i = 0; i < e->buffer.links.n; i++) {
    const struct link *link = &e->buffer.links.at[i];
    keep_order(e, literal_at(e, link->store, 0), literal_at(e, index, 0), link->a, link->b);
  }
}

/* All that has to leave before it, if it is there at all. */
static void
find_obstacles(struct encoding *e, struct span window, uint32_t index)
{
  bool queue = is_border(e, store_of(e, index));
  e->buffer.links.n = 0;
  for (uint32_t s = window.first; s < index; s++)
    if (queue)
      link_to(e, s, e->buffer.stores.at[s].guard, GATE_TRUE);
    else
      link_places(e, s, store_of(e, index));
  for (size_t i = 0; i < e->buffer.borders.n; i++)
    for (uint32_t s = window.first; s < e->buffer.borders.at[i].stores; s++)
      link_to(e, s, e->buffer.borders.at[i].guard, e->buffer.stores.at[s].guard);
}

/* In a closed label: it leaves as soon as everything has left that must leave before it. */
static void
make_prompt_literals(struct encoding *e, struct span window, uint32_t index)
{
  VEC(lit) all = {0};
  find_obstacles(e, window, index);
  for (unsigned i = 0; i < 2 * e->rounds; i++) {
    all.n = 0;
    vec_push(&all, buffer_passed(e, index, i / 2));
    for (size_t k = 0; k < e->buffer.links.n; k++) {
      const struct link *link = &e->buffer.links.at[k];
      lit left[] = {-link->a, -link->b, literal_at(e, link->store, 0)[i]};
      vec_push(&all, gate_or_many(&e->gates, left, 3));
    }
    vec_push(&e->buffer.literals, gate_and_many(&e->gates, all.at, all.n));
  }
  vec_free(&all);
}

static void
add_store(struct encoding *e, struct span window, thread_id t, event_id id)
{
  uint32_t index = (uint32_t)e->buffer.stores.n;
  lit guard = encode_bool(e, e->prog->events.at[id].guard);
  bool closed = part_is_closed(e->part, e->labels, t, e->labels->of_event.at[id]);
  INVARIANT(e->prog->events.at[id].kind == EVENT_STORE);
  INVARIANT(!index ||
            (vec_last(&e->buffer.stores).event < id && vec_last(&e->buffer.stores).thread <= t));
  vec_push(&e->buffer.stores, ((struct buffered){id, t, guard, closed}));
  e->buffer.index.at[id] = index;
  if (closed && !MUTANT(CLOSED_LATE)) {
    make_prompt_literals(e, window, index);
  } else {
    find_links(e, window, index);
    make_literals(e, index);
    order_behind_borders(e, window, index);
  }
  INVARIANT(e->buffer.literals.n == 2 * (size_t)e->rounds * e->buffer.stores.n);
}

/* A store that is not late leaves nothing behind in the buffer that would undo it. */
static void
order_at_once(struct encoding *e, struct span window, thread_id t, event_id id)
{
  e->buffer.links.n = 0;
  for (uint32_t s = window.first; s < window.first + window.n; s++)
    link_places(e, s, &e->prog->events.at[id]);
  for (size_t i = 0; i < e->buffer.links.n; i++)
    for (unsigned r = 0; r < e->rounds; r++) {
      const struct link *link = &e->buffer.links.at[i];
      lit passed = schedule_passed(e, t, r, e->labels->of_event.at[id]);
      lit clause[] = {-passed, -link->a, -link->b, buffer_left(e, link->store, r)};
      gate_clause(&e->gates, clause, 4);
    }
}

/* The stores of the window that say it for all. */
static struct span
last_of(const struct encoding *e, struct span window)
{
  uint32_t end = window.first + window.n;
  return window.n && is_border(e, store_of(e, end - 1)) ? (struct span){end - 1, 1} : window;
}

/* ---- barriers and joins ---- */

static void
empty_at(struct encoding *e, struct span window, thread_id t, event_id barrier)
{
  struct span last = last_of(e, window);
  lit guard = encode_bool(e, e->prog->events.at[barrier].guard);
  for (uint32_t i = last.first; i < last.first + last.n && !MUTANT(BARRIER_PASSED); i++)
    for (unsigned r = 0; r < e->rounds; r++) {
      lit passed = schedule_passed(e, t, r, e->labels->of_event.at[barrier]);
      lit clause[] = {-passed, -guard, buffer_left(e, i, r)};
      gate_clause(&e->gates, clause, 3);
    }
}

/* The thread that joins another sees all that it has stored. */
static void
empty_at_join(struct encoding *e, thread_id t, event_id join)
{
  const struct event *event = &e->prog->events.at[join];
  INVARIANT(event->kind == EVENT_JOIN && event->child < e->buffer.at_end.n);
  struct span last = last_of(e, e->buffer.at_end.at[event->child]);
  uint32_t label = e->labels->of_event.at[join];
  lit guard = encode_bool(e, event->guard);
  for (uint32_t i = last.first; i < last.first + last.n && !MUTANT(JOIN_BEFORE_SEEN); i++)
    for (unsigned r = 0; r < e->rounds; r++) {
      lit earlier = r ? schedule_passed(e, t, r - 1, label) : GATE_FALSE;
      lit before = r ? buffer_seen(e, i, r - 1) : GATE_FALSE;
      lit seen = event->child < t ? buffer_left(e, i, r) : before;
      lit clause[] = {-schedule_passed(e, t, r, label), earlier, -guard, seen};
      gate_clause(&e->gates, clause, 4);
    }
}

/* ---- the walk ---- */

static void
note_asked(struct encoding *e, const struct label *label)
{
  for (event_id i = label->first; i < label->end; i++) {
    const struct event *event = &e->prog->events.at[i];
    bool looks = event->kind == EVENT_LOAD && event->guard != VALUE_FALSE;
    for (uint32_t k = 0; looks && k < event->n_targets; k++) {
      struct span span = e->spans.at[event->first_target + k];
      for (uint32_t c = span.first; c < span.first + span.n; c++)
        e->buffer.asked.at[c] = true;
    }
  }
}

/* Which cells do threads look at that might wait, or be about to race? */
static void
find_asked(struct encoding *e)
{
  bool *waits = waits_find(e->prog, e->labels);
  vec_resize(&e->buffer.asked, e->cells.n);
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    for (uint32_t l = 0; l < labels_count(e->labels, t); l++) {
      const struct label *label = labels_get(e->labels, t, l);
      bool deadlock = e->prog->asks & PROPERTY_DEADLOCK && waits[t];
      if (e->prog->asks & PROPERTY_RACE || (deadlock && label_may_wait(e->prog, label)))
        note_asked(e, label);
    }
  free(waits);
}

/* Which threads use which cell, and how? */
static void
find_users(struct encoding *e)
{
  size_t threads = e->prog->threads.n;
  vec_resize(&e->buffer.uses, e->cells.n * threads);
  for (thread_id t = 0; t < threads; t++)
    for (event_id i = e->prog->threads.at[t].first; i < e->prog->threads.at[t].end; i++) {
      const struct event *event = &e->prog->events.at[i];
      bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
      for (uint32_t k = 0; access && event->guard != VALUE_FALSE && k < event->n_targets; k++) {
        struct span span = e->spans.at[event->first_target + k];
        for (uint32_t c = span.first; c < span.first + span.n; c++)
          e->buffer.uses.at[c * threads + t] |= event->kind == EVENT_LOAD   ? USE_LOAD
                                                : labels_late(e->labels, i) ? USE_LATE
                                                                            : USE_STORE;
      }
    }
}

static bool
is_used(const struct encoding *e, uint32_t cell, thread_id first, thread_id end, unsigned uses)
{
  INVARIANT(cell < e->cells.n && end <= e->prog->threads.n);
  for (thread_id t = first; t < end; t++)
    if (e->buffer.uses.at[cell * e->prog->threads.n + t] & uses)
      return true;
  return false;
}

bool
buffer_is_viewed(const struct encoding *e, thread_id t, uint32_t cell)
{
  return e->buffer.uses.n && is_used(e, cell, t, t + 1, USE_VIEW);
}

/* Does the load look at what a store of the window stores? */
static void
note_view(struct encoding *e, thread_id t, const struct event *load, struct span window)
{
  for (uint32_t s = window.first; s < window.first + window.n; s++) {
    const struct event *store = store_of(e, s);
    for (uint32_t i = 0; i < load->n_targets; i++)
      for (uint32_t k = 0; k < store->n_targets; k++) {
        struct span a = e->spans.at[load->first_target + i];
        struct span b = e->spans.at[store->first_target + k];
        for (uint32_t c = a.first; c < a.first + a.n; c++)
          if (c >= b.first && c < b.first + b.n && !MUTANT(OWN_STORE_UNSEEN))
            e->buffer.uses.at[c * e->prog->threads.n + t] |= USE_VIEW;
      }
  }
}

/* Does it make a difference whether the store reaches the cell at the end of a round or at the
 * thread's next turn? What lies between is left to threads with smaller numbers: at the end of the
 * round they come behind it, and their turns before it. */
static bool
needs_end(const struct encoding *e, uint32_t index, uint32_t cell)
{
  return is_used(e, cell, 0, e->buffer.stores.at[index].thread, USE_ANY);
}

/* Does it make a difference whether the store reaches the cell in the thread's turn or at the end
 * of the round? What lies between are the rest of the turn, and all that threads with larger
 * numbers do. */
static bool
needs_turn(const struct encoding *e, uint32_t index, uint32_t cell)
{
  thread_id t = e->buffer.stores.at[index].thread;
  return is_used(e, cell, t + 1, (thread_id)e->prog->threads.n, USE_ANY) ||
         is_used(e, cell, t, t + 1, USE_STORE) ||
         (is_used(e, cell, t, t + 1, USE_LOAD) && !buffer_is_viewed(e, t, cell));
}

lit
buffer_is_in_memory(const struct encoding *e, uint32_t index, unsigned r, uint32_t cell)
{
  if (!r)
    return GATE_FALSE;
  return needs_end(e, index, cell) ? buffer_seen(e, index, r - 1) : buffer_left(e, index, r - 1);
}

struct change
buffer_leaves(const struct encoding *e, uint32_t index, unsigned r, bool at_end, uint32_t cell)
{
  const struct change never = {GATE_FALSE, GATE_FALSE};
  lit left = buffer_left(e, index, r), seen = buffer_seen(e, index, r);
  lit before = buffer_is_in_memory(e, index, r, cell);
  bool is_last = r + 1 == e->rounds, is_asked = is_last && e->buffer.asked.at[cell];
  if (at_end && is_last && !is_asked)
    return never;
  if (!needs_end(e, index, cell) && !is_asked)
    return at_end ? never : (struct change){left, before};
  if (!needs_turn(e, index, cell))
    return at_end ? (struct change){seen, before} : never;
  return at_end ? (struct change){seen, left} : (struct change){left, before};
}

/* ---- the threads ---- */

/* Takes note of what the event means for the window of those behind it. */
static void
pass_event(struct encoding *e, thread_id t, event_id id, struct span *window)
{
  const struct memmodel *model = memmodel_of(e->prog);
  const struct event *event = &e->prog->events.at[id];
  if (event->kind == EVENT_LOAD)
    note_view(e, t, event, *window);
  if (model->is_barrier(e->prog, event)) {
    empty_at(e, *window, t, id);
    if (event->guard == VALUE_TRUE)
      *window = (struct span){window->first + window->n, 0};
  } else if (labels_late(e->labels, id)) {
    add_store(e, *window, t, id);
    window->n++;
  } else if (event->kind == EVENT_STORE) {
    order_at_once(e, *window, t, id);
  } else if (model->is_border(e->prog, event) && window->n && !MUTANT(BORDER_CROSSED)) {
    add_border(e, *window, encode_bool(e, event->guard));
  }
}

void
buffer_build(struct encoding *e)
{
  const struct prog *prog = e->prog;
  if (!memmodel_stores_late(prog))
    return;
  find_users(e);
  find_asked(e);
  vec_resize(&e->buffer.index, prog->events.n);
  for (thread_id t = 0; t < prog->threads.n; t++) {
    struct span window = {(uint32_t)e->buffer.stores.n, 0};
    e->buffer.borders.n = 0;
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].guard != VALUE_FALSE)
        pass_event(e, t, i, &window);
    INVARIANT(window.first + window.n == e->buffer.stores.n);
    vec_push(&e->buffer.at_end, window);
  }
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].kind == EVENT_JOIN && prog->events.at[i].guard != VALUE_FALSE)
        empty_at_join(e, t, i);
}

void
buffer_free(struct buffer *buffer)
{
  vec_free(&buffer->stores);
  vec_free(&buffer->literals);
  vec_free(&buffer->index);
  vec_free(&buffer->at_end);
  vec_free(&buffer->borders);
  vec_free(&buffer->border_literals);
  vec_free(&buffer->links);
  vec_free(&buffer->uses);
  vec_free(&buffer->asked);
}

void
buffer_must_be_empty(struct encoding *e, lit when)
{
  for (uint32_t i = 0; i < e->buffer.stores.n && !MUTANT(HALT_WITH_BUFFER); i++) {
    lit clause[] = {-when, -buffer_passed(e, i, e->rounds - 1), buffer_seen(e, i, e->rounds - 1)};
    gate_clause(&e->gates, clause, 3);
  }
}
