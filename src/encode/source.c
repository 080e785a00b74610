/* Where loads get their values from, when there are no rounds.
 *
 * A load that happens takes the contents of a cell from one store, its source, or from the initial
 * contents. For each store that may be it there is a literal. It implies that the store has
 * happened there, before the load, and that the bits are equal; and that there is no store
 * between: every other store to the cell that is before the load is before the source. One of
 * these literals is true if the load happens. More than one may be; then each says the truth.
 *
 * Stores that can never be seen are left out: a store behind which there is one, before the load,
 * that certainly happens if the load does. "Certainly" means that its guard and address are
 * constant and the order is known; then its thread has passed it.
 *
 * The clauses "no store between" are as many as loads times stores squared. Beyond a million those
 * that take two decisions are left to refine.c, which adds the ones that a model violates.
 *
 * Lossless: in an execution let the source of a load be the last store before it. All of this
 * holds. Nothing invented: in an order of the nodes that has all that the literals in use say, the
 * last store before a load is its source. refine.c finds such an order, or adds a clause. */
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/staircase.h"

enum { BETWEEN_AT_ONCE = 1000000, POLL_READINGS = 32 };

/* ---- accesses, cell by cell ---- */

struct touch {
  thread_id thread;
  event_id event;
  lit passed, here;
  uint32_t cell;
  const lit *value; /* as far as the cell is concerned */
};

static void
touch_cells(struct encoding *e, thread_id t, event_id i,
            void (*act)(struct encoding *e, const struct touch *touch))
{
  const struct event *event = &e->prog->events.at[i];
  lit value[WORD_MAX];
  memory_value(e, event, value);
  lit passed = e->passed.at[staircase_label(e, t, e->labels->of_event.at[i])];
  for (uint32_t k = event->first_target; k < event->first_target + event->n_targets; k++) {
    lit here = memory_at_target(e, event, k);
    struct span span = e->spans.at[k];
    const lit *part = value;
    for (uint32_t c = span.first; c < span.first + span.n; c++) {
      if (gate_and(&e->gates, passed, here) != GATE_FALSE)
        act(e, &(struct touch){t, i, passed, here, c, part});
      part += 8 * e->cells.at[c].bytes;
    }
    INVARIANT(part == value + 8 * event->bytes);
  }
}

static void
touch_all(struct encoding *e, enum event_kind kind,
          void (*act)(struct encoding *e, const struct touch *touch))
{
  const struct prog *prog = e->prog;
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
      if (prog->events.at[i].kind == kind && memory_is_access(&prog->events.at[i]))
        touch_cells(e, t, i, act);
}

/* ---- stores ---- */

/* As memory has it: what the cell cannot hold is not looked at. */
static size_t
keep_bits(struct encoding *e, const struct cell *cell, const lit *value)
{
  struct staircase *s = e->staircase;
  size_t at = s->pool.n;
  for (unsigned bit = 0; bit < 8 * cell->bytes; bit++) {
    unsigned same = cell->shape.same[bit];
    INVARIANT(same <= bit);
    lit kept = cell->shape.fixed[bit] ? cell->shape.fixed[bit]
               : same < bit           ? s->pool.at[at + same]
                                      : value[bit];
    vec_push(&s->pool, kept);
  }
  return at;
}

/* The store, if `when`, with the label or by a late store's own node. */
static void
push_writer(struct encoding *e, const struct touch *touch, size_t bits, lit when,
            const struct commit *commit)
{
  struct moment moment = staircase_moment(e, touch->thread, touch->event);
  lit here = gate_and(&e->gates, touch->here, when);
  lit wrote = gate_and(&e->gates, touch->passed, here);
  if (commit)
    moment.node = commit->node;
  if (wrote != GATE_FALSE)
    vec_push(&e->staircase->writers,
             ((struct writer){moment, touch->cell, here, wrote, bits,
                              commit && commit->done ? commit->done : GATE_TRUE}));
}

static void
add_writer(struct encoding *e, const struct touch *touch)
{
  const struct commit *commit = commit_of(e, touch->event);
  size_t bits = keep_bits(e, &e->cells.at[touch->cell], touch->value);
  push_writer(e, touch, bits, commit ? commit->prompt : GATE_TRUE, NULL);
  if (commit)
    push_writer(e, touch, bits, -commit->prompt, commit);
}

void
source_find_writers(struct encoding *e)
{
  struct staircase *s = e->staircase;
  touch_all(e, EVENT_STORE, add_writer);
  vec_resize(&s->of_cell_first, e->cells.n + 2);
  for (size_t i = 0; i < s->writers.n; i++)
    s->of_cell_first.at[s->writers.at[i].cell + 2]++;
  for (size_t c = 2; c < e->cells.n + 2; c++)
    s->of_cell_first.at[c] += s->of_cell_first.at[c - 1];
  vec_resize(&s->of_cell, s->writers.n);
  for (uint32_t i = 0; i < s->writers.n; i++)
    s->of_cell.at[s->of_cell_first.at[s->writers.at[i].cell + 1]++] = i;
}

