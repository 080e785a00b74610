/* Which values are computed, where, and under which names.
 *
 * Nothing is computed that no statement looks at. In a thread, a value that is used once is written
 * out where it is used; one that is used more often, is long, or has a name in the program gets a
 * static variable. That variable gets its contents before the first statement that uses it, without
 * a condition, so every later one finds it: a thread goes through its labels in order, and jumps
 * over those only that it has passed. What depends on another thread's load - an argument that was
 * handed over - is computed anew in each label, for the load may come between two of them.
 *
 * Inputs are drawn where a variable would get its contents; those of several threads, or of initial
 * memory, before the threads run. */
#include <inttypes.h>
#include <string.h>

#include "emit/emission.h"
#include "trace/trace.h"
#include "trace/view.h"

enum { LONG_EXPRESSION = 10 };

/* ---- what is needed ---- */

bool
emit_matters(const struct emission *e, event_id id)
{
  const struct event *event = &e->prog->events.at[id];
  if (e->absent.at[id] || event->guard == VALUE_FALSE || event_is_silent(event->kind) ||
      event->kind == EVENT_FENCE)
    return false;
  return event->kind != EVENT_LOAD || e->needed.at[event->value];
}

size_t
emit_operands(const struct emission *e, const struct event *event, value_id operands[3])
{
  size_t n = 0;
  operands[n++] = event->guard;
  if ((event->kind == EVENT_LOAD || event->kind == EVENT_STORE) && event->n_targets > 1)
    operands[n++] = event->addr;
  if (event->kind != EVENT_LOAD && event->kind != EVENT_CREATE && event->kind != EVENT_JOIN &&
      event->kind != EVENT_CUT)
    operands[n++] = event->value;
  if (e->waits && e->owned.at[event - e->prog->events.at])
    operands[n++] = event->addr;
  return n;
}

static void need(struct emission *e, value_id value);

static void
need_event(struct emission *e, const struct event *event)
{
  value_id operands[3];
  size_t n = event->guard == VALUE_FALSE ? 0 : emit_operands(e, event, operands);
  for (size_t i = 0; i < n; i++)
    need(e, operands[i]);
}

static void
need(struct emission *e, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  if (e->needed.at[value])
    return;
  e->needed.at[value] = true;
  for (unsigned i = 0; i < value_arity(node->op); i++)
    need(e, node->arg[i]);
  if (node->op == OP_LOADED)
    need_event(e, &e->prog->events.at[node->imm]);
}

/* A thread is created by its parent, which has a smaller number. */
static void
find_threads(struct emission *e)
{
  const struct prog *prog = e->prog;
  vec_resize(&e->exists, prog->threads.n);
  vec_resize(&e->absent, prog->events.n);
  e->exists.at[0] = true;
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++) {
      const struct event *event = &prog->events.at[i];
      e->absent.at[i] = !e->exists.at[t];
      if (event->kind == EVENT_CREATE && event->guard != VALUE_FALSE && e->exists.at[t])
        e->exists.at[event->child] = true;
    }
}

void
emit_values_need(struct emission *e)
{
  const struct prog *prog = e->prog;
  find_threads(e);
  vec_resize(&e->needed, prog->values.n);
  for (event_id i = 0; i < prog->events.n; i++)
    if (prog->events.at[i].kind != EVENT_LOAD && emit_matters(e, i))
      need_event(e, &prog->events.at[i]);
}

/* ---- leaves of several threads ---- */

#define NO_OWNER UINT32_MAX
#define MANY (UINT32_MAX - 1)

struct owners {
  const struct emission *e;
  uint32_t *owner;   /* per value: the only thread that uses it, NO_OWNER, MANY */
  uint32_t *visited; /* per value: the last thread + 1 for which it was looked at */
};

static void
visit(struct owners *owners, value_id value, uint32_t user)
{
  const struct value *node = &owners->e->prog->values.at[value];
  if (owners->visited[value] == user + 1)
    return;
  owners->visited[value] = user + 1;
  uint32_t *owner = &owners->owner[value];
  *owner = *owner == NO_OWNER || *owner == user ? user : MANY;
  for (unsigned i = 0; i < value_arity(node->op); i++)
    visit(owners, node->arg[i], user);
}

