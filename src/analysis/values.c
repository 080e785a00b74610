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
 * Pointers that are moved through an array are in between: `p++` on shared memory would list every
 * address, and those behind the end too. When a set of addresses gets too large, or something
 * unknown is added to an address, what is left is the object that it lies in and the stride: a
 * pointer made from an object by arithmetic points into that object, or to use it is an error.
 * That only adds to a set, too: an object comes in once, and its stride only gets smaller.
 *
 * A set that becomes "anything" remembers whether there were addresses in it: the front end has to
 * know where a program computes with them (unfold/address.c).
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

#include "base/invariant.h"
#include "base/mutant.h"

/* ---- sets ---- */

static const struct value_set anything = {0};
static const struct value_set garbage = {.open = true};

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

bool
value_set_has_address(const struct prog *prog, unsigned width, struct value_set set)
{
  bool has = set.address || set.n_some;
  for (uint32_t i = 0; i < set.n && !has; i++)
    has = value_object(prog, width, set.at[i]);
  return has;
}

enum { MAX_SOMEWHERE = 16 };

struct builder {
  const struct prog *prog;  /* if the elements may be addresses, else NULL */
  const struct prog *whole; /* in any case, and how wide the elements are */
  unsigned width;
  uint64_t at[VALUE_SET_MAX + 1];
  uint32_t n, n_some;
  bool any, open, address;
  bool distances; /* as in struct contents */
  struct somewhere some[MAX_SOMEWHERE];
};

/* Only what has the width of a pointer can be an address. */
static struct builder
build_new(const struct prog *prog, unsigned width)
{
  return (struct builder){
    .prog = width == prog->pointer_bits ? prog : NULL, .whole = prog, .width = width};
}

/* Less than any address. */
enum { SMALL = 0x10000 };

/* The last object that does not begin behind the address; 0 = there is none. */
static object_id
object_before(const struct prog *prog, uint64_t address)
{
  size_t low = 0, high = prog->objects.n; /* object 0 is none */
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (prog->objects.at[middle].base <= address)
      low = middle;
    else
      high = middle;
  }
  return (object_id)low;
}

/* The object that an address was made from: it lies in it, or not far away. 0 if it is no address. */
static object_id
object_near(const struct prog *prog, uint64_t address)
{
  if (!prog || address < SMALL)
    return 0;
  object_id before = object_before(prog, address), behind = before + 1;
  const struct object *object = &prog->objects.at[before];
  if (before && address - object->base < object->size + prog_margin(prog, object->size))
    return before;
  if (behind == prog->objects.n)
    return 0;
  object = &prog->objects.at[behind];
  return object->base - address <= prog_margin(prog, object->size) ? behind : 0;
}

/* The same, but not of a function. */
static object_id
object_of(const struct prog *prog, uint64_t address)
{
  object_id object = object_near(prog, address);
  return object && prog->objects.at[object].kind != OBJECT_FUNCTION ? object : 0;
}

/* A tag may be in the 16 bits above a 64-bit address; two numbers of 32 bits, of which one is an
 * address, in 64. */
object_id
value_object(const struct prog *prog, unsigned width, uint64_t bits)
{
  if (width < prog->pointer_bits)
    return 0;
  if (prog->pointer_bits == 64)
    return object_near(prog, bits & bits_mask(48));
  object_id object = object_near(prog, bits & bits_mask(32));
  return object || width < 64 ? object : object_near(prog, bits >> 32);
}