/* ---- which stores may be seen ---- */

/* Has the store, which is before the load in every execution, happened if the load has, and to this
 * cell? A STOP is passed with the STEP before it, or never. So what creation says of a STEP is no
 * reason for the STOPs behind it to have been passed. */
static bool
is_certain(const struct encoding *e, const struct writer *writer, const struct moment *load)
{
  const struct moment *when = &writer->when;
  const struct order *order = e->staircase->order;
  uint32_t label = e->labels->of_event.at[when->event];
  return (writer->here == GATE_TRUE || MUTANT(PERHAPS_HIDES)) &&
         (when->thread == load->thread || staircase_is_step(e, when->thread, label) ||
          when->event < order_behind(order, load->thread, load->event, when->thread) ||
          MUTANT(STOP_IS_PASSED));
}

/* The stores to the cell that may be before the load. True if one of them certainly is. */
static bool
find_earlier(struct encoding *e, uint32_t cell, const struct moment *load)
{
  struct staircase *s = e->staircase;
  bool certain = false;
  for (uint32_t k = s->of_cell_first.at[cell]; k < s->of_cell_first.at[cell + 1]; k++) {
    const struct writer *writer = &s->writers.at[s->of_cell.at[k]];
    lit before = moment_before(e, &writer->when, load);
    if (before == GATE_FALSE)
      continue;
    bool is = before == GATE_TRUE && is_certain(e, writer, load);
    vec_push(&s->earlier, ((struct earlier){s->of_cell.at[k], before, is}));
    certain |= is && writer->here == GATE_TRUE;
  }
  return certain;
}

/* Leaves out those that are hidden by a certain one. */
static void
drop_hidden(struct encoding *e, size_t first)
{
  struct staircase *s = e->staircase;
  struct earlier *list = s->earlier.at + first;
  size_t n = s->earlier.n - first, left = 0;
  bool *hidden = mem_alloc(n + 1);
  for (size_t a = n; a-- > 0;)
    for (size_t b = 0; b < n && !hidden[a] && list[a].certain; b++)
      if (a != b && moment_before(e, &s->writers.at[list[b].writer].when,
                                  &s->writers.at[list[a].writer].when) == GATE_TRUE)
        hidden[b] = true;
  for (size_t a = 0; a < n; a++)
    if (!hidden[a])
      list[left++] = list[a];
  s->earlier.n = first + left;
  free(hidden);
}

/* ---- loads ---- */

bool
source_between(const struct encoding *e, const struct source *source, const struct earlier *other,
               struct between *clause)
{
  const struct staircase *s = e->staircase;
  const struct writer *between = &s->writers.at[other->writer];
  lit before = GATE_FALSE;
  if (source->writer != INITIAL) {
    const struct writer *writer = &s->writers.at[source->writer];
    if (writer->when.event == between->when.event) /* the address says which target it is */
      return false;
    before = moment_before(e, &between->when, &writer->when);
  }
  *clause = (struct between){{-source->from, -between->wrote, -other->before, before}};
  return before != GATE_TRUE;
}

/* Is the clause worth its room at once? If one of two literals is constant, it is. */
static bool
is_strong(const struct between *clause)
{
  unsigned open = 0;
  for (int i = 1; i < 4; i++)
    open += clause->literals[i] != GATE_FALSE;
  return open < 2;
}

static void
write_between(struct encoding *e, const struct between *clause)
{
  lit seen = gate_and(&e->gates, -clause->literals[1], -clause->literals[2]);
  lit shorter[] = {clause->literals[0], -seen, clause->literals[3]};
  uint64_t before = e->gates.sink->clauses;
  gate_clause(&e->gates, shorter, 3);
  e->staircase->between += e->gates.sink->clauses - before;
}

/* Of the stores in the source's thread behind it, the first certain one is enough: if a later one
 * is before the load, so is that. */
static void
add_between(struct encoding *e, const struct reading *reading, const struct source *source)
{
  struct staircase *s = e->staircase;
  struct between clause;
  bool done = false;
  for (size_t i = 0; i < reading->n_earlier; i++) {
    const struct earlier *other = &s->earlier.at[reading->earlier + i];
    const struct writer *between = &s->writers.at[other->writer];
    bool own = source->writer != INITIAL &&
               between->when.thread == s->writers.at[source->writer].when.thread;
    if (!source_between(e, source, other, &clause) || (own && done))
      continue;
    done |= own && between->here == GATE_TRUE;
    bool late = s->watch.lazily || s->between >= BETWEEN_AT_ONCE;
    if ((!late || is_strong(&clause)) && !MUTANT(STORE_BETWEEN))
      write_between(e, &clause);
  }
}

