/* Printing. Values have no lines of their own order: each is printed just before
 * the first event (or initial value) that needs it, so that a thread reads from
 * top to bottom; what nothing needs is left out. Constants and inputs are written
 * where they are used. Numbers v1, v2, ... are given in the order of printing,
 * which is also the order in which parsing makes the nodes: so printing again
 * gives the same text. */
#include <string.h>

#include "ir/node.h"
#include "ir/text.h"
#include "ir/words.h"

struct printer {
  struct str *out;
  const struct prog *prog;
  const struct prog_notes *notes;
  VEC(uint32_t) number; /* of each value, 0 before it is printed */
  VEC(uint32_t) head;   /* at each position: the first value needed there + 1 */
  VEC(uint32_t) next;   /* of each value: the next one at its position + 1 */
  uint32_t numbers;
};

/* ---- where values are needed ------------------------------------------------------- */

/* Position 0 is that of the initial values, position e + 1 that of event e. */
struct needs {
  VEC(uint32_t) first; /* of each value */
};

static void
need(struct needs *needs, value_id a, uint32_t position)
{
  if (a < needs->first.n && position < needs->first.at[a])
    needs->first.at[a] = position;
}

static bool
has_address(enum event_kind kind)
{
  return kind == EVENT_LOAD || kind == EVENT_STORE;
}

static bool
has_operand(enum event_kind kind)
{
  return kind == EVENT_STORE || kind == EVENT_BLOCK || kind == EVENT_ASSUME ||
         kind == EVENT_ASSERT || kind == EVENT_LOCAL;
}

/* Where it is VALUE_FALSE it is not printed. */
static bool
may_have_address(enum event_kind kind)
{
  return kind == EVENT_BLOCK || kind == EVENT_ASSERT || kind == EVENT_POINT;
}

static bool
may_have_operand(const struct event *event)
{
  return event->kind == EVENT_POINT || (event->kind == EVENT_PAST && event->bytes);
}

static void
find_needs(struct needs *needs, const struct prog *prog)
{
  vec_resize(&needs->first, prog->values.n);
  for (size_t i = 0; i < prog->values.n; i++)
    needs->first.at[i] = UINT32_MAX;
  for (size_t i = 0; i < prog->inits.n; i++)
    need(needs, prog->inits.at[i].value, 0);
  for (size_t e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    uint32_t position = (uint32_t)e + 1;
    need(needs, event->guard, position);
    if (has_address(event->kind) || may_have_address(event->kind))
      need(needs, event->addr, position);
    if (has_operand(event->kind) || may_have_operand(event))
      need(needs, event->value, position);
  }
  for (size_t i = prog->values.n; i-- > 0;) {
    const struct value *node = &prog->values.at[i];
    for (unsigned a = 0; a < value_arity(node->op); a++)
      need(needs, node->arg[a], needs->first.at[i]);
  }
}

static bool
written_in_place(const struct value *node)
{
  return node->op == OP_CONST || node->op == OP_INPUT;
}

/* A loaded value needs no line before its load unless it is used before. */
static bool
needs_line(const struct value *node, uint32_t first)
{
  if (first == UINT32_MAX || written_in_place(node))
    return false;
  return node->op != OP_LOADED || first <= node->imm + 1;
}

static void
place_values(struct printer *p)
{
  struct needs needs = {0};
  find_needs(&needs, p->prog);
  vec_resize(&p->number, p->prog->values.n);
  vec_resize(&p->next, p->prog->values.n);
  vec_resize(&p->head, p->prog->events.n + 1);
  for (size_t i = p->prog->values.n; i-- > 0;) {
    uint32_t first = needs.first.at[i];
    if (!needs_line(&p->prog->values.at[i], first))
      continue;
    p->next.at[i] = p->head.at[first];
    p->head.at[first] = (uint32_t)i + 1;
  }
  vec_free(&needs.first);
}

/* ---- pieces ------------------------------------------------------------------------- */

