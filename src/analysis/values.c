/* Value sets.
 *
 * Garbage (memory that nobody initialised) is told apart from "anything": a pointer that is
 * garbage points nowhere valid except by accident, and an access through it can always go wrong,
 * so it adds no places an access may touch - only the need to check. The same holds for a field of
 * what it points to: garbage plus a small number is garbage. Other arithmetic on garbage gives
 * "anything", since it may be an index.
 *
 * A set has at most VALUE_SET_MAX constants; what would have more is "anything". Operations work
 * element by element (the product of the arguments' sets), so pointers stored in linked
 * structures, array indices and small state machines stay exact, while counters soon become
 * "anything".
 *
 * Memory is a table of cells: a cell is what some access or initial value covers. Cells that
 * overlap without being equal are given up (anything), which is always sound.
 *
 * The contents are found by chaotic iteration: evaluate all values under the present contents, add
 * what each store may write to each of its targets, until nothing changes. Every step only adds, a
 * set that outgrows the limit becomes "anything", so this ends. */
#include "analysis/values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

static const struct value_set anything = {0, false, NULL};
static const struct value_set garbage = {0, true, NULL};

bool
value_set_is_exact(struct value_set set)
{
  return set.n && !set.open;
}

static bool
is_anything(struct value_set set)
{
  return !set.n && !set.open;
}

struct builder {
  uint64_t at[VALUE_SET_MAX + 1];
  uint32_t n;
  bool any, open;
};

static void
build_add(struct builder *builder, uint64_t element)
{
  if (builder->any)
    return;
  uint32_t i = builder->n;
  while (i > 0 && builder->at[i - 1] > element)
    i--;
  if (i > 0 && builder->at[i - 1] == element)
    return;
  if (builder->n == VALUE_SET_MAX) {
    builder->any = true;
    return;
  }
  memmove(builder->at + i + 1, builder->at + i, (builder->n - i) * sizeof *builder->at);
  builder->at[i] = element;
  builder->n++;
}

static void
build_union(struct builder *builder, struct value_set set)
{
  builder->any |= is_anything(set);
  builder->open |= set.open;
  for (uint32_t i = 0; i < set.n && !builder->any; i++)
    build_add(builder, set.at[i]);
}

static struct value_set
build_done(struct arena *arena, const struct builder *builder)
{
  if (builder->any || (!builder->n && !builder->open))
    return anything;
  uint64_t *at = arena_alloc(arena, builder->n * sizeof *at);
  memcpy(at, builder->at, builder->n * sizeof *at);
  return (struct value_set){builder->n, builder->open, at};
}

/* ---- contents ---- */

struct cell {
  object_id object;
  uint32_t bytes;
  uint64_t offset;
  struct value_set set;
  bool known; /* set is meaningful: something was put in */
  bool mixed; /* overlaps another cell: anything */
};

struct contents {
  struct arena arena;
  VEC(struct cell) cells;
  struct map by_place;  /* (object, offset) -> cell + 1 */
  VEC(uint32_t) widest; /* per object: the largest cell, to look for overlaps */
  struct map given_up;  /* bytes that accesses of several sizes cover */
};

struct contents *
contents_new(void)
{
  return mem_alloc(sizeof(struct contents));
}

void
contents_free(struct contents *contents)
{
  if (!contents)
    return;
  arena_free(&contents->arena);
  vec_free(&contents->cells);
  map_free(&contents->by_place);
  vec_free(&contents->widest);
  map_free(&contents->given_up);
  free(contents);
}

static uint64_t
place_key(object_id object, uint64_t offset)
{
  return (uint64_t)object << 40 ^ offset;
}

static struct cell *
cell_find(const struct contents *contents, object_id object, uint64_t offset)
{
  const uint32_t *index = map_find(&contents->by_place, place_key(object, offset));
  return index ? &contents->cells.at[*index - 1] : NULL;
}

/* Does another cell overlap these bytes without being exactly them? Marks it if `mark`. */
static bool
overlaps(struct contents *contents, object_id object, uint64_t offset, uint32_t bytes, bool mark)
{
  uint32_t widest = object < contents->widest.n ? contents->widest.at[object] : 0;
  bool found = false;
  uint64_t low = offset > widest ? offset - widest : 0;
  for (uint64_t at = low; at < offset + bytes; at++) {
    struct cell *cell = cell_find(contents, object, at);
    if (!cell || at + cell->bytes <= offset || (at == offset && cell->bytes == bytes))
      continue;
    found = true;
    if (mark)
      cell->mixed = true;
  }
  return found;
}

static bool
is_given_up(const struct contents *contents, object_id object, uint64_t offset, uint32_t bytes)
{
  for (uint32_t i = 0; contents->given_up.n && i < bytes; i++)
    if (map_find(&contents->given_up, place_key(object, offset + i)))
      return true;
  return false;
}

/* True if that is news. */
static bool
give_up(struct contents *contents, object_id object, uint64_t offset, uint32_t bytes)
{
  size_t before = contents->given_up.n;
  for (uint32_t i = 0; i < bytes; i++)
    *map_at(&contents->given_up, place_key(object, offset + i)) = 1;
  return contents->given_up.n != before;
}

