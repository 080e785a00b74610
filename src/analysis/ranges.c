/* Ranges of cells, without widening.
 *
 * Every event happens at most once. So a value that is in memory at some moment has a finite
 * history: a store put it there, computed from values loaded, each of them put there by an earlier
 * store, and so on: a chain of different stores. Applying all stores at once to the possible
 * contents of memory, n times, gives all values with chains of at most n stores; to stop there is
 * sound as soon as no longer chain exists, whether or not a fixpoint has been reached. A counter
 * that is incremented in three places by each of two threads can grow by six, not to the end of
 * its type.
 *
 * Chains can only go round within a strongly connected component of the graph "a store to cell b
 * uses a value loaded from cell a". Components are taken in topological order, each with its own
 * bound: for each thread, the number of its stores to the component that can happen in one run
 * (chain.h knows that exclusive branches exclude each other), and one for where the chain begins.
 *
 * A counter is a cell that is only ever changed by adding constants to it; then growing and
 * shrinking can be bounded apart, by the weights of the stores that add and of those that
 * subtract.
 *
 * Meanwhile conditions are not looked through: a choice can be either arm, a Boolean can be either.
 * At the end they are, where ranges decide them; and a load that follows a store of its own thread
 * to the same place does not see the initial value any more. */
#include "analysis/ranges.h"

#include <assert.h>
#include <stdlib.h>

#include "analysis/chain.h"
#include "base/invariant.h"
#include "base/mutant.h"

/* Beyond this many steps a component is given up: its cells can hold anything. */
enum { MAX_STEPS = 256 };

typedef VEC(uint32_t) id_list;

struct store {
  event_id event;
  id_list sources; /* cells that its value is computed from */
};

struct ranges {
  const struct prog *prog;
  struct values *values;
  VEC(struct range) of_value;
  VEC(bool) done; /* of each value */
  VEC(struct range) of_cell;

  /* while they are being found */
  VEC(struct store) stores;
  id_list *into;           /* per cell: stores that may write it */
  VEC(uint32_t) component; /* per cell, numbered in topological order from the end */
  uint32_t components;
};

/* ---- values under the present cells ---- */

static struct range
from_set(struct value_set set, unsigned width)
{
  struct range range = range_none(width);
  for (uint32_t i = 0; i < set.n; i++)
    range = range_join(range, range_const(width, set.at[i]));
  return range;
}

/* Values whose range does not depend on anything else. */
static bool
is_given(const struct ranges *ranges, value_id value)
{
  const struct value *node = &ranges->prog->values.at[value];
  return node->op == OP_CONST || node->op == OP_INPUT || node->width == 1 ||
         value_set_is_exact(values_get(ranges->values, value));
}

static struct range
given(const struct ranges *ranges, value_id value)
{
  struct value_set set = values_get(ranges->values, value);
  unsigned width = ranges->prog->values.at[value].width;
  return value_set_is_exact(set) ? from_set(set, width) : range_full(width);
}

static struct range
of_load(const struct ranges *ranges, const struct value *value)
{
  const struct event *event = &ranges->prog->events.at[value->imm];
  struct range range = range_none(value->width);
  INVARIANT(event->kind == EVENT_LOAD && 8 * event->bytes == value->width);
  for (uint32_t i = 0; i < event->n_targets; i++) {
    struct target target = ranges->prog->targets.at[event->first_target + i];
    range = range_join(range, ranges_of_cell(ranges, target.object, target.offset, event->bytes));
  }
  return range;
}

static struct range
evaluate(const struct ranges *ranges, value_id value)
{
  const struct value *node = &ranges->prog->values.at[value];
  if (is_given(ranges, value))
    return given(ranges, value);
  if (node->op == OP_LOADED)
    return of_load(ranges, node);
  const struct range *at = ranges->of_value.at;
  INVARIANT(node->arg[0] < value && node->arg[1] < value && node->arg[2] < value);
  return range_op(node, at[node->arg[0]], at[node->arg[1]], at[node->arg[2]]);
}

