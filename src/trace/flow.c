/* The steps of the run once more, with memory byte by byte.
 *
 * A byte is known from the step on that stores it, or, if a load comes before all stores, from the
 * beginning. So nothing is evaluated here: values are those that the interpreter has seen. Between
 * an item and the next one there may be steps that a trace does not tell; what these change counts
 * as done by the item before them. That way the table of variables is always that of a moment of
 * the run.
 *
 * The source of a load is the one store that gave it all of its bytes. A load finds what its own
 * thread has in its buffer before it looks at memory. */
#include "trace/flow.h"

#include "base/map.h"
#include "base/mutant.h"

struct byte {
  uint8_t value, initial;
  bool known, has_initial;
  uint32_t writer; /* 1 + step; 0 = nobody */
};

struct walker {
  const struct trace_input *trace;
  const struct prog *prog;
  const struct items *items;
  struct flow *flow;
  struct map index; /* address -> 1 + index into bytes */
  VEC(struct byte) bytes;
  VEC(uint32_t) pending; /* steps: stores in buffers */
  timing_list timings;   /* of each step */
  struct map item_of;    /* event of a store -> 1 + its item */
  VEC(uint64_t) told;    /* of each variable */
  VEC(bool) is_told;     /* likewise: is it known? */
};

/* ---- memory --------------------------------------------------------------- */

static struct byte *
byte_at(struct walker *walker, uint64_t address)
{
  uint32_t *at = map_at(&walker->index, address);
  if (!*at) {
    vec_push(&walker->bytes, ((struct byte){0}));
    *at = (uint32_t)walker->bytes.n;
  }
  return &walker->bytes.at[*at - 1];
}

/* The address that the step is about; false if it is no access. */
static bool
address_of(const struct walker *walker, const struct step *step, uint64_t *address)
{
  const struct event *event = &walker->prog->events.at[step->event];
  if (event->kind == EVENT_LOCAL && event->n_targets) {
    const struct target *target = &walker->prog->targets.at[event->first_target];
    *address = walker->prog->objects.at[target->object].base + target->offset;
    return true;
  }
  *address = step->addr;
  return event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
}

/* The latest store in the thread's own buffer that has the byte; FLOW_NOBODY = none. */
static uint32_t
buffered(const struct walker *walker, thread_id thread, uint64_t address)
{
  for (size_t i = walker->pending.n; i-- > 0;) {
    const struct step *store = &walker->trace->run->steps.at[walker->pending.at[i]];
    uint32_t bytes = walker->prog->events.at[store->event].bytes;
    if (prog_thread_of(walker->prog, store->event) == thread && address >= store->addr &&
        address - store->addr < bytes)
      return walker->pending.at[i];
  }
  return FLOW_NOBODY;
}

static void
store(struct walker *walker, uint32_t at)
{
  const struct step *step = &walker->trace->run->steps.at[at];
  uint32_t bytes = walker->prog->events.at[step->event].bytes;
  uint64_t address;
  if (!address_of(walker, step, &address))
    return;
  for (uint32_t i = 0; i < bytes; i++) {
    struct byte *byte = byte_at(walker, address + i);
    byte->value = (uint8_t)(i < 8 ? step->value >> 8 * i : 0);
    byte->known = i < 8;
    byte->writer = at + 1;
  }
}

static bool
has_pending(const struct walker *walker, thread_id thread)
{
  for (size_t i = 0; i < walker->pending.n; i++)
    if (prog_thread_of(walker->prog, walker->trace->run->steps.at[walker->pending.at[i]].event) ==
        thread)
      return true;
  return false;
}

/* Takes the store out of the buffer; false if it is in none. */
static bool
leave_buffer(struct walker *walker, event_id event)
{
  size_t n = 0, before = walker->pending.n;
  for (size_t i = 0; i < before; i++)
    if (walker->trace->run->steps.at[walker->pending.at[i]].event != event)
      walker->pending.at[n++] = walker->pending.at[i];
  walker->pending.n = n;
  return n < before;
}

/* What the step does to memory; false = nothing. A store that waits without anybody noticing counts
 * as done at once, as in the words of a trace, unless others of its thread wait before it. */
