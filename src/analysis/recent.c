/* Which stores can a load still see?
 *
 * ranges.c lets a load give whatever is ever put into its cell. But a load sees one store, or the
 * initial contents, and nothing that another store has replaced before it. Let W be a store to this
 * cell that certainly happens before the load, if the load happens: in the same thread above it, or
 * in a thread that creation or joining puts before it, with a guard and an address that decide
 * nothing. Then the load sees neither the initial contents nor a store that is certainly before W.
 * Nor does it see a store that is certainly behind the load.
 *
 * So two threads that add 1 to a variable many times leave at least 2 in it: what a thread loads in
 * its second turn is its own first store or a store of the other thread, at least 1; its last store
 * puts at least 2; and at the end only the last store of one of the two is seen.
 *
 * If all ranges are sound, then so is the union of the ranges of what a load can see. Each pass takes
 * the values in their order, so that those that are computed from a load follow it, and makes ranges
 * smaller by this rule. Every result on the way is sound, so passes may end at any time: when nothing
 * changes, or after some millions of stores that were looked at.
 *
 * All that holds if stores can be late, too. A thread sees its own stores in order. Creating and joining
 * find buffers empty, so what they put before the load has reached memory by then, in the order of its
 * thread as far as one cell is concerned. */
#include "analysis/recent.h"

#include <stdlib.h>

#include "analysis/order.h"
#include "base/invariant.h"
#include "base/mutant.h"

#define NO_EVENT UINT32_MAX
enum { MOST_PASSES = 8, MOST_STORES = 20000000 };

struct recent {
  const struct prog *prog;
  const struct values *values;
  struct range *range;   /* per value */
  struct order *order;   /* NULL: unused */
  VEC(event_id) * into;  /* per cell: its stores, in order */
  struct range *initial; /* per cell */
  VEC(thread_id) thread; /* per event */
  uint64_t looks;
};

/* A load at work. */
struct look {
  event_id load;
  thread_id thread;
  event_id own; /* the last store of its thread that certainly hides others; NO_EVENT: none */
  bool initial; /* it may see the initial contents */
  struct range seen;
};

static uint32_t
cell_of(const struct recent *recent, const struct event *event, uint32_t k)
{
  struct target target = recent->prog->targets.at[event->first_target + k];
  return values_find_cell(recent->values, target.object, target.offset, event->bytes);
}

static void
find_stores(struct recent *recent)
{
  const struct prog *prog = recent->prog;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->kind != EVENT_STORE || event->guard == VALUE_FALSE)
      continue;
    for (uint32_t k = 0; k < event->n_targets; k++) {
      uint32_t cell = cell_of(recent, event, k);
      if (cell != NO_CELL)
        vec_push(&recent->into[cell], e);
    }
  }
}

/* Does the store, if its thread comes to it, write the cell that it is listed for? */
static bool
is_certain(const struct prog *prog, event_id store, value_id guard)
{
  const struct event *event = &prog->events.at[store];
  uint64_t address;
  return (event->guard == VALUE_TRUE || event->guard == guard || MUTANT(RECENT_PERHAPS)) &&
         event->n_targets == 1 && value_is_const(prog, event->addr, &address);
}

static void
see(struct recent *recent, struct look *look, event_id store)
{
  value_id value = recent->prog->events.at[store].value;
  look->seen = range_join(look->seen, recent->range[value]);
  recent->looks++;
}

/* Stores of one thread, those from `first` to `end` of the list. */
static void
see_own(struct recent *recent, struct look *look, const event_id *list, size_t first, size_t end)
{
  value_id guard = recent->prog->events.at[look->load].guard;
  for (size_t i = end; i-- > first && look->own == NO_EVENT;) {
    if (list[i] > look->load)
      continue;
    see(recent, look, list[i]);
    if (is_certain(recent->prog, list[i], guard))
      look->own = list[i];
  }
  look->initial &= look->own == NO_EVENT;
}

static void
see_others(struct recent *recent, struct look *look, const event_id *list, size_t first, size_t end)
{
  const struct order *order = recent->order;
  thread_id other = recent->thread.at[list[first]];
  event_id before = order_behind(order, look->thread, look->load, other);
  event_id until = MUTANT(RECENT_ORDER) ? look->load : look->own;
  event_id hidden = look->own == NO_EVENT ? 0 : order_behind(order, look->thread, until, other);
  for (size_t i = end; i-- > first && list[i] >= hidden;) {
    if (look->load < order_behind(order, other, list[i], look->thread))
      continue; /* it comes later */
    see(recent, look, list[i]);
    if (list[i] < before && is_certain(recent->prog, list[i], VALUE_TRUE)) {
      look->initial = false;
      break;
    }
  }
}