/* Adds the undone values that `root` is computed from, itself included. */
static void
add_cone(const struct ranges *ranges, id_list *cone, bool *seen, value_id root)
{
  size_t next = cone->n;
  if (ranges->done.at[root] || seen[root])
    return;
  seen[root] = true;
  vec_push(cone, root);
  for (; next < cone->n; next++) {
    value_id id = cone->at[next];
    const struct value *node = &ranges->prog->values.at[id];
    if (is_given(ranges, id) || node->op == OP_LOADED)
      continue;
    for (int i = 0; i < 3; i++) { /* unused arguments are a constant */
      value_id arg = node->arg[i];
      if (!ranges->done.at[arg] && !seen[arg]) {
        seen[arg] = true;
        vec_push(cone, arg);
      }
    }
  }
}

static int
by_id(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void
sort_ids(id_list *list)
{
  if (list->n)
    qsort(list->at, list->n, sizeof *list->at, by_id);
}

/* ---- the graph ---- */

static uint32_t
cell_of(const struct ranges *ranges, struct target target, uint32_t bytes)
{
  uint32_t cell = values_find_cell(ranges->values, target.object, target.offset, bytes);
  INVARIANT(cell == NO_CELL || cell < ranges->of_cell.n);
  return cell;
}

static void
add_sources(struct ranges *ranges, struct store *store, bool *seen, bool *taken)
{
  const struct prog *prog = ranges->prog;
  id_list cone = {0};
  add_cone(ranges, &cone, seen, prog->events.at[store->event].value);
  for (size_t i = 0; i < cone.n; i++) {
    const struct value *node = &prog->values.at[cone.at[i]];
    seen[cone.at[i]] = false;
    if (node->op != OP_LOADED || is_given(ranges, cone.at[i]))
      continue;
    const struct event *load = &prog->events.at[node->imm];
    for (uint32_t k = 0; k < load->n_targets; k++) {
      uint32_t cell = cell_of(ranges, prog->targets.at[load->first_target + k], load->bytes);
      if (cell != NO_CELL && !taken[cell]) {
        taken[cell] = true;
        vec_push(&store->sources, cell);
      }
    }
  }
  for (size_t i = 0; i < store->sources.n; i++)
    taken[store->sources.at[i]] = false;
  vec_free(&cone);
}

static void
collect_stores(struct ranges *ranges)
{
  const struct prog *prog = ranges->prog;
  bool *seen = mem_alloc(prog->values.n), *taken = mem_alloc(ranges->of_cell.n);
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->kind != EVENT_STORE || event->guard == VALUE_FALSE)
      continue;
    struct store store = {.event = e};
    add_sources(ranges, &store, seen, taken);
    for (uint32_t k = 0; k < event->n_targets; k++) {
      uint32_t cell = cell_of(ranges, prog->targets.at[event->first_target + k], event->bytes);
      if (cell != NO_CELL)
        vec_push(&ranges->into[cell], (uint32_t)ranges->stores.n);
    }
    vec_push(&ranges->stores, store);
  }
  free(seen);
  free(taken);
}

/* Tarjan's algorithm along "is computed from", so a component is complete before those that use it;
 * with a stack of its own. */
struct tarjan {
  struct ranges *ranges;
  uint32_t *index, *low; /* 0 = not visited */
  bool *on_stack;
  id_list stack;
  uint32_t next;
};

struct visit {
  uint32_t cell;
  size_t store, source; /* where it will go on */
};

static bool
next_source(const struct ranges *ranges, struct visit *visit, uint32_t *source)
{
  const id_list *into = &ranges->into[visit->cell];
  for (; visit->store < into->n; visit->store++, visit->source = 0) {
    const id_list *sources = &ranges->stores.at[into->at[visit->store]].sources;
    if (visit->source < sources->n) {
      *source = sources->at[visit->source++];
      return true;
    }
  }
  return false;
}

static void
close_component(struct tarjan *tarjan, uint32_t root)
{
  uint32_t cell;
  do {
    INVARIANT(tarjan->stack.n > 0);
    cell = vec_last(&tarjan->stack);
    tarjan->stack.n--;
    tarjan->on_stack[cell] = false;
    tarjan->ranges->component.at[cell] = tarjan->ranges->components;
  } while (cell != root);
  tarjan->ranges->components++;
}

static void
enter(struct tarjan *tarjan, uint32_t cell)
{
  INVARIANT(!tarjan->index[cell] && !tarjan->on_stack[cell]);
  tarjan->index[cell] = tarjan->low[cell] = ++tarjan->next;
  tarjan->on_stack[cell] = true;
  vec_push(&tarjan->stack, cell);
}

