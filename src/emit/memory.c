/* Memory as variables.
 *
 * Objects are cut into cells, at all places where some access begins or ends. An array that is only
 * accessed by its elements stays one; every other cell is a variable of its own, named after what
 * lies there. An access whose address is not fixed compares it with those of its targets, or, in an
 * array, computes an index. */
#include <inttypes.h>
#include <stdlib.h>

#include "emit/emission.h"
#include "trace/trace.h"
#include "trace/view.h"

/* ---- cells ---- */

struct span {
  uint64_t low, high;
  bool read;
};
typedef VEC(struct span) range_list;

static int
by_low(const void *a, const void *b)
{
  const struct span *x = a, *y = b;
  if (x->low != y->low)
    return x->low < y->low ? -1 : 1;
  return x->high < y->high ? -1 : x->high > y->high;
}

static int
by_number(const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static uint64_t
later(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

/* The ranges are sorted; every one begins and ends at one of the cuts. */
static void
add_cells(struct emission *e, object_id object, const range_list *ranges)
{
  VEC(uint64_t) cuts = {0};
  for (size_t i = 0; i < ranges->n; i++) {
    vec_push(&cuts, ranges->at[i].low);
    vec_push(&cuts, ranges->at[i].high);
  }
  if (cuts.n)
    qsort(cuts.at, cuts.n, sizeof *cuts.at, by_number);
  uint64_t covered = 0, read = 0; /* up to here by the ranges seen so far */
  for (size_t i = 0, r = 0; i + 1 < cuts.n; i++) {
    uint64_t low = cuts.at[i], high = cuts.at[i + 1];
    for (; r < ranges->n && ranges->at[r].low <= low; r++) {
      covered = later(covered, ranges->at[r].high);
      read = later(read, ranges->at[r].read ? ranges->at[r].high : 0);
    }
    if (low < high && low < covered)
      vec_push(&e->cells, ((struct cell){object, low, (uint32_t)(high - low), low < read, NULL}));
  }
  vec_free(&cuts);
}

static void
find_ranges(const struct emission *e, range_list *ranges)
{
  const struct prog *prog = e->prog;
  for (event_id i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    bool load = event->kind == EVENT_LOAD;
    if ((!load && event->kind != EVENT_STORE) || !emit_matters(e, i))
      continue;
    for (uint32_t k = 0; k < event->n_targets; k++) {
      struct target target = prog->targets.at[event->first_target + k];
      struct span range = {target.offset, target.offset + event->bytes, load};
      vec_push(&ranges[target.object], range);
    }
  }
}

/* ---- names ---- */

static const char *
object_name(struct emission *e, object_id object)
{
  struct layout *layout = &e->layouts.at[object];
  if (!layout->name) {
    struct str name = {0};
    name_object(&name, e->prog, object);
    layout->name = emit_name_global(e, str_text(&name));
    str_free(&name);
  }
  return layout->name;
}

static bool
is_array(const struct emission *e, object_id object)
{
  const struct layout *layout = &e->layouts.at[object];
  const struct type *type = &e->prog->types.at[e->prog->objects.at[object].type];
  uint32_t bytes = layout->first < layout->end ? e->cells.at[layout->first].bytes : 0;
  bool elements = type->kind == TYPE_ARRAY && e->prog->types.at[type->element].size == bytes;
  if (layout->end - layout->first < 2 || (e->prog->objects.at[object].type && !elements) ||
      (bytes & (bytes - 1)))
    return false;
  for (uint32_t i = layout->first; i < layout->end; i++)
    if (e->cells.at[i].bytes != bytes || e->cells.at[i].offset % bytes)
      return false;
  return true;
}

static void
name_cells(struct emission *e, object_id object)
{
  struct layout *layout = &e->layouts.at[object];
  layout->array = is_array(e, object);
  for (uint32_t i = layout->first; i < layout->end; i++) {
    struct cell *cell = &e->cells.at[i];
    bool whole = cell->bytes == e->prog->objects.at[object].size;
    if (layout->array) {
      cell->text = arena_printf(&e->arena, "%s[%" PRIu64 "]", object_name(e, object),
                                cell->offset / cell->bytes);
    } else if (whole) {
      cell->text = object_name(e, object);
    } else {
      struct str name = {0};
      name_memory(&name, e->prog, object, cell->offset, cell->bytes);
      cell->text = emit_name_global(e, str_text(&name));
      str_free(&name);
    }
  }
}

void
emit_memory_lay_out(struct emission *e)
{
  size_t n = e->prog->objects.n;
  range_list *ranges = mem_alloc(n * sizeof *ranges);
  vec_resize(&e->layouts, n);
  find_ranges(e, ranges);
  for (object_id i = 0; i < n; i++) {
    if (ranges[i].n)
      qsort(ranges[i].at, ranges[i].n, sizeof *ranges[i].at, by_low);
    e->layouts.at[i].first = (uint32_t)e->cells.n;
    add_cells(e, i, &ranges[i]);
    e->layouts.at[i].end = (uint32_t)e->cells.n;
    vec_free(&ranges[i]);
  }
  vec_drop(ranges);
  for (object_id i = 0; i < n; i++)
    name_cells(e, i);
}

const char *
emit_memory_address(struct emission *e, object_id object)
{
  e->layouts.at[object].addressed = true;
  return arena_printf(&e->arena, "AT_%s", object_name(e, object));
}

void
emit_memory_define_addresses(struct emission *e, struct str *out)
{
  for (object_id i = 1; i < e->layouts.n; i++)
    if (e->layouts.at[i].addressed)
      str_printf(out, "#define AT_%s 0x%" PRIx64 "%s\n", e->layouts.at[i].name,
                 e->prog->objects.at[i].base, e->prog->pointer_bits > 32 ? "ull" : "u");
}

/* ---- before the threads run ---- */

/* The part of an initial value that lies in a cell: from bit `low` of the value, `bytes` bytes, to
 * bit `high` of the cell. */
struct overlap {
  unsigned low, high, bytes;
};

static bool
overlaps(const struct emission *e, const struct init *init, const struct cell *cell,
         struct overlap *overlap)
{
  uint64_t end = init->offset + value_width(e->prog, init->value) / 8;
  uint64_t from = init->offset > cell->offset ? init->offset : cell->offset;
  uint64_t to = end < cell->offset + cell->bytes ? end : cell->offset + cell->bytes;
  if (init->object != cell->object || from >= to)
    return false;
  *overlap = (struct overlap){(unsigned)(8 * (from - init->offset)),
                              (unsigned)(8 * (from - cell->offset)), (unsigned)(to - from)};
  return true;
}

/* What the constants among the initial values put there. */
static uint64_t
constant_contents(const struct emission *e, const struct cell *cell)
{
  uint64_t contents = 0, bits;
  struct overlap overlap;
  for (size_t i = 0; i < e->prog->inits.n; i++) {
    const struct init *init = &e->prog->inits.at[i];
    if (overlaps(e, init, cell, &overlap) && value_is_const(e->prog, init->value, &bits))
      contents |= (bits >> overlap.low & bits_mask(8 * overlap.bytes)) << overlap.high;
  }
  return contents;
}

/* As many as its elements have in common. */
static unsigned
bits_of_array(const struct emission *e, const struct layout *layout)
{
  unsigned most = 1;
  for (uint32_t i = layout->first; i < layout->end; i++) {
    unsigned bits = emit_bits_of_cell(e, &e->cells.at[i]);
    most = bits > most ? bits : most;
  }
  return most;
}

static uint64_t
elements(const struct emission *e, const struct layout *layout)
{
  const struct cell *last = &e->cells.at[layout->end - 1];
  return last->offset / last->bytes + 1;
}

static void
declare_array(struct emission *e, struct str *out, const struct layout *layout)
{
  const struct cell *last = &e->cells.at[layout->end - 1];
  const char *separator = " = {";
  emit_declare(out, 8 * last->bytes, bits_of_array(e, layout));
  str_printf(out, "%s[%" PRIu64 "]", layout->name, elements(e, layout));
  for (uint32_t i = layout->first; i < layout->end; i++) {
    uint64_t contents = constant_contents(e, &e->cells.at[i]);
    if (!contents)
      continue;
    str_printf(out, "%s[%" PRIu64 "] = ", separator, e->cells.at[i].offset / last->bytes);
    emit_constant(e, out, contents, 8 * last->bytes);
    separator = ", ";
  }
  str_add(out, *separator == ',' ? "};\n" : ";\n");
}

static void
declare_cell(struct emission *e, struct str *out, const struct cell *cell)
{
  uint64_t contents = constant_contents(e, cell);
  emit_declare(out, 8 * cell->bytes, emit_bits_of_cell(e, cell));
  str_add(out, cell->text);
  if (contents) {
    str_add(out, " = ");
    emit_constant(e, out, contents, 8 * cell->bytes);
  }
  str_add(out, ";\n");
}

void
emit_memory_declare(struct emission *e, struct str *out)
{
  for (object_id i = 1; i < e->layouts.n; i++) {
    const struct layout *layout = &e->layouts.at[i];
    if (layout->array)
      declare_array(e, out, layout);
    for (uint32_t k = layout->first; !layout->array && k < layout->end; k++)
      declare_cell(e, out, &e->cells.at[k]);
  }
}

/* The cells of an object that an initial value with inputs in it reaches. */
static bool
is_symbolic(const struct emission *e, const struct init *init)
{
  uint64_t bits;
  return !value_is_const(e->prog, init->value, &bits);
}

bool
emit_memory_input(const struct emission *e, size_t *i, value_id *value)
{
  struct overlap overlap;
  for (; *i < e->prog->inits.n; ++*i) {
    const struct init *init = &e->prog->inits.at[*i];
    const struct layout *layout = &e->layouts.at[init->object];
    if (!is_symbolic(e, init))
      continue;
    for (uint32_t k = layout->first; k < layout->end; k++)
      if (e->cells.at[k].read && overlaps(e, init, &e->cells.at[k], &overlap)) {
        *value = init->value;
        ++*i;
        return true;
      }
  }
  return false;
}

static void
start_cell(struct emission *e, struct str *out, const struct init *init, const struct cell *cell,
           struct overlap overlap)
{
  const char *type = emit_type(8 * cell->bytes);
  if (overlap.bytes == cell->bytes && !overlap.low) {
    str_printf(out, "  %s = (%s)", cell->text, type);
    emit_number_operand(e, out, init->value);
    str_add(out, ";\n");
    return;
  }
  str_printf(out, "  %s = (%s)(%s | ((uint64_t)((", cell->text, type, cell->text);
  emit_value(e, out, init->value);
  str_printf(out, ") >> %u) & 0x%" PRIx64 "ull) << %u);\n", overlap.low,
             bits_mask(8 * overlap.bytes), overlap.high);
}

void
emit_memory_start(struct emission *e, struct str *out)
{
  struct overlap overlap;
  for (size_t i = 0; i < e->prog->inits.n; i++) {
    const struct init *init = &e->prog->inits.at[i];
    const struct layout *layout = &e->layouts.at[init->object];
    for (uint32_t k = layout->first; is_symbolic(e, init) && k < layout->end; k++)
      if (e->cells.at[k].read && overlaps(e, init, &e->cells.at[k], &overlap))
        start_cell(e, out, init, &e->cells.at[k], overlap);
  }
}

/* ---- accesses ---- */

/* The first cell of a target. */
static uint32_t
cell_at(const struct emission *e, struct target target)
{
  const struct layout *layout = &e->layouts.at[target.object];
  uint32_t low = layout->first, high = layout->end;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (e->cells.at[middle].offset < target.offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
load_target(struct emission *e, struct str *out, const struct event *event, struct target target)
{
  uint32_t first = cell_at(e, target);
  const char *name = e->values.at[event->value].name;
  if (e->cells.at[first].bytes == event->bytes) {
    str_printf(out, "%s = %s;", name, e->cells.at[first].text);
    return;
  }
  const char *type = emit_type(8 * event->bytes);
  str_printf(out, "%s = (%s)(", name, type);
  for (uint64_t done = 0; done < event->bytes; done += e->cells.at[first++].bytes) {
    if (done)
      str_printf(out, " | ((uint64_t)%s << %u)", e->cells.at[first].text, (unsigned)(8 * done));
    else
      str_add(out, e->cells.at[first].text);
  }
  str_add(out, ");");
}

static void
store_target(struct emission *e, struct str *out, const struct event *event, struct target target)
{
  uint32_t first = cell_at(e, target);
  if (e->cells.at[first].bytes == event->bytes) {
    str_printf(out, "%s = ", e->cells.at[first].text);
    emit_number(e, out, event->value);
    str_add(out, ";");
    return;
  }
  str_add(out, "{");
  for (uint64_t done = 0; done < event->bytes; done += e->cells.at[first++].bytes) {
    const struct cell *cell = &e->cells.at[first];
    bool odd = cell->bytes & (cell->bytes - 1);
    str_printf(out, " %s = (%s)(", cell->text, emit_type(8 * cell->bytes));
    emit_operand(e, out, event->value);
    if (done)
      str_printf(out, " >> %u", (unsigned)(8 * done));
    if (odd)
      str_printf(out, " & 0x%" PRIx64 "ull", bits_mask(8 * cell->bytes));
    str_add(out, ");");
  }
  str_add(out, " }");
}

/* Element of an array, by the address. */
static void
access_element(struct emission *e, struct str *out, const struct event *event, object_id object)
{
  struct str element = {0};
  str_printf(&element, "%s[", object_name(e, object));
  str_add(&element, event->bytes > 1 ? "(" : "");
  emit_operand(e, &element, event->addr);
  str_printf(&element, " - %s", emit_memory_address(e, object));
  if (event->bytes > 1)
    str_printf(&element, ") / %u", (unsigned)event->bytes);
  str_add(&element, "]");
  if (event->kind == EVENT_LOAD) {
    str_printf(out, "%s = %s;", e->values.at[event->value].name, str_text(&element));
  } else {
    str_printf(out, "%s = ", str_text(&element));
    emit_number(e, out, event->value);
    str_add(out, ";");
  }
  str_free(&element);
}

/* Targets from i on that are handled as one: elements of an array. Returns where they end. */
static uint32_t
targets_together(const struct emission *e, const struct event *event, uint32_t i)
{
  const struct target *targets = &e->prog->targets.at[event->first_target];
  const struct layout *layout = &e->layouts.at[targets[i].object];
  uint32_t end = i + 1;
  if (!layout->array || e->cells.at[layout->first].bytes != event->bytes)
    return end;
  while (end < event->n_targets && targets[end].object == targets[i].object)
    end++;
  return end;
}

static void
add_condition(struct emission *e, struct str *out, const struct event *event, uint32_t first,
              uint32_t end)
{
  struct target target = e->prog->targets.at[event->first_target + first];
  uint64_t base = e->prog->objects.at[target.object].base;
  str_add(out, "if (");
  if (end - first > 1) { /* not sizeof: elements may be narrower than they were */
    emit_operand(e, out, event->addr);
    str_printf(out, " - %s < %" PRIu64 "u", emit_memory_address(e, target.object),
               elements(e, &e->layouts.at[target.object]) * event->bytes);
  } else {
    emit_number_operand(e, out, event->addr);
    str_add(out, " == ");
    emit_constant(e, out, (base + target.offset) & bits_mask(e->prog->pointer_bits),
                  e->prog->pointer_bits);
  }
  str_add(out, ") ");
}

const char *
emit_memory_stored(const struct emission *e, const struct event *store)
{
  if (store->n_targets != 1)
    return NULL;
  const struct cell *cell = &e->cells.at[cell_at(e, e->prog->targets.at[store->first_target])];
  return cell->bytes == store->bytes ? cell->text : NULL;
}

static void
access_memory(struct emission *e, struct str *out, const struct event *event, const char *indent)
{
  for (uint32_t i = 0, end; i < event->n_targets; i = end) {
    struct target target = e->prog->targets.at[event->first_target + i];
    end = targets_together(e, event, i);
    str_printf(out, "%s%s", indent, i ? "else " : "");
    if (event->n_targets > 1 && (i || end < event->n_targets))
      add_condition(e, out, event, i, end);
    if (end - i > 1)
      access_element(e, out, event, target.object);
    else if (event->kind == EVENT_LOAD)
      load_target(e, out, event, target);
    else
      store_target(e, out, event, target);
    str_add(out, "\n");
  }
}

void
emit_memory_access(struct emission *e, struct str *out, const struct event *event)
{
  if (!event->n_targets)
    return;
  if (event->guard == VALUE_TRUE) {
    access_memory(e, out, event, "  ");
    return;
  }
  bool one = targets_together(e, event, 0) == event->n_targets;
  str_add(out, "  if (");
  emit_value(e, out, event->guard);
  str_add(out, one ? ")\n" : ") {\n");
  access_memory(e, out, event, "    ");
  str_add(out, one ? "" : "  }\n");
}
