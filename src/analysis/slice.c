/* What matters, backwards from the assertions and the cuts, and from what the program is asked
 * for: if it is deadlocks, from whatever may stop a thread; if it is races, from the accesses that
 * others see.
 *
 * - data and control: the loads that the guard, the address or the value of an event that matters
 *   is computed from (guards are control dependence made explicit);
 * - memory: every store that may write what such a load reads;
 * - synchronisation: what may keep a thread from getting to such an event - every earlier block,
 *   assume, cut and join of its thread, also those that stand behind it in the same label, since a
 *   label is passed as a whole; the creation of its thread; and where a join matters, everything
 *   that may keep the joined thread from its end.
 *
 * Why the slice decides: what is dropped can neither change a value that matters nor keep a thread
 * from an event that matters. So a run of the whole program, restricted to what is kept, is a run
 * of the slice; and a run of the slice becomes one of the whole program if each thread runs, in
 * the same contexts, to the last kept event it passed there: nothing dropped can stop it on the
 * way. At the end, each runs on to the next kept event. Threads run on to their end only if
 * somebody waits for that. */
#include "analysis/slice.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/waits.h"

struct search {
  const struct prog *prog;
  const struct labels *labels;
  struct values *values_of;
  struct slice *slice;
  VEC(event_id) work;
  VEC(bool) seen; /* of each value */
  VEC(value_id) values;
  VEC(thread_id) thread_of; /* of each event */
  event_id *blocking; /* per thread: earlier ones that may block are kept already */
  event_id *create;   /* per thread: its CREATE event, UINT32_MAX = none */
};

static bool
is_dead(const struct search *search, event_id event)
{
  value_id guard = search->prog->events.at[event].guard;
  struct value_set set = values_get(search->values_of, guard);
  return guard == VALUE_FALSE || (set.n == 1 && !set.open && !set.at[0]);
}

static void
keep(struct search *search, event_id event)
{
  if (search->slice->kept.at[event] || is_dead(search, event))
    return;
  search->slice->kept.at[event] = true;
  vec_push(&search->work, event);
}

/* The loads that a value is computed from. */
static void
keep_value(struct search *search, value_id root)
{
  vec_push(&search->values, root);
  while (search->values.n) {
    value_id id = search->values.at[--search->values.n];
    const struct value *value = &search->prog->values.at[id];
    if (search->seen.at[id])
      continue;
    search->seen.at[id] = true;
    if (value->op == OP_LOADED)
      keep(search, (event_id)value->imm);
    else if (value->op > OP_LOADED)
      for (int i = 0; i < 3; i++) /* unused arguments are a constant */
        vec_push(&search->values, value->arg[i]);
  }
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

static void
keep_stores(struct search *search, const struct event *load)
{
  for (event_id e = 0; e < search->prog->events.n; e++) {
    const struct event *event = &search->prog->events.at[e];
    if (event->kind == EVENT_STORE && !search->slice->kept.at[e] &&
        overlap(search->prog, event, load))
      keep(search, e);
  }
}

/* Whatever may stop the thread before `end`. */
static void
keep_blocking(struct search *search, thread_id thread, event_id end)
{
  for (event_id e = search->blocking[thread]; e < end; e++) {
    enum event_kind kind = search->prog->events.at[e].kind;
    if (kind == EVENT_BLOCK || kind == EVENT_ASSUME || kind == EVENT_CUT || kind == EVENT_JOIN)
      keep(search, e);
  }
  if (search->blocking[thread] < end)
    search->blocking[thread] = end;
  if (thread && search->create[thread] != UINT32_MAX)
    keep(search, search->create[thread]);
}

static void
visit(struct search *search, event_id id)
{
  const struct prog *prog = search->prog;
  const struct event *event = &prog->events.at[id];
  thread_id thread = search->thread_of.at[id];
  keep_value(search, event->guard);
  keep_value(search, event->value);
  if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE || event->kind == EVENT_BLOCK)
    keep_value(search, event->addr);
  if (event->kind == EVENT_LOAD)
    keep_stores(search, event);
  if (event->kind == EVENT_JOIN) {
    search->slice->joined.at[event->child] = true;
    keep_blocking(search, event->child, prog->threads.at[event->child].end);
  }
  uint32_t label = search->labels->of_event.at[id];
  keep_blocking(search, thread, labels_get(search->labels, thread, label)->end);
}