/* Loads belong to their threads, too. */
static void
find_owners(struct owners *owners)
{
  const struct prog *prog = owners->e->prog;
  for (value_id i = 0; i < prog->values.n; i++) {
    const struct value *node = &prog->values.at[i];
    owners->owner[i] = node->op == OP_LOADED ? prog_thread_of(prog, (event_id)node->imm) : NO_OWNER;
  }
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id i = prog->threads.at[t].first; i < prog->threads.at[t].end; i++) {
      value_id operands[3];
      if (!emit_matters(owners->e, i))
        continue;
      size_t n = emit_operands(owners->e, &prog->events.at[i], operands);
      for (size_t k = 0; k < n; k++)
        visit(owners, operands[k], t);
    }
  size_t at = 0;
  for (value_id value; emit_memory_input(owners->e, &at, &value);)
    visit(owners, value, MANY);
}

static void
name_after(struct emission *e, struct str *name, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  if (node->op == OP_INPUT) {
    const char *of = e->prog->inputs.at[node->imm].name;
    const char *function = "__VERIFIER_nondet_";
    bool asked = !strncmp(of, function, strlen(function));
    str_printf(name, "any_%s", asked ? of + strlen(function) : of);
    return;
  }
  const struct event *event = &e->prog->events.at[node->imm];
  str_add(name, "read_");
  if (event->n_targets) {
    const struct target *target = &e->prog->targets.at[event->first_target];
    if (event->n_targets == 1)
      name_memory(name, e->prog, target->object, target->offset, event->bytes);
    else
      name_object(name, e->prog, target->object);
  }
}

static bool
is_live_leaf(const struct emission *e, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  if (!e->needed.at[value])
    return false;
  return node->op == OP_INPUT || (node->op == OP_LOADED && emit_matters(e, (event_id)node->imm));
}

void
emit_values_share(struct emission *e)
{
  size_t n = e->prog->values.n, at = 0;
  for (value_id value; emit_memory_input(e, &at, &value);)
    need(e, value);
  vec_resize(&e->shared, n);
  struct owners owners = {e, mem_alloc(n * sizeof *owners.owner),
                          mem_alloc(n * sizeof *owners.visited)};
  find_owners(&owners);
  for (value_id i = 0; i < n; i++)
    if (owners.owner[i] == MANY && is_live_leaf(e, i)) {
      struct str name = {0};
      name_after(e, &name, i);
      e->shared.at[i] = emit_name_global(e, str_text(&name));
      str_free(&name);
    }
  vec_drop(owners.owner);
  vec_drop(owners.visited);
}

static void
declare(const struct emission *e, struct str *out, const char *indent, value_id value,
        const char *name)
{
  str_add(out, indent);
  emit_declare(out, value_width(e->prog, value), emit_bits_of_value(e, value));
  str_printf(out, "%s;\n", name);
}

void
emit_values_declare_shared(struct emission *e, struct str *out)
{
  for (value_id i = 0; i < e->prog->values.n; i++)
    if (e->shared.at[i])
      declare(e, out, "", i, e->shared.at[i]);
}

/* ---- inputs ---- */

static void
add_draw(struct emission *e, struct str *out, const char *name, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  str_printf(out, "  %s = ", name);
  if (node->width == 1)
    str_printf(out, "INPUT(%" PRIu64 "u, 1u) != 0;\n", node->imm);
  else
    str_printf(out, "(%s)INPUT(%" PRIu64 "u, %uu);\n", emit_type(node->width), node->imm,
               (unsigned)node->width);
}

void
emit_values_start(struct emission *e, struct str *out)
{
  for (value_id i = 0; i < e->prog->values.n; i++)
    if (e->shared.at[i] && e->prog->values.at[i].op == OP_INPUT)
      add_draw(e, out, e->shared.at[i], i);
}

/* ---- the variables of a thread ---- */

static bool
is_own_load(const struct emission *e, const struct value *node)
{
  const struct thread *thread = &e->prog->threads.at[e->thread];
  return node->imm >= thread->first && node->imm < thread->end;
}

static bool
is_cheap(const struct value *node)
{
  return node->op == OP_CONST || node->op == OP_ZEXT || (node->op == OP_NOT && node->width == 1);
}

static void
count(struct emission *e, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  struct occurrence *occurrence = &e->values.at[value];
  occurrence->uses++;
  if (occurrence->seen)
    return;
  occurrence->seen = true;
  occurrence->size = 1;
  if (node->op == OP_LOADED)
    occurrence->foreign = !is_own_load(e, node);
  for (unsigned i = 0; i < value_arity(node->op); i++) {
    count(e, node->arg[i]);
    const struct occurrence *arg = &e->values.at[node->arg[i]];
    occurrence->foreign |= arg->foreign;
    bool named = arg->size > LONG_EXPRESSION;
    occurrence->size += named ? 1 : arg->size;
  }
}