static void
print_string(struct str *out, const char *text)
{
  str_add(out, "\"");
  for (; text && *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      str_printf(out, "\\%c", c);
    else if (c == '\n')
      str_add(out, "\\n");
    else if (c == '\t')
      str_add(out, "\\t");
    else if (c < 0x20 || c == 0x7f)
      str_printf(out, "\\x%02x", c);
    else
      str_add_bytes(out, text, 1);
  }
  str_add(out, "\"");
}

static void
print_constant(struct str *out, const struct value *node)
{
  if (node->width == 1)
    str_add(out, node->imm ? "true" : "false");
  else if (node->imm < 0x10000)
    str_printf(out, "%u:%u", (unsigned)node->imm, node->width);
  else
    str_printf(out, "0x%llx:%u", (unsigned long long)node->imm, node->width);
}

/* A use of a value. */
static void
print_use(struct printer *p, value_id a)
{
  str_add(p->out, " ");
  if (a >= p->prog->values.n) {
    str_add(p->out, "?");
    return;
  }
  const struct value *node = &p->prog->values.at[a];
  if (node->op == OP_CONST)
    print_constant(p->out, node);
  else if (node->op == OP_INPUT)
    str_printf(p->out, "in%u", (unsigned)node->imm);
  else if (p->number.at[a])
    str_printf(p->out, "v%u", (unsigned)p->number.at[a]);
  else
    str_add(p->out, "?");
}

static void
print_definition(struct printer *p, value_id a)
{
  if (!p->number.at[a])
    p->number.at[a] = ++p->numbers;
  str_printf(p->out, "v%u =", (unsigned)p->number.at[a]);
}

static void
print_value(struct printer *p, value_id a)
{
  const struct value *node = &p->prog->values.at[a];
  str_add(p->out, "  ");
  print_definition(p, a);
  str_printf(p->out, " %s.%u", value_op_name(node->op), node->width);
  for (unsigned i = 0; i < value_arity(node->op); i++)
    print_use(p, node->arg[i]);
  if (node->op == OP_EXTRACT || node->op == OP_LOADED)
    str_printf(p->out, " %u", (unsigned)node->imm);
  if (p->notes && p->notes->value) {
    str_add(p->out, " ; ");
    p->notes->value(p->out, a, p->notes->argument);
  }
  str_add(p->out, "\n");
}

static void
print_values_at(struct printer *p, size_t position)
{
  for (uint32_t link = p->head.at[position]; link; link = p->next.at[link - 1])
    print_value(p, link - 1);
}

/* " word number" unless the number is 0, the usual case. */
static void
print_unless_zero(struct str *out, const char *word, uint64_t number)
{
  if (number)
    str_printf(out, " %s %llu", word, (unsigned long long)number);
}

/* ---- tables ------------------------------------------------------------------------- */

static void
print_types(struct str *out, const struct prog *prog)
{
  for (size_t i = 1; i < prog->types.n; i++) {
    const struct type *type = &prog->types.at[i];
    str_printf(out, "type %zu %s ", i, words_type_kind[type->kind]);
    print_string(out, type->name);
    print_unless_zero(out, "size", type->size);
    print_unless_zero(out, "of", type->element);
    print_unless_zero(out, "count", type->count);
    str_add(out, "\n");
    for (uint32_t m = 0; m < type->n_members; m++) {
      const struct type_member *member = &prog->members.at[type->first_member + m];
      str_add(out, "  member ");
      print_string(out, member->name);
      print_unless_zero(out, "offset", member->offset);
      print_unless_zero(out, "bits", member->bits);
      print_unless_zero(out, "type", member->type);
      str_add(out, "\n");
    }
  }
}

