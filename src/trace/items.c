/* From steps to display items.
 *
 * One walk over the steps. A step in the user's code becomes a read, a write or a local
 * assignment; a load and a store of one atomic section to one place become an update. Steps inside
 * a library model are gathered into one item for the user's call. Left out is what tells nothing:
 * waiting and assuming (they succeeded), assertions that hold, reads of a thread's own private
 * variables, a read or a local assignment that repeats what was just said; and fences, where memory
 * is sequentially consistent. */
#include "trace/items.h"

#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "memmodel/memmodel.h"
#include "trace/view.h"

#define NO_ITEM SIZE_MAX

/* The library call in which a thread is. */
struct open_call {
  const char *function; /* NULL = none */
  place_id place;
  uint32_t context;
  size_t item; /* NO_ITEM until there is something to tell */
};

struct walk {
  const struct trace_input *trace;
  const struct prog *prog;
  struct items *items;
  timing_list timings;        /* of each step */
  VEC(struct open_call) open; /* of each thread */
  struct map locals;          /* piece of memory -> 1 + the item that last told its value */
};

/* ---- small questions ----------------------------------------------------- */

place_id
thread_created_at(const struct prog *prog, thread_id thread)
{
  for (size_t i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].kind == EVENT_CREATE && prog->events.at[i].child == thread)
      return place_of_user(prog, prog->events.at[i].place);
  return 0;
}

static bool
same_text(const char *a, const char *b)
{
  return a == b || (a && b && !strcmp(a, b));
}

bool
place_same_line(const struct prog *prog, place_id a, place_id b)
{
  const struct place *x = &prog->places.at[a], *y = &prog->places.at[b];
  if (a == b)
    return true;
  return a && b && x->line == y->line && same_text(x->file, y->file) &&
         same_text(x->function, y->function) &&
         place_user_caller(prog, a) == place_user_caller(prog, b);
}

/* Variables of the models themselves; heap blocks are made inside a model but are the user's. */
static bool
is_internal(const struct prog *prog, object_id id)
{
  const struct object *object = &prog->objects.at[id];
  if (!id || object->kind == OBJECT_HEAP)
    return !id;
  return object->internal || place_is_model(prog, object->place) || !object->name ||
         !*object->name || !strncmp(object->name, "__", 2);
}

static bool
is_own(const struct prog *prog, object_id id, thread_id thread)
{
  const struct object *object = &prog->objects.at[id];
  return (object->kind == OBJECT_STACK || object->kind == OBJECT_THREAD_LOCAL) &&
         object->thread == thread;
}

static bool
is_visible(const struct walk *walk, event_id event)
{
  const struct labels *labels = walk->trace->labels;
  return !labels || event >= labels->visible.n || labels->visible.at[event];
}

/* ---- making items -------------------------------------------------------- */

static void
locate(const struct prog *prog, const struct event *event, const struct step *step,
       struct item *item)
{
  item->bytes = event->bytes;
  for (uint32_t i = 0; i < event->n_targets; i++) {
    const struct target *target = &prog->targets.at[event->first_target + i];
    if (event->kind != EVENT_LOCAL &&
        prog->objects.at[target->object].base + target->offset != step->addr)
      continue;
    item->object = target->object;
    item->offset = target->offset;
    return;
  }
  if (event->kind == EVENT_LOCAL)
    return;
  item->object = object_at(prog, step->addr);
  item->offset = item->object ? step->addr - prog->objects.at[item->object].base : 0;
}

static struct item
item_at(const struct walk *walk, const struct step *step)
{
  size_t at = (size_t)(step - walk->trace->run->steps.at);
  const struct event *event = &walk->prog->events.at[step->event];
  struct item item = {.event = step->event,
                      .step = (uint32_t)at,
                      .timing = walk->timings.at[at],
                      .thread = prog_thread_of(walk->prog, step->event),
                      .context = step->context,
                      .place = place_of_user(walk->prog, event->place),
                      .value = step->value};
  if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE || event->kind == EVENT_LOCAL)
    locate(walk->prog, event, step, &item);
  return item;
}