/* What the program calls it. */
static void
name_from_source(struct emission *e, const struct event *event)
{
  const struct target *target = &e->prog->targets.at[event->first_target];
  const struct object *object = &e->prog->objects.at[target->object];
  struct occurrence *occurrence = &e->values.at[event->value];
  const struct value *node = &e->prog->values.at[event->value];
  if (!occurrence->uses || occurrence->name || object->internal || node->op == OP_CONST ||
      (node->op == OP_LOADED && !is_own_load(e, node)))
    return;
  struct str name = {0};
  name_memory(&name, e->prog, target->object, target->offset, event->bytes);
  occurrence->name = emit_name_local(e, str_text(&name));
  str_free(&name);
}

static void
name_value_of_thread(struct emission *e, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  struct occurrence *occurrence = &e->values.at[value];
  bool leaf = node->op == OP_INPUT || node->op == OP_LOADED;
  if (occurrence->name || (leaf ? !is_live_leaf(e, value) : is_cheap(node)))
    return;
  if (leaf) {
    struct str name = {0};
    name_after(e, &name, value);
    occurrence->name = emit_name_local(e, str_text(&name));
    str_free(&name);
  } else if (occurrence->uses > 1 || occurrence->size > LONG_EXPRESSION) {
    struct str name = {0};
    str_printf(&name, node->width == 1 ? "c%" PRIu32 : "v%" PRIu32, value);
    occurrence->name = emit_name_local(e, str_text(&name));
    str_free(&name);
  }
}

static void
count_event(struct emission *e, const struct event *event)
{
  value_id operands[3];
  size_t n = emit_operands(e, event, operands);
  for (size_t i = 0; i < n; i++)
    count(e, operands[i]);
  /* An address that is compared, or a value that goes into several places, is used often. */
  for (size_t i = 1; i < n && event->n_targets > 1; i++)
    count(e, operands[i]);
}

void
emit_values_forget(struct emission *e)
{
  map_free(&e->locals);
  e->locals = (struct map){0};
  e->values.n = 0;
  vec_resize(&e->values, e->prog->values.n);
  for (value_id i = 0; i < e->prog->values.n; i++)
    e->values.at[i].name = e->shared.at[i];
}

void
emit_values_begin_thread(struct emission *e)
{
  const struct thread *thread = &e->prog->threads.at[e->thread];
  emit_values_forget(e);
  for (event_id i = thread->first; i < thread->end; i++)
    if (emit_matters(e, i))
      count_event(e, &e->prog->events.at[i]);
  for (event_id i = thread->first; i < thread->end; i++)
    if (e->prog->events.at[i].kind == EVENT_LOCAL)
      name_from_source(e, &e->prog->events.at[i]);
  for (event_id i = thread->first; i < thread->end; i++) {
    const struct event *event = &e->prog->events.at[i];
    if (event->kind == EVENT_LOAD && emit_matters(e, i))
      name_value_of_thread(e, event->value); /* also if others alone look at it */
  }
  for (value_id i = 0; i < e->prog->values.n; i++)
    if (e->values.at[i].uses)
      name_value_of_thread(e, i);
}

void
emit_values_declare_local(struct emission *e, struct str *out)
{
  for (value_id i = 0; i < e->prog->values.n; i++)
    if (e->values.at[i].name && !e->shared.at[i])
      declare(e, out, "  ", i, e->values.at[i].name);
}

void
emit_define(struct emission *e, struct str *out, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  struct occurrence *occurrence = &e->values.at[value];
  bool done = occurrence->defined && (!occurrence->foreign || occurrence->defined == e->label + 1);
  if (done || node->op == OP_LOADED || e->shared.at[value])
    return;
  occurrence->defined = e->label + 1;
  for (unsigned i = 0; i < value_arity(node->op); i++)
    emit_define(e, out, node->arg[i]);
  if (!occurrence->name)
    return;
  if (node->op == OP_INPUT) {
    add_draw(e, out, occurrence->name, value);
    return;
  }
  const char *name = occurrence->name;
  str_printf(out, "  %s = ", name);
  occurrence->name = NULL; /* the expression itself, not the name that it will have */
  emit_value(e, out, value);
  occurrence->name = name;
  str_add(out, ";\n");
}

void
emit_undefine(struct emission *e, value_id value)
{
  const struct value *node = &e->prog->values.at[value];
  struct occurrence *occurrence = &e->values.at[value];
  if (occurrence->defined != e->label + 1)
    return;
  occurrence->defined = 0;
  for (unsigned i = 0; i < value_arity(node->op); i++)
    emit_undefine(e, node->arg[i]);
}