/* Finds or makes the cell; NULL if another size starts at the same place. */
static struct cell *
cell_make(struct contents *contents, object_id object, uint64_t offset, uint32_t bytes)
{
  struct cell *cell = cell_find(contents, object, offset);
  if (cell)
    return cell->bytes == bytes ? cell : NULL;
  vec_push(&contents->cells, ((struct cell){.object = object, .bytes = bytes, .offset = offset}));
  *map_at(&contents->by_place, place_key(object, offset)) = (uint32_t)contents->cells.n;
  if (contents->widest.n <= object)
    vec_resize(&contents->widest, object + 1);
  if (contents->widest.at[object] < bytes)
    contents->widest.at[object] = bytes;
  cell = &vec_last(&contents->cells);
  cell->mixed = overlaps(contents, object, offset, bytes, true);
  return cell;
}

/* Adds the set to the cell; true if anything changed. */
static bool
put(struct contents *contents, struct target target, uint32_t bytes, struct value_set set)
{
  size_t before = contents->cells.n;
  struct cell *cell = cell_make(contents, target.object, target.offset, bytes);
  if (!cell) { /* another size starts here */
    overlaps(contents, target.object, target.offset, bytes, true);
    return give_up(contents, target.object, target.offset, bytes);
  }
  if (cell->known && is_anything(cell->set))
    return contents->cells.n != before;
  struct builder sum = {0};
  if (cell->known)
    build_union(&sum, cell->set);
  build_union(&sum, set);
  if (cell->known && !sum.any && sum.n == cell->set.n && sum.open == cell->set.open)
    return false;
  cell->set = build_done(&contents->arena, &sum);
  cell->known = true;
  return true;
}

static const uint64_t zero_elements[] = {0};
static const struct value_set zero_set = {1, false, zero_elements};

static struct value_set
contents_get(const struct contents *contents, object_id object, uint64_t offset, uint32_t bytes)
{
  const struct cell *cell = cell_find(contents, object, offset);
  /* `overlaps` without marking changes nothing */
  bool mixed = overlaps((struct contents *)contents, object, offset, bytes, false);
  if (mixed || (cell && (cell->mixed || cell->bytes != bytes)) ||
      is_given_up(contents, object, offset, bytes))
    return anything;
  return cell && cell->known ? cell->set : zero_set;
}

/* ---- values ---- */

struct values {
  const struct prog *prog;
  const struct contents *contents;
  struct contents *own; /* to be freed with it */
  struct arena arena;
  VEC(struct value_set) sets;
};

struct values *
values_new(const struct prog *prog, const struct contents *contents)
{
  struct values *values = mem_alloc(sizeof *values);
  values->prog = prog;
  values->contents = contents;
  return values;
}

void
values_free(struct values *values)
{
  if (!values)
    return;
  arena_free(&values->arena);
  vec_free(&values->sets);
  contents_free(values->own);
  free(values);
}

static struct value_set
of_load(struct values *values, const struct value *value)
{
  const struct prog *prog = values->prog;
  if (value->imm >= prog->events.n)
    return anything; /* the event is being built */
  const struct event *event = &prog->events.at[value->imm];
  struct builder sum = {0};
  for (uint32_t i = 0; i < event->n_targets && !sum.any; i++) {
    struct target target = prog->targets.at[event->first_target + i];
    build_union(&sum,
                contents_get(values->contents, target.object, target.offset, event->bytes));
  }
  return build_done(&values->arena, &sum);
}

/* All values of a few bits. */
static struct value_set
all_of_width(struct values *values, unsigned width)
{
  struct builder sum = {0};
  if (width > 6)
    return anything;
  for (uint64_t i = 0; i <= bits_mask(width); i++)
    build_add(&sum, i);
  return build_done(&values->arena, &sum);
}

/* x & mask, x % n: few results even if x is anything. */
static struct value_set
of_masked(struct values *values, const struct value *value)
{
  uint64_t k;
  struct builder sum = {0};
  sum.any = true;
  if (value->op == OP_AND && value_is_const(values->prog, value->arg[1], &k)) {
    sum.any = false;
    uint64_t part = 0; /* enumerates the subsets of k */
    do {
      build_add(&sum, part);
      part = (part - k) & k;
    } while (part && !sum.any);
  } else if (value->op == OP_UREM && value_is_const(values->prog, value->arg[1], &k) && k &&
             k <= VALUE_SET_MAX) {
    sum.any = false;
    for (uint64_t i = 0; i < k; i++)
      build_add(&sum, i);
  }
  return build_done(&values->arena, &sum);
}

/* Less than any address. */
enum { SMALL = 0x10000 };

static bool
is_small(struct value_set set)
{
  for (uint32_t i = 0; i < set.n; i++)
    if (set.at[i] >= SMALL)
      return false;
  return value_set_is_exact(set);
}

/* garbage + small */
static bool
stays_garbage(const struct value *value, const struct value_set set[2])
{
  return value->op == OP_ADD &&
         ((set[0].open && is_small(set[1])) || (set[1].open && is_small(set[0])));
}