static bool
same_memory(const struct item *a, const struct item *b)
{
  return a->object == b->object && a->offset == b->offset && a->bytes == b->bytes;
}

/* The latest item about this piece of memory on the line that is being told; NULL = none. */
static struct item *
told_on_line(const struct walk *walk, const struct item *item)
{
  for (size_t i = walk->items->all.n; i-- > 0;) {
    struct item *earlier = &walk->items->all.at[i];
    if (earlier->thread != item->thread ||
        !place_same_line(walk->prog, earlier->place, item->place))
      return NULL;
    if (earlier->kind <= ITEM_LOCAL && same_memory(earlier, item))
      return earlier;
  }
  return NULL;
}

static void
add_read(struct walk *walk, struct item *item)
{
  if (!is_visible(walk, item->event) && is_own(walk->prog, item->object, item->thread))
    return;
  const struct item *told = told_on_line(walk, item);
  if (told && told->kind == ITEM_READ && told->value == item->value)
    return;
  item->kind = ITEM_READ;
  vec_push(&walk->items->all, *item);
}

static void
add_local(struct walk *walk, struct item *item)
{
  uint64_t key = hash_mix(hash_mix(item->object, item->offset), item->bytes);
  uint32_t *last = map_at(&walk->locals, key);
  if (*last && walk->items->all.at[*last - 1].value == item->value)
    return;
  item->kind = ITEM_LOCAL;
  item->stored = item->event;
  item->timing = TIMING_PLAIN;
  vec_push(&walk->items->all, *item);
  *last = (uint32_t)walk->items->all.n;
}

static void
add_write(struct walk *walk, struct item *item)
{
  const struct prog *prog = walk->prog;
  if (!is_visible(walk, item->event) && is_own(prog, item->object, item->thread)) {
    add_local(walk, item);
    return;
  }
  struct item *read = told_on_line(walk, item);
  uint32_t section = prog->events.at[item->event].section;
  if (section && read && read->kind == ITEM_READ &&
      prog->events.at[read->event].section == section) {
    read->kind = ITEM_UPDATE;
    read->old = read->value;
    read->value = item->value;
    read->stored = item->event;
    return;
  }
  item->kind = ITEM_WRITE;
  item->stored = item->event;
  vec_push(&walk->items->all, *item);
}

static void
add_access(struct walk *walk, struct item *item, enum event_kind kind)
{
  if (!item->object || is_internal(walk->prog, item->object))
    return;
  if (kind == EVENT_LOAD)
    add_read(walk, item);
  else if (kind == EVENT_STORE)
    add_write(walk, item);
  else
    add_local(walk, item);
}

/* Others can see from here on what the thread wrote before, if that was told. */
static void
add_seen(struct walk *walk, struct item *item, const char *function)
{
  bool silent = function && (!item->place || model_find(function)->style == MODEL_SILENT);
  bool private = !is_visible(walk, item->event) && is_own(walk->prog, item->object, item->thread);
  if (item->timing == TIMING_UNNOTICED || silent || private ||
      is_internal(walk->prog, item->object))
    return;
  item->kind = ITEM_SEEN;
  vec_push(&walk->items->all, *item);
}

/* ---- library calls ------------------------------------------------------- */

/* Freeing a block writes into its life; what is told is the block. */
static void
follow_life(const struct prog *prog, struct item *item)
{
  for (object_id o = 1; item->object && o < prog->objects.n; o++)
    if (prog->objects.at[o].life == item->object) {
      item->object = o;
      item->offset = 0;
      item->bytes = (uint32_t)prog->objects.at[o].size;
      return;
    }
}

