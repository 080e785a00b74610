/* Memory, walked through the contexts.
 *
 * Objects are cut into cells where some access begins or ends, so every access covers whole cells.
 * A store replaces each cell it may reach by a choice between the new and the old bits; a load
 * says that, if it happens now at this cell, its bits are the cell's. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "encode/encoding.h"

/* ---- layout ---- */

typedef VEC(struct target) place_list;

bool
memory_is_access(const struct event *event)
{
  return (event->kind == EVENT_LOAD || event->kind == EVENT_STORE) && event->guard != VALUE_FALSE;
}

/* The places where accesses begin or end, each once, sorted. */
static void
find_cuts(const struct prog *prog, place_list *cuts)
{
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    for (uint32_t k = 0; memory_is_access(event) && k < event->n_targets; k++) {
      struct target target = prog->targets.at[event->first_target + k];
      vec_push(cuts, target);
      vec_push(cuts, ((struct target){target.object, target.offset + event->bytes}));
    }
  }
  if (!cuts->n)
    return;
  qsort(cuts->at, cuts->n, sizeof *cuts->at, target_compare);
  size_t n = 1;
  for (size_t i = 1; i < cuts->n; i++)
    if (target_compare(&cuts->at[i], &cuts->at[n - 1]))
      cuts->at[n++] = cuts->at[i];
  cuts->n = n;
}

static void
make_cells(struct encoding *e, const place_list *cuts)
{
  for (size_t i = 0; i + 1 < cuts->n; i++) {
    const struct target *from = &cuts->at[i], *to = &cuts->at[i + 1];
    if (from->object != to->object || to->offset - from->offset > 8)
      continue; /* a gap that no access covers */
    struct cell cell = {.object = from->object,
                        .offset = from->offset,
                        .bytes = (uint32_t)(to->offset - from->offset)};
    INVARIANT(cell.bytes >= 1 && to->offset <= e->prog->objects.at[cell.object].size);
    INVARIANT(!e->cells.n || vec_last(&e->cells).object < cell.object ||
              vec_last(&e->cells).offset + vec_last(&e->cells).bytes <= cell.offset);
    vec_push(&e->cells, cell);
  }
}

static uint32_t
find_cell(const struct encoding *e, object_id object, uint64_t offset)
{
  size_t low = 0, high = e->cells.n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const struct cell *cell = &e->cells.at[middle];
    if (cell->object < object || (cell->object == object && cell->offset < offset))
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t)low;
}

void
memory_layout(struct encoding *e)
{
  const struct prog *prog = e->prog;
  place_list cuts = {0};
  find_cuts(prog, &cuts);
  make_cells(e, &cuts);
  vec_free(&cuts);
  vec_resize(&e->spans, prog->targets.n);
  vec_resize(&e->at_target, prog->targets.n);
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    for (uint32_t k = 0; memory_is_access(event) && k < event->n_targets; k++) {
      struct target target = prog->targets.at[event->first_target + k];
      uint32_t first = find_cell(e, target.object, target.offset), end = first;
      uint64_t at = target.offset;
      for (; at < target.offset + event->bytes; end++) {
        INVARIANT(e->cells.at[end].object == target.object && e->cells.at[end].offset == at);
        at += e->cells.at[end].bytes;
      }
      INVARIANT(at == target.offset + event->bytes);
      e->spans.at[event->first_target + k] = (struct span){first, end - first};
    }
  }
}

/* ---- initial contents ---- */

static void
reset_cell(struct encoding *e, struct cell *cell)
{
  struct value_set set = values_of_cell(e->values, cell->object, cell->offset, cell->bytes);
  struct range range = {.empty = true};
  INVARIANT(8 * cell->bytes <= WORD_MAX);
  if (e->ranges)
    range = ranges_of_cell(e->ranges, cell->object, cell->offset, cell->bytes);
  cell->shape = encode_shape(e, set, range, 8 * cell->bytes);
  for (unsigned bit = 0; bit < 8 * cell->bytes; bit++)
    cell->bits[bit] = GATE_FALSE;
}