static void
search(struct tarjan *tarjan, uint32_t start)
{
  VEC(struct visit) path = {0};
  enter(tarjan, start);
  vec_push(&path, ((struct visit){start, 0, 0}));
  while (path.n) {
    struct visit *top = &vec_last(&path);
    uint32_t cell = top->cell, source;
    if (next_source(tarjan->ranges, top, &source)) {
      if (!tarjan->index[source]) {
        enter(tarjan, source);
        vec_push(&path, ((struct visit){source, 0, 0}));
      } else if (tarjan->on_stack[source] && tarjan->index[source] < tarjan->low[cell]) {
        tarjan->low[cell] = tarjan->index[source];
      }
      continue;
    }
    path.n--;
    if (tarjan->low[cell] == tarjan->index[cell])
      close_component(tarjan, cell);
    if (path.n && tarjan->low[cell] < tarjan->low[vec_last(&path).cell])
      tarjan->low[vec_last(&path).cell] = tarjan->low[cell];
  }
  vec_free(&path);
}

static void
find_components(struct ranges *ranges)
{
  size_t n = ranges->of_cell.n;
  struct tarjan tarjan = {.ranges = ranges,
                          .index = mem_alloc(n * sizeof(uint32_t)),
                          .low = mem_alloc(n * sizeof(uint32_t)),
                          .on_stack = mem_alloc(n)};
  vec_resize(&ranges->component, n);
  for (uint32_t cell = 0; cell < n; cell++)
    if (!tarjan.index[cell])
      search(&tarjan, cell);
  INVARIANT(!tarjan.stack.n && ranges->components <= n);
  free(tarjan.index);
  free(tarjan.low);
  free(tarjan.on_stack);
  vec_free(&tarjan.stack);
}

/* ---- one component ---- */

struct component {
  id_list cells, stores, cone;
  uint64_t steps; /* enough to follow every chain */
};

/* What a store adds to the cell that it changes. */
static bool
adds_constant(const struct ranges *ranges, const struct store *store, uint32_t cell,
              int64_t *amount)
{
  const struct prog *prog = ranges->prog;
  const struct value *sum = &prog->values.at[prog->events.at[store->event].value];
  if (sum->op != OP_ADD)
    return false;
  for (int i = 0; i < 2; i++) {
    const struct value *loaded = &prog->values.at[sum->arg[i]];
    uint64_t bits;
    if (loaded->op != OP_LOADED || !value_is_const(prog, sum->arg[1 - i], &bits))
      continue;
    const struct event *load = &prog->events.at[loaded->imm];
    *amount = bits_signed(bits, sum->width);
    return load->n_targets == 1 &&
           cell_of(ranges, prog->targets.at[load->first_target], load->bytes) == cell;
  }
  return false;
}

static bool
is_inside(const struct ranges *ranges, const struct store *store, uint32_t component)
{
  for (size_t i = 0; i < store->sources.n; i++)
    if (ranges->component.at[store->sources.at[i]] == component)
      return true;
  return false;
}

/* How much a store of the component counts; 0 if not at all. */
typedef uint64_t weigh(const struct ranges *ranges, const struct component *part,
                       const struct store *store);

static uint64_t
weigh_one(const struct ranges *ranges, const struct component *part, const struct store *store)
{
  (void)ranges;
  (void)part;
  (void)store;
  return 1;
}

static uint64_t
weigh_growth(const struct ranges *ranges, const struct component *part, const struct store *store)
{
  int64_t amount = 0;
  adds_constant(ranges, store, part->cells.at[0], &amount);
  return amount > 0 ? (uint64_t)amount : 0;
}

static uint64_t
weigh_shrinking(const struct ranges *ranges, const struct component *part,
                const struct store *store)
{
  int64_t amount = 0;
  adds_constant(ranges, store, part->cells.at[0], &amount);
  return amount < 0 ? 0 - (uint64_t)amount : 0;
}

/* Over all threads, whose stores are sorted. */
static uint64_t
total_weight(const struct ranges *ranges, const struct component *part, uint32_t component,
             weigh *weight)
{
  const struct prog *prog = ranges->prog;
  VEC(struct chain_event) chain = {0};
  uint64_t sum = 0;
  size_t i = 0;
  for (thread_id thread = 0; thread < prog->threads.n; thread++) {
    chain.n = 0;
    for (; i < part->stores.n; i++) {
      const struct store *store = &ranges->stores.at[part->stores.at[i]];
      if (store->event >= prog->threads.at[thread].end)
        break;
      uint64_t counts = is_inside(ranges, store, component) ? weight(ranges, part, store) : 0;
      if (counts)
        vec_push(&chain, ((struct chain_event){store->event, counts}));
    }
    sum += chain_weight(prog, chain.at, chain.n);
  }
  vec_free(&chain);
  INVARIANT(i == part->stores.n);
  return sum;
}