static struct open_call *
enter_call(struct walk *walk, const struct item *item, const char *function)
{
  struct open_call *call = &walk->open.at[item->thread];
  bool same = call->function && !strcmp(call->function, function) && call->place == item->place;
  if (same && call->context == item->context)
    return call;
  bool resumed = same && call->item != NO_ITEM;
  *call = (struct open_call){function, item->place, item->context, NO_ITEM};
  if (resumed && model_find(function)->resumed) {
    struct item again = *item;
    again.kind = ITEM_CALL;
    again.model = model_find(function);
    again.function = function;
    again.resumed = true;
    again.object = 0;
    call->item = walk->items->all.n;
    vec_push(&walk->items->all, again);
  }
  return call;
}

static void
add_call(struct walk *walk, struct item *item, enum event_kind kind, const char *function)
{
  struct open_call *call = enter_call(walk, item, function);
  follow_life(walk->prog, item);
  bool internal = is_internal(walk->prog, item->object);
  if (call->item == NO_ITEM) {
    call->item = walk->items->all.n;
    item->kind = ITEM_CALL;
    item->model = model_find(function);
    item->function = function;
    item->changed = kind == EVENT_STORE;
    item->object = internal ? 0 : item->object;
    item->timing = internal ? TIMING_PLAIN : item->timing;
    vec_push(&walk->items->all, *item);
    return;
  }
  struct item *told = &walk->items->all.at[call->item];
  if (kind == EVENT_STORE && !told->changed && !internal) {
    told->object = item->object;
    told->offset = item->offset;
    told->bytes = item->bytes;
  }
  told->changed |= kind == EVENT_STORE;
  if (item->timing == TIMING_WAITS && !internal)
    told->timing = TIMING_WAITS;
}

static void
add_in_model(struct walk *walk, struct item *item, enum event_kind kind, const char *function)
{
  if (!item->place) /* the code around a thread's start function */
    return;
  switch (model_find(function)->style) {
  case MODEL_SILENT:
    break;
  case MODEL_TRANSPARENT:
    add_access(walk, item, kind);
    break;
  case MODEL_RESULTS:
    if (kind != EVENT_LOAD)
      add_access(walk, item, kind);
    break;
  case MODEL_EFFECT: /* on memory that others see, or on a lock of the thread alone */
    add_call(walk, item, kind == EVENT_LOCAL ? EVENT_STORE : kind, function);
    break;
  }
}

/* ---- steps --------------------------------------------------------------- */

/* What models tell each other is no step of the program. */
static bool
is_announcement(const struct prog *prog, const struct event *event)
{
  const char *function = prog->places.at[event->place].function;
  return function && !strcmp(function, "__heddle_waits_at");
}

static void
add_step(struct walk *walk, const struct step *step)
{
  const struct event *event = &walk->prog->events.at[step->event];
  const char *function = place_model_function(walk->prog, event->place);
  struct item item = item_at(walk, step);
  if (is_announcement(walk->prog, event))
    return;
  if (step->kind == STEP_SEEN) { /* it is not where the thread is */
    add_seen(walk, &item, function);
    return;
  }
  if (!function)
    walk->open.at[item.thread].function = NULL;
  switch (event->kind) {
  case EVENT_LOAD:
  case EVENT_STORE:
  case EVENT_LOCAL:
    if (function)
      add_in_model(walk, &item, event->kind, function);
    else
      add_access(walk, &item, event->kind);
    break;
  case EVENT_CREATE:
  case EVENT_JOIN:
    item.kind = event->kind == EVENT_CREATE ? ITEM_CREATE : ITEM_JOIN;
    item.child = event->child;
    vec_push(&walk->items->all, item);
    break;
  case EVENT_FENCE:
    item.kind = ITEM_FENCE;
    if (memmodel_stores_late(walk->prog) && item.place && event->order != ORDER_PLAIN)
      vec_push(&walk->items->all, item);
    break;
  case EVENT_ASSERT:
    item.kind = ITEM_VIOLATION;
    if (!step->value)
      vec_push(&walk->items->all, item);
    break;
  default:
    break;
  }
}