/* Who has ended and who waits must be known of everybody. */
static void
keep_waits(struct search *search)
{
  const struct prog *prog = search->prog;
  bool *waits = waits_find(prog), some = false;
  for (thread_id t = 0; t < prog->threads.n; t++)
    some |= waits[t];
  for (thread_id t = 0; some && t < prog->threads.n; t++) {
    search->slice->joined.at[t] = true;
    keep_blocking(search, t, prog->threads.at[t].end);
  }
  free(waits);
}

static void
keep_races(struct search *search)
{
  for (event_id e = 0; e < search->prog->events.n; e++)
    if (search->labels->visible.at[e])
      keep(search, e);
}

static void
find_kept(struct search *search)
{
  const struct prog *prog = search->prog;
  for (thread_id t = 0; t < prog->threads.n; t++) {
    search->blocking[t] = prog->threads.at[t].first;
    search->create[t] = UINT32_MAX;
  }
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      search->thread_of.at[e] = t;
      if (prog->events.at[e].kind == EVENT_CREATE)
        search->create[prog->events.at[e].child] = e;
    }
  for (event_id e = 0; e < prog->events.n; e++)
    if (prog->events.at[e].kind == EVENT_ASSERT || prog->events.at[e].kind == EVENT_CUT)
      keep(search, e);
  if (prog->asks & PROPERTY_DEADLOCK)
    keep_waits(search);
  if (prog->asks & PROPERTY_RACE)
    keep_races(search);
  while (search->work.n)
    visit(search, search->work.at[--search->work.n]);
}

/* ---- labels of the slice and of the whole program ----
 *
 * The slice sees fewer reasons for labels than the whole program; and where it does not see one, it
 * may see another one later. Then a thread could stand where a schedule of the whole program cannot
 * put it. So:
 * - no label of the slice begins in the middle of what matters of a label of the whole program: it
 *   begins with that one instead. What moves is invisible, or else it would have opened a label.
 * - if it is deadlocks, whoever waits stands where he stands in the whole program: what matters
 *   before that label is a label of its own. It need not be a place to be interrupted. */

enum { NOT_HERE = 0 }; /* or 1 + the kind of the label that begins with the event */

static bool
matters_between(const struct slice *slice, event_id first, event_id end)
{
  for (event_id e = first; e < end; e++)
    if (slice->kept.at[e])
      return true;
  return false;
}

static void
begin_at(uint8_t *begins, event_id event)
{
  if (begins[event] == NOT_HERE)
    begins[event] = 1 + LABEL_STOP;
}

/* The beginning of the whole program's label that the event is in. */
static event_id
whole_begin(const struct labels *labels, thread_id t, event_id event)
{
  return labels_get(labels, t, labels->of_event.at[event])->first;
}

static void
mark_begins(const struct slice *slice, const struct labels *labels, thread_id t, uint8_t *begins)
{
  for (uint32_t l = 0; l < labels_count(&slice->labels, t); l++) {
    const struct label *label = labels_get(&slice->labels, t, l);
    event_id first = label->first;
    while (first < label->end && !slice->kept.at[first])
      first++;
    event_id whole = first < label->end ? whole_begin(labels, t, first) : label->first;
    if (l && matters_between(slice, whole, label->first))
      begin_at(begins, whole);
    else if (label->first < slice->prog->threads.at[t].end)
      begins[label->first] = (uint8_t)(1 + label->kind);
  }
}

static void
mark_waits(const struct slice *slice, const struct labels *labels, thread_id t, uint8_t *begins)
{
  const struct thread *thread = &slice->prog->threads.at[t];
  event_id start = thread->first; /* of the label at hand */
  for (event_id e = thread->first; e < thread->end; e++) {
    enum event_kind kind = slice->prog->events.at[e].kind;
    if (begins[e] != NOT_HERE)
      start = e;
    if (!slice->kept.at[e] || (kind != EVENT_BLOCK && kind != EVENT_JOIN))
      continue;
    event_id whole = whole_begin(labels, t, e);
    if (whole > start && matters_between(slice, start, whole)) {
      begin_at(begins, whole);
      start = whole;
    }
  }
}

/* The thread's labels as marked, appended to `all`. */
static void
relabel(struct slice *slice, thread_id t, const uint8_t *begins)
{
  const struct thread *thread = &slice->prog->threads.at[t];
  struct labels *labels = &slice->labels;
  uint32_t number = 0;
  vec_push(&labels->first_of_thread, (uint32_t)labels->all.n);
  vec_push(&labels->all, ((struct label){LABEL_START, thread->first, thread->end}));
  for (event_id e = thread->first; e < thread->end; e++) {
    if (begins[e] > 1 + LABEL_START) {
      vec_last(&labels->all).end = e;
      vec_push(&labels->all, ((struct label){(enum label_kind)(begins[e] - 1), e, thread->end}));
      number++;
    }
    labels->of_event.at[e] = number;
  }
}