static void
print_objects(struct str *out, const struct prog *prog)
{
  for (size_t i = 1; i < prog->objects.n; i++) {
    const struct object *object = &prog->objects.at[i];
    str_printf(out, "object %zu %s ", i, words_object_kind[object->kind]);
    print_string(out, object->name);
    print_unless_zero(out, "base", object->base);
    print_unless_zero(out, "size", object->size);
    print_unless_zero(out, "type", object->type);
    print_unless_zero(out, "thread", object->thread);
    print_unless_zero(out, "place", object->place);
    print_unless_zero(out, "life", object->life);
    print_unless_zero(out, "extent", object->extent);
    str_add(out, object->internal ? " internal\n" : "\n");
  }
}

static void
print_inputs_and_loops(struct str *out, const struct prog *prog)
{
  for (size_t i = 0; i < prog->inputs.n; i++) {
    const struct input *input = &prog->inputs.at[i];
    str_printf(out, "input %zu %s.%u ", i, words_input_kind[input->kind], input->width);
    print_string(out, input->name);
    print_unless_zero(out, "place", input->place);
    str_add(out, "\n");
  }
  for (size_t i = 0; i < prog->loops.n; i++) {
    const struct loop *loop = &prog->loops.at[i];
    str_printf(out, "loop %zu ", i);
    print_string(out, loop->function);
    print_unless_zero(out, "place", loop->place);
    print_unless_zero(out, "bound", loop->bound);
    str_add(out, loop->sizes ? " sizes\n" : "\n");
  }
}

static void
print_places(struct str *out, const struct prog *prog)
{
  for (size_t i = 1; i < prog->places.n; i++) {
    const struct place *place = &prog->places.at[i];
    str_printf(out, "place %zu ", i);
    print_string(out, place->file);
    str_add(out, " ");
    print_string(out, place->function);
    str_printf(out, " %u:%u", (unsigned)place->line, (unsigned)place->column);
    print_unless_zero(out, "from", place->caller);
    str_add(out, place->model ? " model\n" : "\n");
  }
}

static void
print_inits(struct printer *p)
{
  print_values_at(p, 0);
  for (size_t i = 0; i < p->prog->inits.n; i++) {
    const struct init *init = &p->prog->inits.at[i];
    str_printf(p->out, "init %u+%llu", (unsigned)init->object, (unsigned long long)init->offset);
    print_use(p, init->value);
    str_add(p->out, "\n");
  }
}

/* ---- events ------------------------------------------------------------------------- */

static void
print_access(struct printer *p, const struct event *event)
{
  str_add(p->out, " [");
  for (uint32_t i = 0; i < event->n_targets; i++) {
    const struct target *target = &p->prog->targets.at[event->first_target + i];
    str_printf(p->out, "%s%u+%llu", i ? " " : "", (unsigned)target->object,
               (unsigned long long)target->offset);
  }
  str_add(p->out, "]");
}

static void
print_operands(struct printer *p, const struct event *event)
{
  str_add(p->out, event_kind_name(event->kind));
  if (has_address(event->kind) || event->kind == EVENT_LOCAL)
    str_printf(p->out, ".%u", (unsigned)event->bytes);
  if (has_address(event->kind))
    print_use(p, event->addr);
  if (has_operand(event->kind))
    print_use(p, event->value);
  if (event->kind == EVENT_BLOCK && event->addr != VALUE_FALSE) {
    str_add(p->out, " on");
    print_use(p, event->addr);
  }
  if (has_address(event->kind) || event->kind == EVENT_LOCAL)
    print_access(p, event);
  if ((has_address(event->kind) || event->kind == EVENT_FENCE) && event->order != ORDER_PLAIN)
    str_printf(p->out, " %s", words_order[event->order]);
  if (has_address(event->kind) && event->locked)
    str_add(p->out, " locked");
  if (event->quiet)
    str_add(p->out, " quiet");
  if (event->kind == EVENT_CREATE || event->kind == EVENT_JOIN)
    str_printf(p->out, " %u", (unsigned)event->child);
  if (event->kind == EVENT_POINT || event->kind == EVENT_PAST)
    str_printf(p->out, " %u", (unsigned)event->point);
  if (event->kind == EVENT_POINT && event->addr != VALUE_FALSE) {
    str_add(p->out, " at");
    print_use(p, event->addr);
  }
  if (event->kind == EVENT_POINT && event->value != VALUE_FALSE) {
    str_add(p->out, " from");
    print_use(p, event->value);
  }
  if (event->kind == EVENT_POINT && event->bytes)
    str_add(p->out, event->bytes == 2 ? " argument" : " divisible");
  if (event->kind == EVENT_PAST && may_have_operand(event)) {
    str_add(p->out, " gives");
    print_use(p, event->value);
  }
  if (event->kind == EVENT_CUT)
    str_printf(p->out, " %u", (unsigned)event->loop);
  if (event->kind == EVENT_ASSERT) {
    str_printf(p->out, " %s ", words_fault[event->fault]);
    print_string(p->out, event->text);
    if (event->addr != VALUE_FALSE) {
      str_add(p->out, " at");
      print_use(p, event->addr);
    }
  }
}