static const char *
start_function(const struct prog *prog, place_id place)
{
  place = place_of_user(prog, place);
  for (place_id caller; (caller = place_user_caller(prog, place)) != 0;)
    place = caller;
  return prog->places.at[place].function;
}

/* The choices that a model makes are told only in its own words. */
static bool
is_untold(const struct trace_input *trace, uint32_t input)
{
  const struct input *choice = &trace->prog->inputs.at[input];
  if (input_is_untold(choice))
    return true;
  const struct model *model = model_find(choice->name ? choice->name : "");
  return choice->kind == INPUT_NONDET && model->function && model->style == MODEL_EFFECT &&
         !(model->chance && input_value(trace, input));
}

/* An input is told just before the first step that depends on it, if that is a step of the thread
 * that asked for it. */
static void
add_inputs(struct walk *walk, const struct input_uses *uses, uint32_t at)
{
  const struct prog *prog = walk->prog;
  const struct step *step = &walk->trace->run->steps.at[at];
  place_id here = prog->events.at[step->event].place;
  const uint32_t *head = map_find(&uses->of_step, at + 1);
  for (uint32_t next = head ? *head : 0; next; next = uses->next.at[next - 1]) {
    uint32_t i = next - 1;
    if (is_untold(walk->trace, i))
      continue;
    place_id place = place_of_user(prog, prog->inputs.at[i].place);
    if (!place && prog->events.at[step->event].kind == EVENT_LOCAL)
      continue; /* a parameter of the first function, which the step is about to tell */
    struct item item = item_at(walk, step);
    item.kind = ITEM_INPUT;
    item.place = place;
    item.input = i;
    item.object = 0;
    item.value = input_value(walk->trace, i);
    if (uses->indirect.at[i] || !place ||
        !same_text(start_function(prog, place), start_function(prog, here)))
      vec_push(&walk->items->other_inputs, i);
    else
      vec_push(&walk->items->all, item);
  }
}

/* Calls of which there turned out to be nothing to tell. */
static void
drop_empty_calls(struct items *items)
{
  size_t n = 0;
  for (size_t i = 0; i < items->all.n; i++) {
    const struct item *item = &items->all.at[i];
    bool known = item->kind == ITEM_CALL && item->model->function;
    if (!known || item->changed || item->resumed || item->model->refused)
      items->all.at[n++] = *item;
  }
  items->all.n = n;
}

/* ---- the end ---------------------------------------------------------------- */

static struct item
item_at_end(const struct walk *walk, thread_id thread, event_id event, uint64_t addr)
{
  const struct prog *prog = walk->prog;
  size_t contexts = walk->trace->schedule->contexts.n;
  struct item item = {.event = event,
                      .step = (uint32_t)walk->trace->run->steps.n,
                      .thread = thread,
                      .context = contexts ? (uint32_t)contexts - 1 : 0,
                      .place = place_of_user(prog, prog->events.at[event].place),
                      .bytes = 1,
                      .child = NOBODY};
  item.object = addr ? object_at(prog, addr) : 0;
  item.offset = item.object ? addr - prog->objects.at[item.object].base : 0;
  return item;
}

static void
add_end(struct walk *walk)
{
  const struct run *run = walk->trace->run;
  for (size_t i = 0; run->end == RUN_DEADLOCK && i < run->waiting.n; i++) {
    const struct waiting *waiting = &run->waiting.at[i];
    struct item item = item_at_end(walk, waiting->thread, waiting->event, waiting->addr);
    item.kind = ITEM_WAITS;
    item.child = waiting->owner;
    if (is_internal(walk->prog, item.object))
      item.object = 0;
    vec_push(&walk->items->all, item);
  }
  for (size_t i = 0; run->end == RUN_RACE && i < 2; i++) {
    const struct touch *touch = &run->race[i];
    struct item item = item_at_end(walk, touch->thread, touch->event, touch->addr);
    item.kind = ITEM_TOUCHES;
    item.bytes = walk->prog->events.at[touch->event].bytes;
    vec_push(&walk->items->all, item);
  }
}