static void
agree(struct slice *slice, const struct labels *labels)
{
  uint8_t *begins = mem_alloc(slice->prog->events.n);
  for (thread_id t = 0; t < slice->prog->threads.n; t++) {
    mark_begins(slice, labels, t, begins);
    if (slice->prog->asks & PROPERTY_DEADLOCK)
      mark_waits(slice, labels, t, begins);
  }
  slice->labels.all.n = slice->labels.first_of_thread.n = 0;
  for (thread_id t = 0; t < slice->prog->threads.n; t++)
    relabel(slice, t, begins);
  vec_push(&slice->labels.first_of_thread, (uint32_t)slice->labels.all.n);
  free(begins);
}

/* ---- all ---- */

void
slice_find(struct slice *slice, const struct prog *prog, const struct labels *labels,
           struct values *values)
{
  *slice = (struct slice){0};
  struct search search = {
      .prog = prog,
      .labels = labels,
      .values_of = values,
      .slice = slice,
      .blocking = mem_alloc(prog->threads.n * sizeof(event_id)),
      .create = mem_alloc(prog->threads.n * sizeof(event_id)),
  };
  vec_resize(&slice->kept, prog->events.n);
  vec_resize(&slice->joined, prog->threads.n);
  vec_resize(&search.seen, prog->values.n);
  vec_resize(&search.thread_of, prog->events.n);
  find_kept(&search);
  slice->prog = prog_copy(prog);
  for (event_id e = 0; e < prog->events.n; e++) {
    enum event_kind kind = prog->events.at[e].kind;
    if (!slice->kept.at[e] && kind != EVENT_LOCAL)
      slice->prog->events.at[e].guard = VALUE_FALSE;
  }
  labels_find(&slice->labels, slice->prog);
  agree(slice, labels);
  vec_free(&search.work);
  vec_free(&search.seen);
  vec_free(&search.values);
  vec_free(&search.thread_of);
  free(search.blocking);
  free(search.create);
}

void
slice_free(struct slice *slice)
{
  prog_free(slice->prog);
  labels_free(&slice->labels);
  vec_free(&slice->kept);
  vec_free(&slice->joined);
}

/* How many labels of the whole thread contain what these labels of the slice contain. */
static uint32_t
widened(const struct slice *slice, const struct labels *labels, thread_id thread, uint32_t passed)
{
  if (!passed)
    return 0;
  if (slice->joined.at[thread] && passed == labels_count(&slice->labels, thread))
    return labels_count(labels, thread);
  event_id first = slice->prog->threads.at[thread].first;
  for (event_id e = labels_get(&slice->labels, thread, passed - 1)->end; e-- > first;)
    if (slice->kept.at[e])
      return labels->of_event.at[e] + 1;
  return 0;
}

/* The thread has passed so many labels of the slice: how many of the whole thread lie before the
 * next thing that matters? */
static uint32_t
before_next(const struct slice *slice, const struct labels *labels, thread_id thread,
            uint32_t passed)
{
  const struct label *next = labels_get(&slice->labels, thread, passed);
  for (event_id e = next->first; e < next->end; e++)
    if (slice->kept.at[e])
      return labels->of_event.at[e];
  return 0;
}

void
slice_widen(const struct slice *slice, const struct labels *labels, struct schedule *schedule)
{
  uint32_t *passed = mem_alloc(slice->prog->threads.n * sizeof *passed);
  uint32_t *before = mem_alloc(slice->prog->threads.n * sizeof *before);
  size_t n = 0;
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context context = schedule->contexts.at[i];
    passed[context.thread] = context.labels;
    context.labels = widened(slice, labels, context.thread, context.labels);
    if (context.labels > before[context.thread])
      schedule->contexts.at[n++] = context;
    before[context.thread] = context.labels;
  }
  schedule->contexts.n = n;
  for (thread_id t = 0; t < slice->prog->threads.n; t++) {
    if (!passed[t] || passed[t] == labels_count(&slice->labels, t))
      continue;
    uint32_t next = before_next(slice, labels, t, passed[t]);
    if (next > before[t])
      vec_push(&schedule->contexts, ((struct context){t, next}));
  }
  free(passed);
  free(before);
}