/* Is all that it is computed from known, but for itself? */
static bool
is_next(const struct ranges *ranges, const struct store *store, uint32_t component)
{
  for (size_t i = 0; i < store->sources.n; i++)
    if (ranges->component.at[store->sources.at[i]] > component)
      return false;
  return true;
}

static void
gather(struct ranges *ranges, struct component *part, uint32_t component, bool *seen, bool *taken)
{
  const struct prog *prog = ranges->prog;
  for (size_t i = 0; i < part->cells.n; i++) {
    const id_list *into = &ranges->into[part->cells.at[i]];
    for (size_t k = 0; k < into->n; k++)
      if (!taken[into->at[k]]) {
        taken[into->at[k]] = true;
        INVARIANT(is_next(ranges, &ranges->stores.at[into->at[k]], component));
        vec_push(&part->stores, into->at[k]);
        add_cone(ranges, &part->cone, seen,
                 prog->events.at[ranges->stores.at[into->at[k]].event].value);
      }
  }
  sort_ids(&part->stores);
  sort_ids(&part->cone);
  part->steps = 1 + total_weight(ranges, part, component, weigh_one);
}

static void
evaluate_cone(struct ranges *ranges, const struct component *part)
{
  for (size_t i = 0; i < part->cone.n; i++)
    ranges->of_value.at[part->cone.at[i]] = evaluate(ranges, part->cone.at[i]);
}

/* Every store once; true if some cell changed. */
static bool
step(struct ranges *ranges, const struct component *part)
{
  const struct prog *prog = ranges->prog;
  bool changed = false;
  evaluate_cone(ranges, part);
  for (size_t i = 0; i < part->stores.n; i++) {
    const struct event *event = &prog->events.at[ranges->stores.at[part->stores.at[i]].event];
    for (uint32_t k = 0; k < event->n_targets; k++) {
      uint32_t cell = cell_of(ranges, prog->targets.at[event->first_target + k], event->bytes);
      if (cell == NO_CELL)
        continue;
      struct range *range = &ranges->of_cell.at[cell];
      INVARIANT(range->width == 8 * event->bytes);
      struct range sum = range_join(*range, ranges->of_value.at[event->value]);
      changed |= !range_equal(sum, *range);
      *range = sum;
    }
  }
  return changed;
}

/* One cell, and all its own uses add constants? Then its range is found in one go. */
static bool
solve_counter(struct ranges *ranges, const struct component *part, uint32_t component)
{
  const struct prog *prog = ranges->prog;
  int64_t amount;
  if (part->cells.n != 1 || part->steps == 1)
    return false;
  for (size_t i = 0; i < part->stores.n; i++) {
    const struct store *store = &ranges->stores.at[part->stores.at[i]];
    if (is_inside(ranges, store, component) &&
        !adds_constant(ranges, store, part->cells.at[0], &amount))
      return false;
  }
  struct range *range = &ranges->of_cell.at[part->cells.at[0]];
  uint64_t up = total_weight(ranges, part, component, weigh_growth);
  uint64_t down = total_weight(ranges, part, component, weigh_shrinking);
  uint64_t most = bits_mask(range->width) >> 2;
  INVARIANT(!range->empty); /* there is an initial value */
  if (up > most || down > most)
    return false;
  evaluate_cone(ranges, part);
  for (size_t i = 0; i < part->stores.n; i++) {
    const struct store *store = &ranges->stores.at[part->stores.at[i]];
    if (!is_inside(ranges, store, component))
      *range = range_join(*range, ranges->of_value.at[prog->events.at[store->event].value]);
  }
  struct range change = range_between(range->width, -(int64_t)down, (int64_t)up);
  struct value add = {.op = OP_ADD, .width = range->width};
  *range = range_op(&add, *range, change, change);
  return true;
}