void
items_find(struct items *items, const struct trace_input *trace)
{
  struct walk walk = {.trace = trace, .prog = trace->prog, .items = items};
  struct input_uses uses = {0};
  input_uses_find(&uses, trace);
  timings_find(&walk.timings, trace);
  vec_resize(&walk.open, trace->prog->threads.n + 1);
  for (uint32_t i = 0; i < trace->run->steps.n; i++) {
    add_inputs(&walk, &uses, i);
    add_step(&walk, &trace->run->steps.at[i]);
  }
  drop_empty_calls(items);
  add_end(&walk);
  items_mark_minor(items, trace);
  vec_free(&walk.timings);
  vec_free(&walk.open);
  map_free(&walk.locals);
  input_uses_free(&uses);
}

void
items_free(struct items *items)
{
  vec_free(&items->all);
  vec_free(&items->other_inputs);
}

/* ---- words --------------------------------------------------------------- */

const char *
item_kind_name(enum item_kind kind)
{
  static const char *const names[] = {
#define X(name, text) text,
    ITEM_KINDS(X)
#undef X
  };
  return names[kind];
}

void
item_variable(struct str *out, const struct prog *prog, const struct item *item)
{
  const struct object *object = &prog->objects.at[item->object];
  name_memory(out, prog, item->object, item->offset, item->bytes);
  bool private = object->kind == OBJECT_STACK || object->kind == OBJECT_THREAD_LOCAL;
  if (private && object->thread != item->thread)
    str_printf(out, " (of thread %" PRIu32 ")", object->thread);
}

/* What the call is about, as the line of code says it, if there is one such call on it: the model has
 * not touched it. */
static void
add_argument(struct str *out, const char *function, const char *code)
{
  const char *call = strstr(code, function);
  const char *begin = call ? call + strlen(function) : NULL;
  if (!begin || *begin != '(' || strstr(begin, function)) {
    str_add(out, "it");
    return;
  }
  begin += 1 + strspn(begin + 1, "& ");
  size_t n = strcspn(begin, "(),;");
  if (n && (begin[n] == ')' || begin[n] == ','))
    str_add_bytes(out, begin, n);
  else
    str_add(out, "it");
}

void
item_words(struct str *out, const struct prog *prog, const struct item *item, const char *code)
{
  const struct model *model = item->model;
  if (!model->function) {
    str_printf(out, "calls %s()", item->function);
    return;
  }
  const char *words = item->changed ? model->done : model->refused;
  if (item->resumed)
    words = model->resumed;
  size_t before = strcspn(words, "@");
  str_add_bytes(out, words, before);
  if (!words[before])
    return;
  if (item->object)
    name_outside(out, prog, item->object, item->offset, item->bytes);
  else
    add_argument(out, item->function, code);
  str_add(out, words + before + 1);
}

void
violation_words(struct str *out, const struct event *event)
{
  const char *text = event->text ? event->text : "";
  switch (event->fault) {
  case FAULT_ASSERTION:
    str_printf(out, *text ? "assertion failed: %s" : "assertion failed", text);
    break;
  case FAULT_MEMORY:
  case FAULT_LOCK:
  case FAULT_OVERFLOW:
  case FAULT_LEAK:
  case FAULT_RACE:
    str_printf(out, *text ? "%s: %s" : "%s", fault_words(event->fault), text);
    break;
  case FAULT_ABORT:
  case FAULT_ERROR:
    str_add(out, *text ? text : fault_words(event->fault));
  }
}

static void
add_thread(struct str *out, const struct prog *prog, thread_id thread)
{
  str_printf(out, "thread %" PRIu32 " (%s)", thread, prog->threads.at[thread].name);
}