static size_t
end_of_thread(const struct recent *recent, const event_id *list, size_t first, size_t n)
{
  size_t end = first;
  while (end < n && recent->thread.at[list[end]] == recent->thread.at[list[first]])
    end++;
  return end;
}

/* The own thread first: its stores hide those of others. */
static void
see_stores(struct recent *recent, struct look *look, uint32_t cell)
{
  const event_id *list = recent->into[cell].at;
  size_t n = recent->into[cell].n;
  for (int others = 0; others < 2; others++)
    for (size_t first = 0, end; first < n; first = end) {
      end = end_of_thread(recent, list, first, n);
      bool own = recent->thread.at[list[first]] == look->thread;
      if (own && !others)
        see_own(recent, look, list, first, end);
      else if (!own && others)
        see_others(recent, look, list, first, end);
    }
}

/* Zero, unless the prog says otherwise. */
static void
find_initial(struct recent *recent, size_t cells)
{
  const struct prog *prog = recent->prog;
  recent->initial = mem_alloc((cells + 1) * sizeof *recent->initial);
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    uint32_t cell = values_find_cell(recent->values, init->object, init->offset,
                                     value_width(prog, init->value) / 8);
    if (cell != NO_CELL)
      recent->initial[cell] = recent->range[init->value];
  }
}

static struct range
initial_of(const struct recent *recent, uint32_t cell, unsigned width)
{
  struct range range = recent->initial[cell];
  return range.width ? range : range_const(width, 0);
}

static struct range
of_load(struct recent *recent, event_id load)
{
  const struct event *event = &recent->prog->events.at[load];
  struct range old = recent->range[event->value];
  uint32_t cell = event->n_targets == 1 ? cell_of(recent, event, 0) : NO_CELL;
  if (cell == NO_CELL)
    return old;
  struct look look = {load, recent->thread.at[load], NO_EVENT, true, range_none(old.width)};
  see_stores(recent, &look, cell);
  if (look.initial)
    look.seen = range_join(look.seen, initial_of(recent, cell, old.width));
  return look.seen.empty ? old : range_meet(old, look.seen);
}

/* True if something has changed. */
static bool
pass(struct recent *recent)
{
  const struct prog *prog = recent->prog;
  struct range *range = recent->range;
  bool changed = false;
  for (value_id v = 0; v < prog->values.n && recent->looks < MOST_STORES; v++) {
    const struct value *node = &prog->values.at[v];
    struct range now = range[v];
    if (node->op == OP_LOADED)
      now = of_load(recent, (event_id)node->imm);
    else if (node->op > OP_LOADED)
      now = range_meet(
        now, range_op(node, range[node->arg[0]], range[node->arg[1]], range[node->arg[2]]));
    changed |= !range_equal(now, range[v]);
    range[v] = now;
  }
  return changed;
}

static void
find_threads(struct recent *recent)
{
  const struct prog *prog = recent->prog;
  vec_resize(&recent->thread, prog->events.n);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++)
      recent->thread.at[e] = t;
}

struct range *
recent_ranges(const struct prog *prog, const struct values *values, const struct ranges *ranges)
{
  struct recent recent = {.prog = prog, .values = values};
  size_t cells = values_cells(values);
  recent.range = mem_alloc((prog->values.n + 1) * sizeof *recent.range);
  recent.into = mem_alloc((cells + 1) * sizeof *recent.into);
  for (value_id v = 0; v < prog->values.n; v++)
    recent.range[v] = ranges_get(ranges, v);
  recent.order = order_find(prog);
  find_threads(&recent);
  find_stores(&recent);
  find_initial(&recent, cells);
  for (int n = 0; n < MOST_PASSES && recent.looks < MOST_STORES && pass(&recent); n++)
    ;
  for (size_t i = 0; i < cells; i++)
    vec_free(&recent.into[i]);
  free(recent.into);
  free(recent.initial);
  vec_free(&recent.thread);
  order_free(recent.order);
  return recent.range;
}