void
memory_reset(struct encoding *e)
{
  const struct prog *prog = e->prog;
  for (size_t i = 0; i < e->cells.n; i++)
    reset_cell(e, &e->cells.at[i]);
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    INVARIANT(value_width(prog, init->value) % 8 == 0);
    uint64_t end = init->offset + value_width(prog, init->value) / 8;
    /* A cell may begin before the initial value does. */
    uint32_t at = find_cell(e, init->object, init->offset);
    if (at > 0 && e->cells.at[at - 1].object == init->object && !MUTANT(INIT_MISSES_CELL))
      at--;
    for (; at < e->cells.n; at++) {
      struct cell *cell = &e->cells.at[at];
      if (cell->object != init->object || cell->offset >= end)
        break;
      if (cell->offset + cell->bytes <= init->offset)
        continue;
      const lit *bits = encode_value(e, init->value);
      for (uint64_t byte = 0; byte < cell->bytes; byte++) {
        uint64_t place = cell->offset + byte;
        for (unsigned b = 0; b < 8 && place >= init->offset && place < end; b++)
          cell->bits[8 * byte + b] = bits[8 * (place - init->offset) + b];
      }
    }
  }
}

/* ---- accesses ---- */

lit
memory_at_target(struct encoding *e, const struct event *event, uint32_t index)
{
  INVARIANT(index >= event->first_target && index - event->first_target < event->n_targets);
  lit *known = &e->at_target.at[index];
  if (*known)
    return *known;
  struct target target = e->prog->targets.at[index];
  uint64_t address = e->prog->objects.at[target.object].base + target.offset;
  unsigned width = value_width(e->prog, event->addr);
  lit here[WORD_MAX], addr[WORD_MAX];
  word_const(here, width, address);
  const lit *bits = encode_value(e, event->addr);
  for (unsigned i = 0; i < width; i++)
    addr[i] = bits[i];
  bool any = MUTANT(STORE_GUARD_IGNORED) && event->kind == EVENT_STORE;
  lit guard = any ? GATE_TRUE : encode_bool(e, event->guard);
  lit equal = event->n_targets == 1 ? GATE_TRUE : word_eq(&e->gates, addr, here, width);
  *known = gate_and(&e->gates, guard, equal);
  return *known;
}

/* The contents of the cell, which are `bits`, become the value. */
static void
store_cell(struct encoding *e, const struct cell *cell, lit *bits, lit when, const lit *value)
{
  assert(gate_is_literal(&e->gates, when));
  for (unsigned bit = 0; bit < 8 * cell->bytes; bit++) {
    INVARIANT(cell->shape.same[bit] <= bit);
    if (cell->shape.fixed[bit])
      bits[bit] = cell->shape.fixed[bit];
    else if (cell->shape.same[bit] < bit)
      bits[bit] = bits[MUTANT(COPIED_BIT_STALE) ? bit : cell->shape.same[bit]];
    else
      bits[bit] = gate_ite(&e->gates, when, value[bit], bits[bit]);
  }
}

void
memory_load_cell(struct encoding *e, const struct cell *cell, const lit *bits, lit now, lit here,
                 const lit *value)
{
  for (unsigned bit = 0; bit < 8 * cell->bytes; bit++) {
    bool said = false;
    for (unsigned other = 0; other < bit && !said; other++)
      said = value[other] == value[bit] && bits[other] == bits[bit];
    if (said)
      continue;
    lit forth[] = {-now, -here, -value[bit], bits[bit]};
    lit back[] = {-now, -here, value[bit], -bits[bit]};
    if (!MUTANT(LOAD_HALF_BOUND))
      gate_clause(&e->gates, forth, 4);
    gate_clause(&e->gates, back, 4);
  }
}

void
memory_value(struct encoding *e, const struct event *event, lit value[WORD_MAX])
{
  INVARIANT(value_width(e->prog, event->value) == 8 * event->bytes);
  const lit *bits = encode_value(e, event->value);
  for (unsigned i = 0; i < 8 * event->bytes; i++)
    value[i] = bits[i];
}