void
wait_words(struct str *out, const struct prog *prog, const struct item *item)
{
  bool join = prog->events.at[item->event].kind == EVENT_JOIN;
  str_add(out, "waits for ");
  if (join) {
    add_thread(out, prog, item->child);
    str_add(out, " to end");
    return;
  }
  if (item->object)
    name_outside(out, prog, item->object, item->offset, item->bytes);
  else
    str_add(out, "ever");
  if (item->child == item->thread)
    str_add(out, ", which it holds itself");
  else if (item->child != NOBODY) {
    str_add(out, ", which ");
    add_thread(out, prog, item->child);
    str_add(out, " holds");
  }
}

static void
add_line(struct str *out, const struct prog *prog, place_id place)
{
  const struct place *at = &prog->places.at[place_of_user(prog, place)];
  if (at->line)
    str_printf(out, " at %s:%" PRIu32, at->file, at->line);
}

static void
deadlock_words(struct str *out, const struct trace_input *trace)
{
  const struct run *run = trace->run;
  size_t n = run->waiting.n;
  str_add(out, "deadlock: ");
  for (size_t i = 0; i < n; i++) {
    str_add(out, !i ? "" : i + 1 < n ? ", " : " and ");
    add_thread(out, trace->prog, run->waiting.at[i].thread);
    add_line(out, trace->prog, trace->prog->events.at[run->waiting.at[i].event].place);
  }
  if (!run->circle)
    str_printf(out, " wait%s for ever, and nobody else can go on", n == 1 ? "s" : "");
  else
    str_add(out, n == 1 ? " waits for ever" : " wait for each other");
}

object_id
block_of_life(const struct prog *prog, object_id life)
{
  for (object_id i = 1; life && i < prog->objects.n; i++)
    if (prog->objects.at[i].life == life)
      return i;
  return 0;
}

/* What two threads are about to touch, behind `before`; nothing if that is not known. */
static void
add_touched(struct str *out, const struct prog *prog, const struct touch *touch, const char *before)
{
  object_id object = object_at(prog, touch->addr), block = block_of_life(prog, object);
  if (!object)
    return;
  str_add(out, before);
  if (block)
    name_object(out, prog, block);
  else
    name_memory(out, prog, object, touch->addr - prog->objects.at[object].base,
                prog->events.at[touch->event].bytes);
}

static void
race_words(struct str *out, const struct trace_input *trace, const struct touch *touch)
{
  const struct prog *prog = trace->prog;
  object_id block = block_of_life(prog, object_at(prog, touch->addr));
  str_add(out, "data race");
  add_touched(out, prog, touch, " on ");
  for (int i = 0; i < 2; i++) {
    const struct event *event = &prog->events.at[touch[i].event];
    str_add(out, i ? ", " : ": ");
    add_thread(out, prog, touch[i].thread);
    bool store = event->kind == EVENT_STORE;
    str_add(out, block ? (store ? " frees it" : " uses it") : store ? " writes" : " reads");
    add_line(out, prog, event->place);
  }
}

/* The access before the step with this index that it belongs to. */
static struct touch
touch_before(const struct trace_input *trace, size_t i)
{
  const struct prog *prog = trace->prog;
  thread_id thread = prog_thread_of(prog, trace->run->steps.at[i].event);
  while (i-- > 0) {
    const struct step *step = &trace->run->steps.at[i];
    enum event_kind kind = prog->events.at[step->event].kind;
    if ((kind == EVENT_LOAD || kind == EVENT_STORE) && !prog_is_shadow(prog, step->event) &&
        prog_thread_of(prog, step->event) == thread)
      return (struct touch){thread, step->event, step->addr};
  }
  return (struct touch){thread, trace->run->at, 0};
}

/* A race of two accesses one after the other (unfold/happens.c): the first is the one that is
 * watched, the second the one that the run ends with. */