static void
add_source(struct encoding *e, const struct reading *reading, const struct source *source,
           const struct touch *load)
{
  struct staircase *s = e->staircase;
  const struct cell *cell = &e->cells.at[load->cell];
  const lit *bits = cell->bits;
  gate_imply(&e->gates, source->from, reading->active);
  if (source->writer != INITIAL) {
    const struct writer *writer = &s->writers.at[source->writer];
    gate_imply(&e->gates, source->from, writer->wrote);
    gate_imply(&e->gates, source->from, moment_before(e, &writer->when, &reading->when));
    bits = s->pool.at + writer->bits;
  }
  memory_load_cell(e, cell, bits, source->from, GATE_TRUE, load->value);
  add_between(e, reading, source);
}

/* A single source needs no literal of its own. */
static void
find_sources(struct encoding *e, struct reading *reading, bool certain)
{
  struct staircase *s = e->staircase;
  size_t n = reading->n_earlier + !certain;
  INVARIANT(n > 0);
  reading->sources = s->sources.n;
  reading->n_sources = n;
  for (size_t i = 0; i < n; i++) {
    bool initial = i == reading->n_earlier;
    uint32_t writer = initial ? INITIAL : s->earlier.at[reading->earlier + i].writer;
    lit from = n == 1 ? reading->active : gate_fresh(&e->gates);
    vec_push(&s->sources, ((struct source){writer, from}));
  }
}

static struct reading
find_reading(struct encoding *e, const struct touch *load, bool *certain)
{
  struct staircase *s = e->staircase;
  struct reading reading = {.when = staircase_moment(e, load->thread, load->event),
                            .cell = load->cell,
                            .earlier = s->earlier.n};
  *certain = find_earlier(e, load->cell, &reading.when);
  drop_hidden(e, reading.earlier);
  reading.n_earlier = s->earlier.n - reading.earlier;
  return reading;
}

static void
add_reading(struct encoding *e, const struct touch *load)
{
  struct staircase *s = e->staircase;
  bool certain;
  if (s->stopped || (s->readings.n % POLL_READINGS == 0 && staircase_stopped(e)))
    return;
  struct reading reading = find_reading(e, load, &certain);
  VEC(lit) some = {0};
  reading.active = gate_and(&e->gates, load->passed, load->here);
  vec_push(&some, -reading.active);
  find_sources(e, &reading, certain);
  for (size_t i = 0; i < reading.n_sources; i++) {
    struct source source = s->sources.at[reading.sources + i];
    vec_push(&some, source.from);
    add_source(e, &reading, &source, load);
  }
  gate_clause(&e->gates, some.at, some.n);
  vec_push(&s->readings, reading);
  vec_free(&some);
}

void
source_add(struct encoding *e)
{
  touch_all(e, EVENT_LOAD, add_reading);
}

/* ---- how many clauses? ---- */

static unsigned
live_bits(const struct cell *cell)
{
  unsigned n = 0;
  for (unsigned bit = 0; bit < 8 * cell->bytes; bit++)
    n += !cell->shape.fixed[bit] && cell->shape.same[bit] == bit;
  return n;
}

static void
estimate_reading(struct encoding *e, const struct touch *load)
{
  struct staircase *s = e->staircase;
  bool certain;
  if (s->stopped || (s->too_large % POLL_READINGS == 0 && staircase_stopped(e)))
    return;
  struct reading reading = find_reading(e, load, &certain);
  uint64_t n = reading.n_earlier;
  s->too_large += n * (3 + 2 * live_bits(&e->cells.at[load->cell]));
  s->between += n * n;
  s->earlier.n = reading.earlier;
}

/* Gathered where the result would be. */
uint64_t
source_estimate(struct encoding *e)
{
  struct staircase *s = e->staircase;
  touch_all(e, EVENT_LOAD, estimate_reading);
  uint64_t clauses = s->too_large + (s->between < BETWEEN_AT_ONCE ? s->between : BETWEEN_AT_ONCE);
  s->too_large = s->between = 0;
  return clauses;
}

/* ---- the contents of memory at the end ---- */

static bool
is_looked_at(const struct encoding *e, thread_id t, event_id i)
{
  const struct label *label = labels_get(e->labels, t, e->labels->of_event.at[i]);
  bool looked = e->prog->asks & PROPERTY_RACE && e->prog->events.at[i].section;
  for (event_id k = label->first; k < label->end && !looked; k++)
    looked = e->prog->events.at[k].kind == EVENT_BLOCK || e->prog->events.at[k].kind == EVENT_JOIN;
  return looked;
}