static void
solve_chains(struct ranges *ranges, const struct component *part)
{
  uint64_t limit = part->steps < MAX_STEPS ? part->steps : MAX_STEPS, n = 0;
  while (n + MUTANT(STEPS_TOO_FEW) < limit && step(ranges, part))
    n++;
  if (n == limit && part->steps > MAX_STEPS)
    for (size_t i = 0; i < part->cells.n; i++) {
      struct range *range = &ranges->of_cell.at[part->cells.at[i]];
      *range = range_full(range->width);
    }
}

static void
solve(struct ranges *ranges, const struct component *part, uint32_t component)
{
  if (!solve_counter(ranges, part, component))
    solve_chains(ranges, part);
  evaluate_cone(ranges, part);
  for (size_t i = 0; i < part->cone.n; i++) {
    INVARIANT(!ranges->done.at[part->cone.at[i]]);
    ranges->done.at[part->cone.at[i]] = true;
  }
}

static void
solve_all(struct ranges *ranges)
{
  bool *seen = mem_alloc(ranges->prog->values.n), *taken = mem_alloc(ranges->stores.n + 1);
  struct component *parts = mem_alloc((ranges->components + 1) * sizeof *parts);
  for (uint32_t cell = 0; cell < ranges->of_cell.n; cell++)
    vec_push(&parts[ranges->component.at[cell]].cells, cell);
  for (uint32_t c = 0; c < ranges->components; c++) {
    struct component *part = &parts[c];
    gather(ranges, part, c, seen, taken);
    solve(ranges, part, c);
    for (size_t i = 0; i < part->stores.n; i++)
      taken[part->stores.at[i]] = false;
    vec_free(&part->cells);
    vec_free(&part->stores);
    vec_free(&part->cone);
  }
  free(parts);
  free(seen);
  free(taken);
}

/* ---- afterwards ---- */

static uint32_t
single_cell(const struct ranges *ranges, const struct event *event)
{
  if (event->n_targets != 1)
    return NO_CELL;
  return cell_of(ranges, ranges->prog->targets.at[event->first_target], event->bytes);
}

/* If the load happens, has this earlier store of its thread happened? */
static bool
is_overwritten(const struct prog *prog, const struct event *load, event_id store)
{
  const struct event *event = &prog->events.at[store];
  return event->guard == VALUE_TRUE || event->guard == load->guard || MUTANT(INITIAL_OVERWRITTEN);
}

/* What the stores put into each cell. */
static struct range *
find_stored(const struct ranges *ranges)
{
  struct range *stored = mem_alloc((ranges->of_cell.n + 1) * sizeof *stored);
  for (uint32_t cell = 0; cell < ranges->of_cell.n; cell++) {
    stored[cell] = range_none(ranges->of_cell.at[cell].width);
    for (size_t i = 0; i < ranges->into[cell].n; i++) {
      event_id event = ranges->stores.at[ranges->into[cell].at[i]].event;
      stored[cell] =
        range_join(stored[cell], ranges->of_value.at[ranges->prog->events.at[event].value]);
    }
  }
  return stored;
}

/* Loads that do not see the initial value: into `refined`, by value. */
static void
refine_loads(struct ranges *ranges, const struct range *stored, bool *refined)
{
  const struct prog *prog = ranges->prog;
  event_id *last = mem_alloc((ranges->of_cell.n + 1) * sizeof *last); /* store + 1 */
  for (size_t t = 0; t < prog->threads.n; t++) {
    for (size_t i = 0; i < ranges->of_cell.n; i++)
      last[i] = 0;
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if (event->kind != EVENT_LOAD && event->kind != EVENT_STORE)
        continue;
      uint32_t cell = single_cell(ranges, event);
      if (cell == NO_CELL)
        continue;
      if (event->kind == EVENT_STORE &&
          (!last[cell] || prog->events.at[last[cell] - 1].guard != VALUE_TRUE)) {
        last[cell] = e + 1;
      } else if (event->kind == EVENT_LOAD && last[cell] && !stored[cell].empty &&
                 is_overwritten(prog, event, last[cell] - 1) && !is_given(ranges, event->value)) {
        ranges->of_value.at[event->value] =
          range_meet(ranges->of_value.at[event->value], stored[cell]);
        refined[event->value] = true;
      }
    }
  }
  free(last);
}