static bool
change(struct walker *walker, uint32_t at)
{
  const struct step *step = &walker->trace->run->steps.at[at];
  const struct event *event = &walker->prog->events.at[step->event];
  thread_id thread = prog_thread_of(walker->prog, step->event);
  if (event->kind != EVENT_STORE && event->kind != EVENT_LOCAL)
    return false;
  bool waits = walker->timings.at[at] == TIMING_WAITS || has_pending(walker, thread);
  if (step->kind == STEP_SEEN && !leave_buffer(walker, step->event))
    return false;
  if (step->kind == STEP_BUFFERED && waits) {
    vec_push(&walker->pending, at);
    return false;
  }
  store(walker, at);
  return true;
}

/* What is loaded before anybody has stored it was there from the beginning. */
static void
load_initial(struct walker *walker, uint32_t at)
{
  const struct step *step = &walker->trace->run->steps.at[at];
  thread_id thread = prog_thread_of(walker->prog, step->event);
  uint32_t bytes = walker->prog->events.at[step->event].bytes;
  for (uint32_t i = 0; i < bytes && i < 8; i++) {
    struct byte *byte = byte_at(walker, step->addr + i);
    if (byte->known || byte->writer || buffered(walker, thread, step->addr + i) != FLOW_NOBODY)
      continue;
    byte->initial = (uint8_t)(step->value >> 8 * i);
    byte->known = byte->has_initial = true;
  }
}

static void
find_initial(struct walker *walker)
{
  for (uint32_t at = 0; at < walker->trace->run->steps.n; at++) {
    const struct step *step = &walker->trace->run->steps.at[at];
    if (walker->prog->events.at[step->event].kind == EVENT_LOAD)
      load_initial(walker, at);
    else
      change(walker, at);
  }
  for (size_t i = 0; i < walker->bytes.n; i++) {
    struct byte *byte = &walker->bytes.at[i];
    byte->value = byte->initial;
    byte->known = byte->has_initial;
    byte->writer = 0;
  }
  walker->pending.n = 0;
}

/* ---- variables ------------------------------------------------------------ */

static void
find_variables(struct walker *walker)
{
  struct map known = {0};
  for (size_t i = 0; i < walker->items->all.n; i++) {
    const struct item *item = &walker->items->all.at[i];
    if (item->kind != ITEM_READ && item->kind != ITEM_WRITE && item->kind != ITEM_UPDATE &&
        item->kind != ITEM_SEEN)
      continue;
    uint64_t key = hash_mix(hash_mix(item->object, item->offset), item->bytes);
    uint32_t *at = map_at(&known, key);
    if (*at || item->bytes > 8)
      continue;
    *at = 1;
    vec_push(&walker->flow->variables,
             ((struct flow_variable){item->object, item->offset, item->bytes, false, 0}));
  }
  map_free(&known);
  vec_resize(&walker->told, walker->flow->variables.n);
  vec_resize(&walker->is_told, walker->flow->variables.n);
}

static uint64_t
address_of_variable(const struct walker *walker, const struct flow_variable *variable)
{
  return walker->prog->objects.at[variable->object].base + variable->offset;
}

/* Its value now; false if that is not known. */
static bool
value_of(struct walker *walker, const struct flow_variable *variable, uint64_t *value)
{
  uint64_t address = address_of_variable(walker, variable);
  *value = 0;
  for (uint32_t i = 0; i < variable->bytes; i++) {
    const struct byte *byte = byte_at(walker, address + i);
    if (!byte->known)
      return false;
    *value |= (uint64_t)byte->value << 8 * i;
  }
  return true;
}

static void
tell_changes(struct walker *walker, uint32_t at, uint32_t item)
{
  const struct step *step = &walker->trace->run->steps.at[at];
  uint32_t bytes = walker->prog->events.at[step->event].bytes;
  uint64_t from, value;
  if (!address_of(walker, step, &from))
    return;
  for (uint32_t i = 0; i < walker->flow->variables.n; i++) {
    const struct flow_variable *variable = &walker->flow->variables.at[i];
    uint64_t start = address_of_variable(walker, variable);
    if (from >= start + variable->bytes || start >= from + bytes ||
        !value_of(walker, variable, &value) ||
        (walker->is_told.at[i] && walker->told.at[i] == value))
      continue;
    walker->told.at[i] = value;
    walker->is_told.at[i] = true;
    vec_push(&walker->flow->changes, ((struct flow_change){item, i, value}));
  }
}