static void
print_event_notes(struct printer *p, const struct event *event)
{
  const struct prog *prog = p->prog;
  if (event->place && event->place < prog->places.n)
    str_printf(p->out, " ; line %u", (unsigned)prog->places.at[event->place].line);
  if (p->notes && p->notes->event) {
    str_add(p->out, " ; ");
    p->notes->event(p->out, (event_id)(event - prog->events.at), p->notes->argument);
  }
  str_add(p->out, "\n");
}

static void
print_event(struct printer *p, const struct event *event)
{
  str_add(p->out, "  ");
  if (event->kind == EVENT_LOAD && event->value < p->prog->values.n) {
    print_definition(p, event->value);
    str_add(p->out, " ");
  }
  print_operands(p, event);
  if (event->guard != VALUE_TRUE) {
    str_add(p->out, " if");
    print_use(p, event->guard);
  }
  print_unless_zero(p->out, "place", event->place);
  print_event_notes(p, event);
}

static void
print_thread(struct printer *p, const struct thread *thread)
{
  str_printf(p->out, "\nthread %zu ", (size_t)(thread - p->prog->threads.at));
  print_string(p->out, thread->name);
  print_unless_zero(p->out, "parent", thread->parent);
  str_add(p->out, "\n");
  uint32_t section = 0;
  for (event_id e = thread->first; e < thread->end && e < p->prog->events.n; e++) {
    const struct event *event = &p->prog->events.at[e];
    if (section && section != event->section)
      str_add(p->out, "  }\n");
    if (event->section && section != event->section)
      str_printf(p->out, "  atomic %u {\n", (unsigned)event->section);
    section = event->section;
    print_values_at(p, (size_t)e + 1);
    print_event(p, event);
  }
  if (section)
    str_add(p->out, "  }\n");
}

void
prog_print(struct str *out, const struct prog *prog, const struct prog_notes *notes)
{
  struct printer p = {.out = out, .prog = prog, .notes = notes};
  place_values(&p);
  str_printf(out, "prog 1 pointer %u\n", prog->pointer_bits);
  print_types(out, prog);
  print_objects(out, prog);
  print_inputs_and_loops(out, prog);
  print_inits(&p);
  for (size_t i = 0; i < prog->assumed.n; i++) {
    str_add(out, "assumed ");
    print_string(out, prog->assumed.at[i]);
    str_add(out, "\n");
  }
  for (unsigned i = 0; i < CONFIGURATION_COUNT; i++)
    if (prog->configured >> i & 1)
      str_printf(out, "configured %s\n", words_configuration[i]);
  for (size_t t = 0; t < prog->threads.n; t++)
    print_thread(&p, &prog->threads.at[t]);
  if (prog->places.n > 1)
    str_add(out, "\n");
  print_places(out, prog);
  vec_free(&p.number);
  vec_free(&p.head);
  vec_free(&p.next);
}