/* All values once more, now that the cells are known. */
static void
evaluate_again(struct ranges *ranges)
{
  bool *refined = mem_alloc(ranges->prog->values.n);
  struct range *stored = find_stored(ranges);
  refine_loads(ranges, stored, refined);
  for (value_id v = 0; v < ranges->prog->values.n; v++) {
    const struct value *node = &ranges->prog->values.at[v];
    const struct range *at = ranges->of_value.at;
    bool condition = node->width == 1 && node->op > OP_LOADED;
    if (!refined[v] && (condition || !is_given(ranges, v)) && node->op > OP_LOADED)
      ranges->of_value.at[v] = range_op(node, at[node->arg[0]], at[node->arg[1]], at[node->arg[2]]);
  }
  free(stored);
  free(refined);
}

/* ---- all ---- */

/* Before the threads run. Initial values are made of constants and inputs. */
static void
start_cells(struct ranges *ranges)
{
  const struct prog *prog = ranges->prog;
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    unsigned width = value_width(prog, init->value);
    struct target target = {init->object, init->offset};
    uint32_t cell = cell_of(ranges, target, width / 8);
    if (cell != NO_CELL)
      ranges->of_cell.at[cell] = given(ranges, init->value);
  }
}

static void
shape_cells(struct ranges *ranges)
{
  const struct prog *prog = ranges->prog;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    if (event->kind != EVENT_LOAD && event->kind != EVENT_STORE)
      continue;
    for (uint32_t k = 0; k < event->n_targets; k++) {
      uint32_t cell = cell_of(ranges, prog->targets.at[event->first_target + k], event->bytes);
      if (cell != NO_CELL) /* zero unless an init says otherwise */
        ranges->of_cell.at[cell] = range_const(8 * event->bytes, 0);
    }
  }
}

bool
ranges_are_sound(const struct ranges *ranges)
{
  for (value_id v = 0; v < ranges->of_value.n; v++) {
    struct range range = ranges->of_value.at[v];
    struct value_set set = values_get(ranges->values, v);
    bool common = range.empty || !value_set_is_exact(set);
    for (uint32_t i = 0; i < set.n && !common; i++)
      common = range_contains(range, set.at[i]);
    if (range.width != value_width(ranges->prog, v) || !range_is_sound(range) || !common)
      return false;
  }
  return true;
}

struct ranges *
ranges_find(const struct prog *prog, struct values *values)
{
  struct ranges *ranges = mem_alloc(sizeof *ranges);
  ranges->prog = prog;
  ranges->values = values;
  vec_resize(&ranges->of_value, prog->values.n);
  vec_resize(&ranges->done, prog->values.n);
  vec_resize(&ranges->of_cell, values_cells(values));
  ranges->into = mem_alloc((ranges->of_cell.n + 1) * sizeof *ranges->into);
  for (size_t i = 0; i < ranges->of_cell.n; i++)
    ranges->of_cell.at[i] = range_full(64);
  shape_cells(ranges);
  start_cells(ranges);
  collect_stores(ranges);
  find_components(ranges);
  solve_all(ranges);
  for (value_id v = 0; v < prog->values.n; v++)
    if (!ranges->done.at[v])
      ranges->of_value.at[v] = evaluate(ranges, v);
  evaluate_again(ranges);
  assert(ranges_are_sound(ranges));
  for (size_t i = 0; i < ranges->stores.n; i++)
    vec_free(&ranges->stores.at[i].sources);
  for (size_t i = 0; i < ranges->of_cell.n; i++)
    vec_free(&ranges->into[i]);
  free(ranges->into);
  vec_free(&ranges->stores);
  vec_free(&ranges->component);
  return ranges;
}

struct range
ranges_get(const struct ranges *ranges, value_id value)
{
  INVARIANT(value < ranges->of_value.n);
  return ranges->of_value.at[value];
}

struct range
ranges_of_cell(const struct ranges *ranges, object_id object, uint64_t offset, uint32_t bytes)
{
  uint32_t cell = values_find_cell(ranges->values, object, offset, bytes);
  if (cell == NO_CELL)
    return range_full(8 * bytes);
  INVARIANT(cell < ranges->of_cell.n && ranges->of_cell.at[cell].width == 8 * bytes);
  return ranges->of_cell.at[cell];
}

void
ranges_free(struct ranges *ranges)
{
  if (!ranges)
    return;
  vec_free(&ranges->of_value);
  vec_free(&ranges->done);
  vec_free(&ranges->of_cell);
  free(ranges);
}