static void
note_wanted(const struct encoding *e, const struct event *load, bool *wanted)
{
  for (uint32_t k = load->first_target; k < load->first_target + load->n_targets; k++)
    for (uint32_t c = e->spans.at[k].first; c < e->spans.at[k].first + e->spans.at[k].n; c++)
      wanted[c] = true;
}

static void
find_wanted(const struct encoding *e, thread_id t, bool *wanted)
{
  const struct prog *prog = e->prog;
  for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++)
    if (prog->events.at[i].kind == EVENT_LOAD && memory_is_access(&prog->events.at[i]) &&
        is_looked_at(e, t, i))
      note_wanted(e, &prog->events.at[i], wanted);
}

lit
source_is_seen(const struct writer *writer, thread_id viewer)
{
  bool own = viewer == writer->when.thread && !MUTANT(RACE_FORGETS_OWN);
  return viewer == NOBODY || own ? GATE_TRUE : writer->seen;
}

/* What is asked for: who looks, and the literal that says so. */
struct look {
  thread_id viewer;
  lit asked;
};

/* The writer, or INITIAL, is the last one of the cell, if the literal is true. */
static lit
make_last(struct encoding *e, const struct look *look, uint32_t c, uint32_t index, const lit *value)
{
  struct staircase *s = e->staircase;
  const struct writer *writer = index == INITIAL ? NULL : &s->writers.at[index];
  lit is = gate_fresh(&e->gates);
  gate_imply(&e->gates, is, look->asked);
  if (writer) {
    gate_imply(&e->gates, is, writer->wrote);
    gate_imply(&e->gates, is, source_is_seen(writer, look->viewer));
  }
  const lit *bits = writer ? s->pool.at + writer->bits : e->cells.at[c].bits;
  memory_load_cell(e, &e->cells.at[c], bits, is, GATE_TRUE, value);
  for (uint32_t k = s->of_cell_first.at[c]; k < s->of_cell_first.at[c + 1]; k++) {
    const struct writer *other = &s->writers.at[s->of_cell.at[k]];
    if (writer && other->when.event == writer->when.event)
      continue;
    lit before = writer ? moment_before(e, &other->when, &writer->when) : GATE_FALSE;
    lit clause[] = {-is, -other->wrote, -source_is_seen(other, look->viewer), before};
    if (!MUTANT(LAST_IS_ANY))
      gate_clause(&e->gates, clause, 4);
  }
  vec_push(&s->lasts, ((struct last){c, index, look->viewer, is}));
  return is;
}

static void
find_last(struct encoding *e, const struct look *look, uint32_t c)
{
  struct staircase *s = e->staircase;
  struct cell *cell = &e->cells.at[c];
  lit value[WORD_MAX];
  VEC(lit) some = {0};
  for (unsigned bit = 0; bit < 8 * cell->bytes; bit++)
    value[bit] = cell->shape.fixed[bit]        ? cell->shape.fixed[bit]
                 : cell->shape.same[bit] < bit ? value[cell->shape.same[bit]]
                                               : gate_fresh(&e->gates);
  vec_push(&some, -look->asked);
  vec_push(&some, make_last(e, look, c, INITIAL, value));
  for (uint32_t k = s->of_cell_first.at[c]; k < s->of_cell_first.at[c + 1]; k++)
    vec_push(&some, make_last(e, look, c, s->of_cell.at[k], value));
  gate_clause(&e->gates, some.at, some.n);
  memcpy(cell->bits, value, 8 * cell->bytes * sizeof *value);
  vec_free(&some);
}

static void
find_lasts(struct encoding *e, const struct look *look, const bool *wanted)
{
  const struct staircase *s = e->staircase;
  for (uint32_t c = 0; c < e->cells.n && !staircase_stopped(e); c++)
    if (wanted[c] && s->of_cell_first.at[c] < s->of_cell_first.at[c + 1])
      find_last(e, look, c);
}

void
source_find_last(struct encoding *e)
{
  struct staircase *s = e->staircase;
  bool *wanted = mem_alloc(e->cells.n + 1);
  s->final = gate_fresh(&e->gates);
  for (thread_id t = 0; t < e->prog->threads.n; t++)
    find_wanted(e, t, wanted);
  find_lasts(e, &(struct look){NOBODY, s->final}, wanted);
  free(wanted);
}

void
source_view(struct encoding *e, thread_id t)
{
  struct staircase *s = e->staircase;
  if (!s->commits.n)
    return;
  bool *wanted = mem_alloc(e->cells.n + 1);
  if (!s->viewed)
    s->viewed = gate_fresh(&e->gates);
  memory_reset(e); /* whoever has looked before has left something else */
  find_wanted(e, t, wanted);
  find_lasts(e, &(struct look){t, s->viewed}, wanted);
  free(wanted);
}