void
memory_access(struct encoding *e, const struct event *event, lit now, thread_id t)
{
  lit value[WORD_MAX];
  memory_value(e, event, value);
  bool store = event->kind == EVENT_STORE;
  uint32_t n = event->n_targets;
  n -= MUTANT(STORE_MISSES_TARGET) && store && n > 1;
  for (uint32_t k = 0; k < n; k++) {
    uint32_t index = event->first_target + k;
    lit here = memory_at_target(e, event, index);
    lit when = store ? gate_and(&e->gates, now, here) : GATE_FALSE;
    struct span span = e->spans.at[index];
    span.n -= MUTANT(STORE_MISSES_CELL) && store && span.n > 1;
    const lit *part = value;
    for (uint32_t c = span.first; c < span.first + span.n; c++) {
      struct cell *cell = &e->cells.at[c];
      bool viewed = t != NOBODY && buffer_is_viewed(e, t, c);
      if (store)
        store_cell(e, cell, cell->bits, when, part);
      if (store && viewed)
        store_cell(e, cell, cell->view, when, part);
      if (!store)
        memory_load_cell(e, cell, viewed ? cell->view : cell->bits, now, here, part);
      part += 8 * cell->bytes;
    }
    INVARIANT(part == value + 8 * event->bytes || MUTANT(STORE_MISSES_CELL));
  }
}

/* ---- late stores ---- */

void
memory_turn(struct encoding *e, thread_id t)
{
  for (uint32_t c = 0; c < e->cells.n && e->buffer.stores.n; c++)
    if (buffer_is_viewed(e, t, c))
      memcpy(e->cells.at[c].view, e->cells.at[c].bits, sizeof e->cells.at[c].view);
}

enum moment { IN_BUFFER, IN_TURN, AT_END, STILL_IN_BUFFER };

/* When does the store change the cell, as its thread sees it or as it is? */
static struct change
happens(struct encoding *e, uint32_t index, unsigned r, enum moment moment, uint32_t cell)
{
  if (moment == IN_TURN || moment == AT_END)
    return buffer_leaves(e, index, r, moment == AT_END, cell);
  if (!buffer_is_viewed(e, e->buffer.stores.at[index].thread, cell))
    return (struct change){GATE_FALSE, GATE_FALSE};
  /* A thread that loads later has passed it. */
  return (struct change){GATE_TRUE, moment == IN_BUFFER ? buffer_is_in_memory(e, index, r, cell)
                                                        : buffer_seen(e, index, r)};
}

static void
store_late(struct encoding *e, uint32_t index, unsigned r, enum moment moment)
{
  INVARIANT(index < e->buffer.stores.n && r < e->rounds);
  const struct event *event = &e->prog->events.at[e->buffer.stores.at[index].event];
  lit value[WORD_MAX];
  memory_value(e, event, value);
  for (uint32_t k = event->first_target; k < event->first_target + event->n_targets; k++) {
    const lit *part = value;
    for (uint32_t c = e->spans.at[k].first; c < e->spans.at[k].first + e->spans.at[k].n; c++) {
      struct cell *cell = &e->cells.at[c];
      struct change change = happens(e, index, r, moment, c);
      lit all[] = {change.now, -change.before, memory_at_target(e, event, k)};
      lit when = change.now == GATE_FALSE ? GATE_FALSE : gate_and_many(&e->gates, all, 3);
      bool seen = moment == IN_TURN || moment == AT_END;
      if (when != GATE_FALSE)
        store_cell(e, cell, seen ? cell->bits : cell->view, when, part);
      part += 8 * cell->bytes;
    }
    INVARIANT(part == value + 8 * event->bytes);
  }
}

void
memory_buffer(struct encoding *e, uint32_t index, unsigned r)
{
  store_late(e, index, r, IN_BUFFER);
  store_late(e, index, r, IN_TURN);
}

void
memory_leave(struct encoding *e, uint32_t index, unsigned r)
{
  store_late(e, index, r, AT_END);
}

void
memory_remain(struct encoding *e, uint32_t index)
{
  store_late(e, index, e->rounds - 1, STILL_IN_BUFFER);
}