static struct value_set
of_operation(struct values *values, const struct value *value)
{
  static const int arity[] = {
#define X(name, text, n) n,
      VALUE_OPS(X)
#undef X
  };
  struct builder sum = {0};
  if (value->op == OP_ITE) {
    build_union(&sum, values->sets.at[value->arg[1]]);
    build_union(&sum, values->sets.at[value->arg[2]]);
    return build_done(&values->arena, &sum);
  }
  struct value_set set[2] = {zero_set, zero_set};
  bool exact = true;
  for (int i = 0; i < arity[value->op]; i++) {
    set[i] = values->sets.at[value->arg[i]];
    exact &= value_set_is_exact(set[i]);
  }
  sum.open = !exact && stays_garbage(value, set);
  if (!exact && !sum.open)
    return of_masked(values, value);
  if (set[0].n * set[1].n > 16 * VALUE_SET_MAX)
    return anything;
  const struct value *args = values->prog->values.at;
  unsigned from = args[value->arg[0]].width, low = args[value->arg[1]].width;
  for (uint32_t i = 0; i < set[0].n && !sum.any; i++)
    for (uint32_t k = 0; k < set[1].n && !sum.any; k++)
      build_add(&sum, value_compute(value->op, value->width, from, low, set[0].at[i],
                                    set[1].at[k], 0, value->imm));
  return build_done(&values->arena, &sum);
}

static struct value_set
evaluate(struct values *values, value_id id)
{
  const struct value *value = &values->prog->values.at[id];
  struct value_set set = anything;
  if (value->op == OP_CONST) {
    uint64_t *at = arena_alloc(&values->arena, sizeof *at);
    *at = value->imm;
    return (struct value_set){1, false, at};
  }
  if (value->op == OP_LOADED)
    set = of_load(values, value);
  else if (value->op != OP_INPUT)
    set = of_operation(values, value);
  else if (values->prog->inputs.at[value->imm].kind == INPUT_UNINITIALISED)
    set = garbage;
  return value_set_is_exact(set) || (set.open && value->width > 6)
             ? set
             : all_of_width(values, value->width);
}

struct value_set
values_get(struct values *values, value_id value)
{
  while (values->sets.n <= value) {
    struct value_set set = evaluate(values, (value_id)values->sets.n);
    vec_push(&values->sets, set);
  }
  return values->sets.at[value];
}

struct value_set
values_of_cell(const struct values *values, object_id object, uint64_t offset, uint32_t bytes)
{
  return contents_get(values->contents, object, offset, bytes);
}

uint32_t
values_cells(const struct values *values)
{
  return (uint32_t)values->contents->cells.n;
}

uint32_t
values_find_cell(const struct values *values, object_id object, uint64_t offset, uint32_t bytes)
{
  const struct cell *cell = cell_find(values->contents, object, offset);
  return cell && cell->bytes == bytes && !cell->mixed &&
                 !is_given_up(values->contents, object, offset, bytes)
             ? (uint32_t)(cell - values->contents->cells.at)
             : NO_CELL;
}

/* ---- the fixpoint ---- */

static bool
grow_once(struct contents *contents, const struct prog *prog)
{
  struct values *values = values_new(prog, contents);
  bool grew = false;
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    grew |= put(contents, (struct target){init->object, init->offset},
                value_width(prog, init->value) / 8, values_get(values, init->value));
  }
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    if (event->kind != EVENT_STORE || event->guard == VALUE_FALSE)
      continue;
    struct value_set set = values_get(values, event->value);
    for (uint32_t k = 0; k < event->n_targets; k++)
      grew |= put(contents, prog->targets.at[event->first_target + k], event->bytes, set);
  }
  values_free(values);
  return grew;
}

/* A cell without an init holds zero before anything is stored. */
static bool
add_zeroes(struct contents *contents, const struct prog *prog)
{
  struct map given = {0};
  bool grew = false;
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    for (uint64_t b = 0; b < value_width(prog, init->value) / 8; b++)
      *map_at(&given, place_key(init->object, init->offset + b)) = 1;
  }
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    if (event->kind != EVENT_STORE && event->kind != EVENT_LOAD)
      continue;
    for (uint32_t k = 0; k < event->n_targets; k++) {
      struct target target = prog->targets.at[event->first_target + k];
      bool all = true, some = false;
      for (uint64_t b = 0; b < event->bytes; b++) {
        bool has = map_find(&given, place_key(target.object, target.offset + b)) != NULL;
        all &= has;
        some |= has;
      }
      if (!some)
        grew |= put(contents, target, event->bytes, zero_set);
      else if (!all) /* half given, half zero */
        grew |= put(contents, target, event->bytes, anything);
    }
  }
  map_free(&given);
  return grew;
}

bool
contents_grow(struct contents *contents, const struct prog *prog)
{
  bool grew = add_zeroes(contents, prog);
  while (grow_once(contents, prog))
    grew = true;
  return grew;
}

struct values *
values_find(const struct prog *prog)
{
  struct contents *contents = contents_new();
  contents_grow(contents, prog);
  struct values *values = values_new(prog, contents);
  values->own = contents;
  return values;
}