void
race_find(struct touch touch[2], const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  const struct run *run = trace->run;
  if (run->end == RUN_RACE) {
    memcpy(touch, run->race, sizeof run->race);
    return;
  }
  touch[0] = touch[1] = touch_before(trace, run->steps.n - 1);
  for (size_t i = run->steps.n; i-- > 0;) {
    const struct event *event = &prog->events.at[run->steps.at[i].event];
    if (event->kind == EVENT_STORE && prog_is_shadow(prog, run->steps.at[i].event) &&
        !strcmp(prog->objects.at[prog->targets.at[event->first_target].object].name,
                SHADOW_WATCHED))
      touch[0] = touch_before(trace, i);
  }
}

static void
late_race_words(struct str *out, const struct trace_input *trace)
{
  struct touch touch[2];
  race_find(touch, trace);
  race_words(out, trace, touch);
  str_add(out, "; neither happens before the other");
}

/* The step that ended the life of the object, which it had not again; NULL if there is none. */
static const struct step *
end_of_life(const struct trace_input *trace, object_id object)
{
  const struct prog *prog = trace->prog;
  object_id life = prog->objects.at[object].life;
  for (size_t i = trace->run->steps.n; life && i-- > 0;) {
    const struct step *step = &trace->run->steps.at[i];
    if (prog->events.at[step->event].kind == EVENT_STORE &&
        step->addr == prog->objects.at[life].base)
      return step->value == 1 ? step : NULL; /* else it began anew */
  }
  return NULL;
}

static void
add_end_of_life(struct str *out, const struct trace_input *trace, object_id object)
{
  const struct prog *prog = trace->prog;
  const struct step *step = end_of_life(trace, object);
  if (!step)
    return;
  str_add(out, prog->objects.at[object].kind == OBJECT_HEAP ? ", freed by " : ", of ");
  add_thread(out, prog, prog_thread_of(prog, step->event));
  add_line(out, prog, prog->events.at[step->event].place);
}