static void
tell_initial(struct walker *walker)
{
  for (size_t i = 0; i < walker->flow->variables.n; i++) {
    struct flow_variable *variable = &walker->flow->variables.at[i];
    variable->known = value_of(walker, variable, &variable->initial);
    walker->told.at[i] = variable->initial;
    walker->is_told.at[i] = variable->known;
  }
}

/* ---- who has written it ---------------------------------------------------- */

static uint32_t
source_of(struct walker *walker, const struct item *item)
{
  const struct step *step = &walker->trace->run->steps.at[item->step];
  uint32_t writer = FLOW_NOBODY;
  for (uint32_t i = 0; i < item->bytes; i++) {
    uint32_t own =
      MUTANT(OWN_BUFFER_UNREAD) ? FLOW_NOBODY : buffered(walker, item->thread, step->addr + i);
    const struct byte *byte = byte_at(walker, step->addr + i);
    uint32_t here = own != FLOW_NOBODY ? own : byte->writer ? byte->writer - 1 : FLOW_NOBODY;
    if (here == FLOW_NOBODY || (i && here != writer && !MUTANT(LAST_BYTE_IS_ALL)))
      return FLOW_NOBODY;
    writer = here;
  }
  if (writer == FLOW_NOBODY)
    return writer;
  const uint32_t *at = map_find(&walker->item_of, walker->trace->run->steps.at[writer].event);
  return at ? *at - 1 : FLOW_NOBODY;
}

static bool
is_store(const struct item *item)
{
  return item->kind == ITEM_WRITE || item->kind == ITEM_UPDATE || item->kind == ITEM_LOCAL;
}

static void
find_stores(struct walker *walker)
{
  struct map at = {0}; /* event of a late store -> 1 + its place in `waiting` */
  struct flow *flow = walker->flow;
  for (uint32_t i = 0; i < walker->items->all.n; i++) {
    const struct item *item = &walker->items->all.at[i];
    if (is_store(item))
      *map_at(&walker->item_of, item->stored) = i + 1;
    if (is_store(item) && item->timing == TIMING_WAITS) {
      vec_push(&flow->waiting, ((struct flow_waiting){i, FLOW_NOBODY}));
      *map_at(&at, item->stored) = (uint32_t)flow->waiting.n;
    }
    const uint32_t *late = item->kind == ITEM_SEEN ? map_find(&at, item->event) : NULL;
    if (late)
      flow->waiting.at[*late - 1].seen = i;
  }
  map_free(&at);
}

/* ---- the walk --------------------------------------------------------------- */

/* All steps up to the one with which `item` begins. */
static void
advance(struct walker *walker, uint32_t *at, uint32_t end, uint32_t item)
{
  for (; *at < end; (*at)++)
    if (change(walker, *at) && item)
      tell_changes(walker, *at, item - 1);
}

void
flow_find(struct flow *flow, const struct trace_input *trace, const struct items *items)
{
  struct walker walker = {.trace = trace, .prog = trace->prog, .items = items, .flow = flow};
  uint32_t at = 0;
  timings_find(&walker.timings, trace);
  find_stores(&walker);
  find_initial(&walker);
  find_variables(&walker);
  for (uint32_t i = 0; i < items->all.n; i++) {
    const struct item *item = &items->all.at[i];
    advance(&walker, &at, item->step, i);
    if (!i)
      tell_initial(&walker);
    bool reads = item->kind == ITEM_READ || item->kind == ITEM_UPDATE;
    vec_push(&flow->source, reads ? source_of(&walker, item) : FLOW_NOBODY);
  }
  advance(&walker, &at, (uint32_t)trace->run->steps.n, (uint32_t)items->all.n);
  vec_free(&walker.timings);
  map_free(&walker.index);
  map_free(&walker.item_of);
  vec_free(&walker.bytes);
  vec_free(&walker.pending);
  vec_free(&walker.told);
  vec_free(&walker.is_told);
}

void
flow_free(struct flow *flow)
{
  vec_free(&flow->variables);
  vec_free(&flow->changes);
  vec_free(&flow->source);
  vec_free(&flow->waiting);
}