static uint64_t
greatest_divisor(uint64_t a, uint64_t b)
{
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static struct somewhere *
build_find(struct builder *builder, object_id object)
{
  for (uint32_t i = 0; i < builder->n_some; i++)
    if (builder->some[i].object == object)
      return &builder->some[i];
  return NULL;
}

/* The offset of an element that need not lie in the object, modulo a stride. */
static uint64_t
phase(uint64_t offset, uint64_t stride)
{
  return (int64_t)offset < 0 ? (stride - (0 - offset) % stride) % stride : offset % stride;
}

/* A constant comes with the stride 0; never as the only one of its object. */
static void
build_somewhere(struct builder *builder, object_id object, uint64_t stride, uint64_t offset)
{
  struct somewhere *some = build_find(builder, object);
  if (!some && builder->n_some == MAX_SOMEWHERE) {
    builder->any = true;
    return;
  }
  if (!some) {
    some = &builder->some[builder->n_some++];
    *some = (struct somewhere){object, stride, offset};
  }
  INVARIANT(object != 0);
  int64_t apart = (int64_t)(offset - some->offset);
  some->stride = greatest_divisor(some->stride, stride);
  some->stride = greatest_divisor(some->stride, (uint64_t)(apart < 0 ? -apart : apart));
  if (some->stride)
    some->offset = phase(some->offset, some->stride);
  INVARIANT(!some->stride || some->offset < some->stride);
  builder->open = true;
}

static void
build_remove(struct builder *builder, uint32_t i)
{
  INVARIANT(i < builder->n);
  builder->n--;
  memmove(builder->at + i, builder->at + i + 1, (builder->n - i) * sizeof *builder->at);
}

/* Constants that lie in an object that is listed already go there; if `all`, also those that lie in
 * the same object as another. */
static void
build_absorb(struct builder *builder, bool all)
{
  for (uint32_t i = builder->n; i-- > 0 && !builder->any;) {
    object_id object = object_of(builder->prog, builder->at[i]);
    bool two = all && i && object_of(builder->prog, builder->at[i - 1]) == object;
    if (!object || !(two || build_find(builder, object)))
      continue;
    uint64_t offset = builder->at[i] - builder->prog->objects.at[object].base;
    build_remove(builder, i);
    build_somewhere(builder, object, 0, offset);
  }
}

static bool
build_is_address(const struct builder *builder, uint64_t element)
{
  return builder->whole && value_object(builder->whole, builder->width, element);
}

static void
build_add(struct builder *builder, uint64_t element)
{
  if (builder->any) {
    builder->address |= build_is_address(builder, element);
    return;
  }
  object_id object = builder->n_some ? object_of(builder->prog, element) : 0;
  if (object && build_find(builder, object)) {
    build_somewhere(builder, object, 0, element - builder->prog->objects.at[object].base);
    return;
  }
  uint32_t i = builder->n;
  while (i > 0 && builder->at[i - 1] > element)
    i--;
  if (i > 0 && builder->at[i - 1] == element)
    return;
  if (builder->n == VALUE_SET_MAX) {
    build_absorb(builder, true);
    builder->any |= builder->n == VALUE_SET_MAX;
    build_add(builder, element);
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
  builder->address |= set.address || (builder->any && set.n_some);
  for (uint32_t i = 0; i < set.n_some && !builder->any; i++)
    build_somewhere(builder, set.some[i].object, set.some[i].stride, set.some[i].offset);
  if (set.n_some)
    build_absorb(builder, false);
  for (uint32_t i = 0; i < set.n && !(builder->any && builder->address); i++)
    build_add(builder, set.at[i]);
}

static bool
build_has_address(const struct builder *builder)
{
  bool has = builder->address || builder->n_some;
  for (uint32_t i = 0; i < builder->n && !has; i++)
    has = build_is_address(builder, builder->at[i]);
  return has;
}

bool
value_set_is_sound(struct value_set set)
{
  if (set.n > VALUE_SET_MAX || set.n_some > MAX_SOMEWHERE || (set.n_some && !set.open))
    return false;
  for (uint32_t i = 1; i < set.n; i++)
    if (set.at[i - 1] >= set.at[i])
      return false;
  for (uint32_t i = 0; i < set.n_some; i++) {
    if (set.some[i].offset >= set.some[i].stride)
      return false;
    for (uint32_t k = 0; k < i; k++)
      if (set.some[k].object == set.some[i].object)
        return false;
  }
  return true;
}

static struct value_set
build_done(struct arena *arena, const struct builder *builder)
{
  if (builder->any || (!builder->n && !builder->open))
    return (struct value_set){.address = build_has_address(builder)};
  INVARIANT(builder->n <= VALUE_SET_MAX && builder->n_some <= MAX_SOMEWHERE);
  INVARIANT(builder->open || !builder->n_some);
  uint64_t *at = arena_alloc(arena, builder->n * sizeof *at);
  memcpy(at, builder->at, builder->n * sizeof *at);
  struct somewhere *some = NULL;
  if (builder->n_some) {
    some = arena_alloc(arena, builder->n_some * sizeof *some);
    memcpy(some, builder->some, builder->n_some * sizeof *some);
  }
  struct value_set set = {
    .n = builder->n, .open = builder->open, .at = at, .n_some = builder->n_some, .some = some};
  assert(value_set_is_sound(set));
  return set;
}

static bool
same_set(struct value_set a, struct value_set b)
{
  if (a.n != b.n || a.open != b.open || a.address != b.address || a.n_some != b.n_some)
    return false;
  for (uint32_t i = 0; i < a.n; i++)
    if (a.at[i] != b.at[i])
      return false;
  for (uint32_t i = 0; i < a.n_some; i++)
    if (a.some[i].object != b.some[i].object || a.some[i].stride != b.some[i].stride ||
        a.some[i].offset != b.some[i].offset)
      return false;
  return true;
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
  bool distances;       /* of objects are computed by the program */
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
  INVARIANT(object >> 24 == 0 && offset >> 40 == 0);
  return (uint64_t)object << 40 ^ offset;
}

static struct cell *
cell_find(const struct contents *contents, object_id object, uint64_t offset)
{
  const uint32_t *index = map_find(&contents->by_place, place_key(object, offset));
  INVARIANT(!index || (*index && *index <= contents->cells.n));
  return index ? &contents->cells.at[*index - 1] : NULL;
}

/* Does another cell overlap these bytes without being exactly them? Marks it if `mark`. */
static bool
overlaps(struct contents *contents, object_id object, uint64_t offset, uint32_t bytes, bool mark)
{
  uint32_t widest = object < contents->widest.n ? contents->widest.at[object] : 0;
  INVARIANT(widest <= 8 && bytes <= 8);
  bool found = false;
  if (MUTANT(VALUES_FORGET_OVERLAP))
    return false;
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

/* The bytes may hold anything, or an address. True if that is news. */
static bool
give_up(struct contents *contents, object_id object, uint64_t offset, uint32_t bytes, bool address)
{
  bool news = false;
  for (uint32_t i = 0; i < bytes; i++) {
    uint32_t *what = map_at(&contents->given_up, place_key(object, offset + i));
    news |= *what < 1u + address;
    *what = *what < 1u + address ? 1u + address : *what;
  }
  return news;
}

/* Are there addresses among what was put into these bytes, or some of them? */
static bool
had_address(const struct contents *contents, const struct prog *prog, object_id object,
            uint64_t offset, uint32_t bytes)
{
  uint32_t widest = object < contents->widest.n ? contents->widest.at[object] : 0;
  bool had = false;
  for (uint64_t at = offset > widest ? offset - widest : 0; at < offset + bytes && !had; at++) {
    const struct cell *cell = cell_find(contents, object, at);
    had =
      cell && at + cell->bytes > offset && value_set_has_address(prog, 8 * cell->bytes, cell->set);
    const uint32_t *what =
      at < offset ? NULL : map_find(&contents->given_up, place_key(object, at));
    had |= what && *what > 1;
  }
  return had;
}

/* Finds or makes the cell; NULL if another size starts at the same place. */
static struct cell *
cell_make(struct contents *contents, object_id object, uint64_t offset, uint32_t bytes)
{
  struct cell *cell = cell_find(contents, object, offset);
  if (cell)
    return cell->bytes == bytes ? cell : NULL;
  INVARIANT(bytes >= 1 && contents->cells.n < NO_CELL - 1);
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
put(struct contents *contents, const struct prog *prog, struct target target, uint32_t bytes,
    struct value_set set)
{
  size_t before = contents->cells.n;
  struct cell *cell = cell_make(contents, target.object, target.offset, bytes);
  if (!cell) { /* another size starts here */
    overlaps(contents, target.object, target.offset, bytes, true);
    return give_up(contents, target.object, target.offset, bytes,
                   value_set_has_address(prog, 8 * bytes, set));
  }
  if (cell->known && is_anything(cell->set) &&
      (cell->set.address || !value_set_has_address(prog, 8 * bytes, set)))
    return contents->cells.n != before;
  struct builder sum = build_new(prog, 8 * bytes);
  if (cell->known)
    build_union(&sum, cell->set);
  build_union(&sum, set);
  struct value_set now = build_done(&contents->arena, &sum);
  if (cell->known && same_set(now, cell->set))
    return false;
  INVARIANT(!cell->known || !is_anything(cell->set) || is_anything(now)); /* sets only grow */
  cell->set = now;
  cell->known = true;
  return true;
}

static const uint64_t zero_elements[] = {0};
static const struct value_set zero_set = {.n = 1, .at = zero_elements};

static struct value_set
contents_get(const struct contents *contents, const struct prog *prog, object_id object,
             uint64_t offset, uint32_t bytes)
{
  const struct cell *cell = cell_find(contents, object, offset);
  /* `overlaps` without marking changes nothing */
  bool mixed = overlaps((struct contents *)contents, object, offset, bytes, false);
  if (mixed || (cell && (cell->mixed || cell->bytes != bytes)) ||
      is_given_up(contents, object, offset, bytes))
    return (struct value_set){.address = had_address(contents, prog, object, offset, bytes)};
  return cell && cell->known ? cell->set : zero_set;
}

/* ---- values ---- */

void
contents_have_distances(struct contents *contents)
{
  contents->distances = true;
}

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
  INVARIANT(event->kind == EVENT_LOAD && 8 * event->bytes == value->width);
  struct builder sum = build_new(prog, value->width);
  for (uint32_t i = 0; i < event->n_targets && !sum.any; i++) {
    struct target target = prog->targets.at[event->first_target + i];
    build_union(&sum,
                contents_get(values->contents, prog, target.object, target.offset, event->bytes));
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
of_masked(struct values *values, const struct value *value, bool address)
{
  uint64_t k;
  struct builder sum = {.address = address};
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

uint64_t
values_stride(const struct prog *prog, value_id value)
{
  const struct value *node = &prog->values.at[value];
  uint64_t k;
  if (node->op == OP_CONST) {
    int64_t number = bits_signed(node->imm, node->width);
    return number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  }
  if (node->op == OP_ADD || node->op == OP_SUB)
    return greatest_divisor(values_stride(prog, node->arg[0]), values_stride(prog, node->arg[1]));
  if (node->op == OP_MUL && value_is_const(prog, node->arg[1], &k) && k)
    return k * values_stride(prog, node->arg[0]);
  if (node->op == OP_MUL && value_is_const(prog, node->arg[0], &k) && k)
    return k * values_stride(prog, node->arg[1]);
  if (node->op == OP_SHL && value_is_const(prog, node->arg[1], &k) && k < 40)
    return (UINT64_C(1) << k) * values_stride(prog, node->arg[0]);
  if (node->op == OP_CONCAT && value_is_const(prog, node->arg[1], &k) && !k)
    return (UINT64_C(1) << prog->values.at[node->arg[1]].width) * values_stride(prog, node->arg[0]);
  return 1;
}

/* Of something: not of a function. */
static bool
has_address(const struct prog *prog, struct value_set set)
{
  bool has = set.n_some;
  for (uint32_t i = 0; i < set.n && !has; i++)
    has = object_of(prog, set.at[i]);
  return has;
}

/* What an operation makes of an address that is not listed may still be one, or hold one. */
static bool
keeps_address(const struct prog *prog, const struct value *value, const struct value_set set[2])
{
  if (value->op != OP_ADD && value->op != OP_SUB && value->op != OP_AND && value->op != OP_OR &&
      value->op != OP_XOR && value->op != OP_CONCAT && value->op != OP_EXTRACT &&
      value->op != OP_ZEXT)
    return false;
  bool address[2], pieces = value->op == OP_EXTRACT || value->op == OP_CONCAT;
  for (int i = 0; i < 2; i++)
    address[i] = value_set_has_address(prog, prog->values.at[value->arg[i]].width, set[i]);
  /* Pieces of an address may be put together again. */
  return (value->width >= prog->pointer_bits || (pieces && !MUTANT(PIECES_ARE_NUMBERS))) &&
         (value->op == OP_SUB ? address[0] && !address[1] : address[0] || address[1]);
}

/* Do these bytes lie in the object, or not far away? */
static bool
is_near(const struct prog *prog, object_id object, uint64_t start, uint64_t size)
{
  const struct object *o = &prog->objects.at[object];
  uint64_t margin = prog_margin(prog, o->size);
  return start < o->base + o->size + margin && o->base < start + size + margin;
}

/* Moves what lies somewhere in an object into others, if the number is the distance to them. Not in
 * programs that compute no distances: there it is an index that is too large. */
static bool
build_moved_over(struct builder *sum, struct somewhere from, uint64_t number)
{
  const struct prog *prog = sum->prog;
  const struct object *object = &prog->objects.at[from.object];
  uint64_t start = object->base + number;
  bool moved = false;
  if (!sum->distances || MUTANT(DISTANCE_FORGOTTEN))
    return false;
  object_id to = object_before(prog, start), last = object_before(prog, start + object->size) + 1;
  for (to += !to; to <= last && to < prog->objects.n; to++) {
    if (to == from.object || !is_near(prog, to, start, object->size) ||
        prog->objects.at[to].kind == OBJECT_FUNCTION)
      continue;
    uint64_t offset = start + from.offset - prog->objects.at[to].base;
    build_somewhere(sum, to, from.stride, phase(offset, from.stride));
    moved = true;
  }
  return moved;
}

/* Adds (or takes away) the numbers of `set`, or if they cannot be listed any multiple of `stride`,
 * to what lies somewhere. The numbers are as wide as pointers, and may be negative. */
static void
build_moved(struct builder *sum, struct somewhere from, struct value_set set, uint64_t stride,
            bool minus)
{
  if (!value_set_is_exact(set)) {
    uint64_t common = greatest_divisor(from.stride, stride);
    build_somewhere(sum, from.object, common, phase(from.offset, common));
    return;
  }
  for (uint32_t i = 0; i < set.n; i++) {
    uint64_t number = (uint64_t)bits_signed(set.at[i], sum->width);
    number = minus ? 0 - number : number;
    if (!build_moved_over(sum, from, number))
      build_somewhere(sum, from.object, from.stride, phase(from.offset + number, from.stride));
  }
}

/* pointer + number, pointer - number where one of them cannot be listed: it stays in the object,
 * or is no pointer any more. False if it is something else. */
static bool
of_moved_pointer(const struct prog *prog, const struct value *value, const struct value_set set[2],
                 struct builder *sum)
{
  bool address[2] = {has_address(prog, set[0]), has_address(prog, set[1])};
  bool minus = value->op == OP_SUB;
  if (!sum->prog || (value->op != OP_ADD && !minus) || address[0] == address[1] ||
      (minus && address[1]))
    return false;
  struct value_set pointer = set[address[1]], number = set[address[0]];
  uint64_t stride = values_stride(prog, value->arg[address[0]]), mask = bits_mask(value->width);
  stride = stride ? stride : 1;
  for (uint32_t i = 0; i < pointer.n_some; i++)
    build_moved(sum, pointer.some[i], number, stride, minus);
  for (uint32_t i = 0; i < pointer.n && !sum->any; i++) {
    object_id object = object_of(prog, pointer.at[i]);
    for (uint32_t k = 0; k < number.n && value_set_is_exact(number); k++)
      build_add(sum, mask & (minus ? pointer.at[i] - number.at[k] : pointer.at[i] + number.at[k]));
    if (object && !value_set_is_exact(number))
      build_somewhere(sum, object, stride,
                      phase(pointer.at[i] - prog->objects.at[object].base, stride));
  }
  if (sum->n_some)
    build_absorb(sum, false);
  sum->open = true;
  return true;
}

static struct value_set
of_operation(struct values *values, const struct value *value)
{
  struct builder sum = build_new(values->prog, value->width);
  sum.distances = values->contents->distances;
  if (value->op == OP_ITE) {
    build_union(&sum, values->sets.at[value->arg[1]]);
    build_union(&sum, values->sets.at[value->arg[2]]);
    return build_done(&values->arena, &sum);
  }
  struct value_set set[2] = {zero_set, zero_set};
  bool exact = true;
  INVARIANT(value_arity(value->op) >= 1 && value_arity(value->op) <= 2);
  for (unsigned i = 0; i < value_arity(value->op); i++) {
    set[i] = values->sets.at[value->arg[i]];
    exact &= value_set_is_exact(set[i]);
  }
  if (!exact && of_moved_pointer(values->prog, value, set, &sum))
    return build_done(&values->arena, &sum);
  sum.open = !exact && stays_garbage(value, set);
  if (!exact && !sum.open)
    return of_masked(values, value, keeps_address(values->prog, value, set));
  if (set[0].n * set[1].n > 16 * VALUE_SET_MAX)
    return (struct value_set){.address = keeps_address(values->prog, value, set)};
  const struct value *args = values->prog->values.at;
  unsigned from = args[value->arg[0]].width, low = args[value->arg[1]].width;
  for (uint32_t i = 0; i < set[0].n && !sum.any; i++)
    for (uint32_t k = 0; k < set[1].n && !sum.any; k++)
      build_add(&sum, value_compute(value->op, value->width, from, low, set[0].at[i], set[1].at[k],
                                    0, value->imm));
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
    return (struct value_set){.n = 1, .at = at};
  }
  if (value->op == OP_LOADED)
    set = of_load(values, value);
  else if (value->op != OP_INPUT)
    set = of_operation(values, value);
  else if (values->prog->inputs.at[value->imm].kind == INPUT_UNINITIALISED)
    set = garbage;
  return value_set_is_exact(set) || set.address || (set.open && value->width > 6)
           ? set
           : all_of_width(values, value->width);
}

struct value_set
values_get(struct values *values, value_id value)
{
  while (values->sets.n <= value) {
    value_id next = (value_id)values->sets.n;
    struct value_set set = evaluate(values, next);
    INVARIANT(!set.n || set.at[set.n - 1] <= bits_mask(value_width(values->prog, next)));
    vec_push(&values->sets, set);
  }
  return values->sets.at[value];
}

void
values_forget(struct values *values, value_id from)
{
  if (values->sets.n > from)
    values->sets.n = from;
}

struct value_set
values_of_cell(const struct values *values, object_id object, uint64_t offset, uint32_t bytes)
{
  return contents_get(values->contents, values->prog, object, offset, bytes);
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

/* These come first: whoever loads before they are there finds zeroes. */
static bool
add_inits(struct contents *contents, const struct prog *prog)
{
  struct values *values = values_new(prog, contents);
  bool grew = false;
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    grew |= put(contents, prog, (struct target){init->object, init->offset},
                value_width(prog, init->value) / 8, values_get(values, init->value));
  }
  values_free(values);
  return grew;
}

static bool
grow_once(struct contents *contents, const struct prog *prog)
{
  struct values *values = values_new(prog, contents);
  bool grew = false;
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    if (event->kind != EVENT_STORE || event->guard == VALUE_FALSE)
      continue;
    struct value_set set = values_get(values, event->value);
    for (uint32_t k = 0; k < event->n_targets && !(k && MUTANT(VALUES_FORGET_TARGET)); k++)
      grew |= put(contents, prog, prog->targets.at[event->first_target + k], event->bytes, set);
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
      if (!some && MUTANT(VALUES_FORGET_ZERO))
        continue;
      if (!some)
        grew |= put(contents, prog, target, event->bytes, zero_set);
      else if (!all) /* half given, half zero */
        grew |= put(contents, prog, target, event->bytes, anything);
    }
  }
  map_free(&given);
  return grew;
}

bool
contents_grow(struct contents *contents, const struct prog *prog)
{
  bool grew = add_zeroes(contents, prog);
  if (MUTANT(VALUES_INITS_LATE))
    grew |= grow_once(contents, prog);
  grew |= add_inits(contents, prog);
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