/* The user's object that lies nearest to an address outside of all: objects lie far apart. */
static object_id
object_near(const struct prog *prog, uint64_t addr)
{
  uint64_t least = 4096;
  object_id nearest = 0;
  for (object_id i = 1; i < prog->objects.n; i++) {
    const struct object *object = &prog->objects.at[i];
    uint64_t end = object->base + object->size;
    uint64_t distance = addr < object->base ? object->base - addr : addr < end ? 0 : addr - end;
    if (distance < least && !is_internal(prog, i)) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

static object_id
object_meant(const struct prog *prog, uint64_t addr)
{
  object_id id = object_at(prog, addr);
  return id ? id : object_near(prog, addr);
}

/* The address that the failing assertion speaks of; 0 = none. */
static uint64_t
address_of_bug(const struct run *run)
{
  bool told = run->end == RUN_VIOLATION && run->steps.n && vec_last(&run->steps).event == run->at;
  return told ? vec_last(&run->steps).addr : 0;
}

static void
add_address(struct str *out, const struct trace_input *trace, uint64_t addr, bool behind)
{
  const struct prog *prog = trace->prog;
  object_id id = object_meant(prog, addr);
  if (!id)
    return;
  const struct object *object = &prog->objects.at[id];
  behind |= addr >= object->base && addr - object->base >= object->size;
  str_add(out, addr < object->base ? " before " : behind ? " behind " : ": ");
  name_object(out, prog, id);
  place_id place = place_of_user(prog, object->place);
  if (object->kind == OBJECT_HEAP && place)
    str_printf(out, " (allocated at line %" PRIu32 ")", prog->places.at[place].line);
  add_end_of_life(out, trace, id);
}

void
bug_words(struct str *out, const struct trace_input *trace)
{
  const struct run *run = trace->run;
  if (run->end == RUN_DEADLOCK)
    deadlock_words(out, trace);
  if (run->end == RUN_RACE)
    race_words(out, trace, run->race);
  if (run->end != RUN_VIOLATION)
    return;
  const struct event *event = &trace->prog->events.at[run->at];
  if (event->fault == FAULT_RACE) {
    late_race_words(out, trace);
    return;
  }
  violation_words(out, event);
  if (address_of_bug(run))
    add_address(out, trace, address_of_bug(run), event_is_behind_extent(event));
}

/* ---- what has to do with a bug ------------------------------------------- */

bool
bug_is_race(const struct trace_input *trace)
{
  const struct run *run = trace->run;
  return run->end == RUN_RACE ||
         (run->end == RUN_VIOLATION && trace->prog->events.at[run->at].fault == FAULT_RACE);
}

const char *
bug_kind(const struct trace_input *trace)
{
  if (trace->run->end == RUN_DEADLOCK)
    return "deadlock";
  return bug_is_race(trace) ? "race" : fault_name(trace->prog->events.at[trace->run->at].fault);
}

place_id
bug_place(const struct trace_input *trace)
{
  return place_of_user(trace->prog, trace->prog->events.at[trace->run->at].place);
}

static struct str *
add_partner(struct partners *partners, const struct prog *prog, event_id event, bool essential)
{
  struct partner partner = {.thread = prog_thread_of(prog, event),
                            .place = place_of_user(prog, prog->events.at[event].place),
                            .essential = essential};
  vec_push(&partners->all, partner);
  return &vec_last(&partners->all).words;
}

static void
find_racing(struct partners *partners, const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  struct touch touch[2];
  race_find(touch, trace);
  bool block = block_of_life(prog, object_at(prog, touch->addr)) != 0;
  for (int i = 0; i < 2; i++) {
    struct str *words = add_partner(partners, prog, touch[i].event, true);
    bool store = prog->events.at[touch[i].event].kind == EVENT_STORE;
    add_thread(words, prog, touch[i].thread);
    str_add(words, block ? (store ? " frees" : " uses") : store ? " writes" : " reads");
    add_touched(words, prog, &touch[block ? 0 : i], " ");
  }
}

static void
find_waiting(struct partners *partners, const struct trace_input *trace)
{
  struct items items = {0};
  items_find(&items, trace);
  for (size_t i = 0; i < items.all.n; i++) {
    const struct item *item = &items.all.at[i];
    if (item->kind != ITEM_WAITS)
      continue;
    struct str *words = add_partner(partners, trace->prog, item->event, true);
    add_thread(words, trace->prog, item->thread);
    str_add(words, " ");
    wait_words(words, trace->prog, item);
  }
  items_free(&items);
}

/* The life of the object that a failing assertion speaks of. */
static void
find_life(struct partners *partners, const struct trace_input *trace)
{
  const struct prog *prog = trace->prog;
  uint64_t addr = address_of_bug(trace->run);
  object_id id = addr ? object_meant(prog, addr) : 0;
  const struct object *object = &prog->objects.at[id];
  const struct step *end = id ? end_of_life(trace, id) : NULL;
  place_id place = id ? place_of_user(prog, object->place) : 0;
  if (end && place_of_user(prog, prog->events.at[end->event].place)) {
    struct str *words = add_partner(partners, prog, end->event, false);
    name_object(words, prog, id);
    str_add(words, object->kind == OBJECT_HEAP ? " is freed by " : " ends in ");
    add_thread(words, prog, prog_thread_of(prog, end->event));
  }
  if (place) {
    struct partner made = {.thread = object->kind == OBJECT_STACK ? object->thread : NOBODY,
                           .place = place};
    name_object(&made.words, prog, id);
    str_add(&made.words, object->kind == OBJECT_HEAP ? " is allocated" : " is declared");
    vec_push(&partners->all, made);
  }
}

void
partners_find(struct partners *partners, const struct trace_input *trace)
{
  if (trace->run->end == RUN_DEADLOCK)
    find_waiting(partners, trace);
  else if (bug_is_race(trace))
    find_racing(partners, trace);
  else if (trace->run->end == RUN_VIOLATION)
    find_life(partners, trace);
}

void
partners_free(struct partners *partners)
{
  for (size_t i = 0; i < partners->all.n; i++)
    str_free(&partners->all.at[i].words);
  vec_free(&partners->all);
}
