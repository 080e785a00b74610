/* The rules every prog obeys between passes, table by table. Nothing is assumed
 * of the prog but that its tables are readable: each rule that follows an id is
 * behind the rule that the id exists. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ir/node.h"
#include "ir/text.h"
#include "ir/words.h"

struct checker {
  const struct prog *prog;
  struct diags *diags;
  bool *is_target; /* of an event before */
  unsigned breaches;
};

/* "what index: problem", unless the rule holds, which is returned. */
static bool
rule(struct checker *c, bool holds, const char *what, size_t index, const char *problem)
{
  if (!holds) {
    c->breaches++;
    diag_error(c->diags, "%s %zu: %s", what, index, problem);
  }
  return holds;
}

static bool
is_place(const struct checker *c, place_id place)
{
  return place < c->prog->places.n;
}

/* An object that exists and has these bytes. */
static bool
is_within(const struct checker *c, object_id object, uint64_t offset, uint64_t bytes)
{
  if (!object || object >= c->prog->objects.n)
    return false;
  uint64_t size = c->prog->objects.at[object].size;
  return bytes <= size && offset <= size - bytes;
}

static bool
has_width(const struct checker *c, value_id value, uint64_t width)
{
  return value < c->prog->values.n && c->prog->values.at[value].width == width;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool
is_result_of(const struct prog *prog, uint64_t event, value_id value)
{
  return event < prog->events.n && prog->events.at[event].kind == EVENT_LOAD &&
         prog->events.at[event].value == value;
}

static bool
arguments_are_older(const struct value *node, value_id id)
{
  for (unsigned i = 0; i < value_arity(node->op); i++)
    if (node->arg[i] >= id)
      return false;
  return true;
}

static void
check_value(struct checker *c, value_id id)
{
  const struct prog *prog = c->prog;
  const struct value *node = &prog->values.at[id];
  if (!rule(c, node->op <= OP_SEXT, "value", id, "unknown operation") ||
      !rule(c, node->width >= 1 && node->width <= 64, "value", id, "width is not 1 to 64"))
    return;
  switch (node->op) {
  case OP_CONST:
    rule(c, node->imm <= bits_mask(node->width), "value", id, "constant exceeds its width");
    break;
  case OP_INPUT:
    if (rule(c, node->imm < prog->inputs.n, "value", id, "no such input"))
      rule(c, prog->inputs.at[node->imm].width == node->width, "value", id,
           "width differs from the input's");
    break;
  case OP_LOADED:
    rule(c, is_result_of(prog, node->imm, id), "value", id, "is not the result of its load");
    break;
  default:
    if (rule(c, arguments_are_older(node, id), "value", id, "argument is not an older value"))
      rule(c, node_fits(prog, node), "value", id, "widths do not fit");
  }
}

static void
check_values(struct checker *c)
{
  const struct prog *prog = c->prog;
  if (!rule(c, prog->values.n >= 2, "value", 1, "is missing"))
    return;
  for (value_id id = 0; id < 2; id++) {
    const struct value *node = &prog->values.at[id];
    rule(c, node->op == OP_CONST && node->width == 1 && node->imm == id, "value", id,
         "is not the Boolean it must be");
  }
  for (value_id id = 2; id < prog->values.n; id++)
    check_value(c, id);
}

/* ---- tables for people ----------------------------------------------------------------------- */

static void
check_types(struct checker *c)
{
  const struct prog *prog = c->prog;
  rule(c, prog->types.n >= 1, "type", 0, "is missing");
  for (size_t i = 0; i < prog->types.n; i++) {
    const struct type *type = &prog->types.at[i];
    rule(c, type->name != NULL, "type", i, "has no name");
    rule(c, type->kind < words_count(words_type_kind), "type", i, "unknown kind");
    rule(c, type->element < prog->types.n, "type", i, "no such element type");
    rule(c, (uint64_t)type->first_member + type->n_members <= prog->members.n, "type", i,
         "no such members");
  }
  for (size_t i = 0; i < prog->members.n; i++) {
    rule(c, prog->members.at[i].name != NULL, "member", i, "has no name");
    rule(c, prog->members.at[i].type < prog->types.n, "member", i, "no such type");
  }
}

static void
check_places(struct checker *c)
{
  const struct prog *prog = c->prog;
  rule(c, prog->places.n >= 1, "place", 0, "is missing");
  for (size_t i = 0; i < prog->places.n; i++) {
    const struct place *place = &prog->places.at[i];
    rule(c, place->file && place->function, "place", i, "has no file or function");
    rule(c, place->caller == 0 || place->caller < i, "place", i, "is not after its caller");
  }
}

static void
check_inputs(struct checker *c)
{
  for (size_t i = 0; i < c->prog->inputs.n; i++) {
    const struct input *input = &c->prog->inputs.at[i];
    rule(c, input->kind < words_count(words_input_kind), "input", i, "unknown kind");
    rule(c, input->width >= 1 && input->width <= 64, "input", i, "width is not 1 to 64");
    rule(c, input->name != NULL, "input", i, "has no name");
    rule(c, is_place(c, input->place), "input", i, "no such place");
  }
}

static void
check_loops(struct checker *c)
{
  for (size_t i = 0; i < c->prog->loops.n; i++) {
    rule(c, c->prog->loops.at[i].function != NULL, "loop", i, "has no function");
    rule(c, is_place(c, c->prog->loops.at[i].place), "loop", i, "no such place");
  }
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* A piece of memory, by an address that orders it, and whose it is. */
struct piece {
  uint64_t group, first, bytes;
  size_t index;
};

static int
compare_pieces(const void *left, const void *right)
{
  const struct piece *a = left, *b = right;
  if (a->group != b->group)
    return a->group < b->group ? -1 : 1;
  if (a->first != b->first)
    return a->first < b->first ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

/* Pieces of one group lie at least `gap` bytes apart. */
static void
check_apart(struct checker *c, struct piece *pieces, size_t n, uint64_t gap, const char *what,
            const char *problem)
{
  if (n)
    qsort(pieces, n, sizeof *pieces, compare_pieces);
  for (size_t i = 1; i < n; i++) {
    const struct piece *a = &pieces[i - 1], *b = &pieces[i];
    if (a->group == b->group)
      rule(c, b->first - a->first >= a->bytes && b->first - a->first - a->bytes >= gap, what,
           b->index, problem);
  }
}

static void
check_objects(struct checker *c)
{
  const struct prog *prog = c->prog;
  VEC(struct piece) pieces = {0};
  uint64_t highest = bits_mask(prog->pointer_bits);
  rule(c, prog->objects.n >= 1, "object", 0, "is missing");
  for (size_t i = 1; i < prog->objects.n; i++) {
    const struct object *object = &prog->objects.at[i];
    rule(c, object->kind < words_count(words_object_kind), "object", i, "unknown kind");
    rule(c, object->name != NULL, "object", i, "has no name");
    rule(c, object->type < prog->types.n, "object", i, "no such type");
    rule(c, object->thread < prog->threads.n, "object", i, "no such thread");
    rule(c, is_place(c, object->place), "object", i, "no such place");
    rule(c, object->life < prog->objects.n, "object", i, "no such life");
    rule(c, object->extent < prog->objects.n, "object", i, "no such extent");
    if (rule(c, object->base && object->base <= highest && object->size <= highest - object->base,
             "object", i, "is not within the addresses"))
      vec_push(&pieces, ((struct piece){0, object->base, object->size, i}));
  }
  check_apart(c, pieces.at, pieces.n, 1, "object", "overlaps or touches another object");
  vec_free(&pieces);
}

/* Whether each value depends on a load. */
static bool *
find_loaded(const struct prog *prog)
{
  bool *loaded = mem_alloc(prog->values.n);
  for (size_t i = 0; i < prog->values.n; i++) {
    const struct value *node = &prog->values.at[i];
    loaded[i] = node->op == OP_LOADED;
    for (unsigned a = 0; a < value_arity(node->op); a++)
      loaded[i] |= loaded[node->arg[a]];
  }
  return loaded;
}

static void
check_inits(struct checker *c)
{
  const struct prog *prog = c->prog;
  VEC(struct piece) pieces = {0};
  bool *loaded = find_loaded(prog);
  for (size_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    if (!rule(c, init->value < prog->values.n, "init", i, "no such value"))
      continue;
    uint64_t width = prog->values.at[init->value].width;
    rule(c, !loaded[init->value], "init", i, "depends on a load");
    if (rule(c, width % 8 == 0, "init", i, "is not whole bytes") &&
        rule(c, is_within(c, init->object, init->offset, width / 8), "init", i,
             "is not within an object"))
      vec_push(&pieces, ((struct piece){init->object, init->offset, width / 8, i}));
  }
  check_apart(c, pieces.at, pieces.n, 0, "init", "overlaps another one");
  vec_free(&pieces);
  vec_drop(loaded);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Whether the events of all threads can be walked. */
static bool
check_threads(struct checker *c)
{
  const struct prog *prog = c->prog;
  bool good = rule(c, prog->threads.n > 0, "thread", 0, "is missing");
  event_id here = 0;
  for (size_t t = 0; t < prog->threads.n; t++) {
    const struct thread *thread = &prog->threads.at[t];
    rule(c, thread->name != NULL, "thread", t, "has no name");
    rule(c, t ? thread->parent < t : thread->parent == 0, "thread", t, "is not after its parent");
    good &= rule(c, thread->first == here && thread->end >= here && thread->end <= prog->events.n,
                 "thread", t, "its events do not follow those of the thread before");
    here = thread->end;
  }
  return rule(c, here == prog->events.n, "event", here, "belongs to no thread") && good;
}

static void
check_creation(struct checker *c)
{
  const struct prog *prog = c->prog;
  unsigned *created = mem_alloc(prog->threads.n * sizeof *created);
  for (size_t t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if (event->kind != EVENT_CREATE ||
          !rule(c, event->child && event->child < prog->threads.n, "event", e, "no such child"))
        continue;
      created[event->child]++;
      rule(c, prog->threads.at[event->child].parent == t, "event", e,
           "creates a thread with another parent");
    }
  for (size_t t = 1; t < prog->threads.n; t++)
    rule(c, created[t] == 1, "thread", t, "is not created exactly once");
  vec_drop(created);
}

static void
check_sections(struct checker *c)
{
  const struct prog *prog = c->prog;
  struct map seen = {0};
  for (size_t t = 0; t < prog->threads.n; t++) {
    uint32_t section = 0;
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      uint32_t now = prog->events.at[e].section;
      rule(c, now <= prog->sections, "event", e, "no such section");
      if (now && now != section)
        rule(c, !(*map_at(&seen, now))++, "event", e, "its section is not consecutive");
      section = now;
    }
  }
  map_free(&seen);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void
check_access(struct checker *c, event_id e)
{
  const struct prog *prog = c->prog;
  const struct event *event = &prog->events.at[e];
  if (event->kind != EVENT_LOCAL)
    rule(c, has_width(c, event->addr, prog->pointer_bits), "event", e,
         "its address is not as wide as a pointer");
  rule(c, event->bytes >= 1 && event->bytes <= 8 && has_width(c, event->value, 8 * event->bytes),
       "event", e, "its value does not have its bytes");
  if (event->kind == EVENT_LOCAL)
    rule(c, event->n_targets == 1, "event", e, "does not have exactly one target");
  if (!rule(c, (uint64_t)event->first_target + event->n_targets <= prog->targets.n, "event", e,
            "no such targets"))
    return;
  for (uint32_t i = 0; i < event->n_targets; i++) {
    const struct target *target = &prog->targets.at[event->first_target + i];
    rule(c, is_within(c, target->object, target->offset, event->bytes), "event", e,
         "a target is not within an object");
    rule(c, !c->is_target[event->first_target + i], "event", e, "shares targets with another one");
    c->is_target[event->first_target + i] = true;
  }
}

static void
check_loads(struct checker *c, event_id e)
{
  const struct event *event = &c->prog->events.at[e];
  const struct value *node =
    event->value < c->prog->values.n ? &c->prog->values.at[event->value] : NULL;
  rule(c, node && node->op == OP_LOADED && node->imm == e, "event", e,
       "its value is not what it loads");
}

static void
check_event(struct checker *c, event_id e, thread_id thread)
{
  const struct prog *prog = c->prog;
  const struct event *event = &prog->events.at[e];
  if (!rule(c, event->kind < words_count(words_event), "event", e, "unknown kind"))
    return;
  rule(c, has_width(c, event->guard, 1), "event", e, "its guard is not a Boolean");
  rule(c, is_place(c, event->place), "event", e, "no such place");
  rule(c, event->order < words_count(words_order), "event", e, "unknown memory order");
  rule(c, !event->locked || event->kind == EVENT_LOAD || event->kind == EVENT_STORE, "event", e,
       "locked, but no access");
  rule(c, !event->quiet || event->kind == EVENT_LOAD || event->kind == EVENT_STORE, "event", e,
       "quiet, but no access");
  switch (event->kind) {
  case EVENT_LOAD:
    check_loads(c, e); /* fall through */
  case EVENT_STORE:
  case EVENT_LOCAL:
    check_access(c, e);
    break;
  case EVENT_ASSERT:
    rule(c, event->text != NULL, "event", e, "an assertion without a text");
    rule(c, event->fault < words_count(words_fault), "event", e,
         "unknown fault"); /* fall through */
  case EVENT_BLOCK:
  case EVENT_ASSUME:
    rule(c, has_width(c, event->value, 1), "event", e, "its condition is not a Boolean");
    rule(c, event->addr == VALUE_FALSE || has_width(c, event->addr, prog->pointer_bits), "event", e,
         "whom it waits for, or its address, is not as wide as a pointer");
    break;
  case EVENT_JOIN:
    rule(c, event->child < prog->threads.n && event->child != thread, "event", e, "no such child");
    break;
  case EVENT_CUT:
    rule(c, event->loop < prog->loops.n, "event", e, "no such loop");
    break;
  case EVENT_POINT:
    rule(c,
         (event->addr == VALUE_FALSE || has_width(c, event->addr, prog->pointer_bits)) &&
           (event->value == VALUE_FALSE || has_width(c, event->value, prog->pointer_bits)),
         "event", e, "its address is not as wide as a pointer");
    break;
  case EVENT_PAST:
    rule(c,
         !event->bytes || (event->value < prog->values.n &&
                           event->bytes == (value_width(prog, event->value) + 7) / 8),
         "event", e, "its value does not have its bytes");
    break;
  case EVENT_CREATE:
  case EVENT_MARK:
  case EVENT_FENCE:
    break;
  }
}

/* In a thread, a value that depends on a load is used only after that load. */
static void
check_order(struct checker *c, thread_id t)
{
  const struct prog *prog = c->prog;
  const struct thread *thread = &prog->threads.at[t];
  /* From which event on each value can be used. */
  event_id *from = mem_alloc(prog->values.n * sizeof *from);
  for (size_t i = 0; i < prog->values.n; i++) {
    const struct value *node = &prog->values.at[i];
    if (node->op == OP_LOADED && node->imm >= thread->first && node->imm < thread->end)
      from[i] = (event_id)node->imm + 1;
    for (unsigned a = 0; a < value_arity(node->op); a++)
      if (from[node->arg[a]] > from[i])
        from[i] = from[node->arg[a]];
  }
  for (event_id e = thread->first; e < thread->end; e++) {
    const struct event *event = &prog->events.at[e];
    bool access = event->kind == EVENT_LOAD || event->kind == EVENT_STORE ||
                  event->kind == EVENT_BLOCK || event->kind == EVENT_ASSERT ||
                  event->kind == EVENT_POINT;
    bool uses = event->kind == EVENT_STORE || event->kind == EVENT_BLOCK ||
                event->kind == EVENT_ASSUME || event->kind == EVENT_ASSERT ||
                event->kind == EVENT_LOCAL || event->kind == EVENT_PAST ||
                event->kind == EVENT_POINT;
    rule(c,
         from[event->guard] <= e && (!access || from[event->addr] <= e) &&
           (!uses || from[event->value] <= e),
         "event", e, "uses a value before it is loaded");
  }
  vec_drop(from);
}

static void
check_events(struct checker *c)
{
  const struct prog *prog = c->prog;
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++)
      check_event(c, e, t);
  check_creation(c);
  check_sections(c);
  if (c->breaches)
    return;
  for (thread_id t = 0; t < prog->threads.n; t++)
    check_order(c, t);
}

bool
prog_check(const struct prog *prog, struct diags *diags)
{
  struct checker c = {.prog = prog, .diags = diags};
  c.is_target = mem_alloc(prog->targets.n * sizeof *c.is_target);
  if (prog->pointer_bits != 32 && prog->pointer_bits != 64) {
    c.breaches++;
    diag_error(diags, "pointers have %u bits, not 32 or 64", prog->pointer_bits);
  }
  check_values(&c);
  bool values_good = !c.breaches;
  check_types(&c);
  check_places(&c);
  check_inputs(&c);
  check_loops(&c);
  check_objects(&c);
  if (values_good)
    check_inits(&c);
  if (check_threads(&c))
    check_events(&c);
  vec_drop(c.is_target);
  return !c.breaches;
}

bool
prog_is_sound(const struct prog *prog)
{
  struct diags diags = {0};
  bool result = prog_check(prog, &diags);
  diags_print(&diags, stderr);
  diags_free(&diags);
  return result;
}
