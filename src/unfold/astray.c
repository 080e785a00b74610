/* An address is a value made of others. Where the analysis has lost it, its value set is "anything",
 * and so is the set of one of the values that it is made of, down to the one at which it was lost:
 * - an input of the program;
 * - what was loaded from memory, into which a store has put something whose set is "anything". Of
 *   that value the same question is asked, a few times;
 * - an operation whose operands are known, but which makes too many values, or no address at all. */
#include "unfold/astray.h"

#include "frontend/debug.h"
#include "unfold/state.h"

enum { MAX_LINKS = 4, MAX_DEPTH = 1000 };

static bool
is_anything(struct unfold *u, value_id value)
{
  struct value_set set = values_get(u->values, value);
  return !set.n && !set.open;
}

/* Down to where it was lost. */
static value_id
find_source(struct unfold *u, value_id value)
{
  for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
    const struct value node = u->prog->values.at[value];
    value_id next = value;
    if (node.op == OP_LOADED || node.op == OP_INPUT || node.op == OP_CONST)
      return value;
    for (int i = 0; i < 3 && next == value; i++) /* the condition of a choice is no address */
      if (node.arg[i] && u->prog->values.at[node.arg[i]].width > 1 && is_anything(u, node.arg[i]))
        next = node.arg[i];
    if (next == value)
      return value;
    value = next;
  }
  return value;
}

static void
add_place(struct unfold *u, place_id place, struct str *out)
{
  const struct place *at = &u->prog->places.at[debug_user_place(u->prog, place)];
  if (at->line)
    str_printf(out, " at %s:%u", at->file, (unsigned)at->line);
}

/* The first store into what this load reads that puts in something unknown; or no event. */
static event_id
find_store(struct unfold *u, const struct event *load)
{
  const struct target *targets = u->prog->targets.at;
  for (event_id e = 0; e < u->prog->events.n; e++) {
    const struct event *store = &u->prog->events.at[e];
    if (store->kind != EVENT_STORE || !is_anything(u, store->value))
      continue;
    for (uint32_t i = 0; i < store->n_targets; i++)
      for (uint32_t k = 0; k < load->n_targets; k++) {
        struct target a = targets[store->first_target + i], b = targets[load->first_target + k];
        if (a.object == b.object && a.offset < b.offset + load->bytes &&
            b.offset < a.offset + store->bytes)
          return e;
      }
  }
  return (event_id)u->prog->events.n;
}

static const char *
name_of(struct unfold *u, const struct event *event)
{
  const char *name = NULL;
  if (event->n_targets)
    name = u->prog->objects.at[u->prog->targets.at[event->first_target].object].name;
  return name && *name ? name : "memory";
}

/* It was loaded from memory; the value that was stored there, VALUE_FALSE if none is to blame. */
static value_id
describe_load(struct unfold *u, event_id load, struct str *out)
{
  const struct event event = u->prog->events.at[load];
  str_printf(out, "; it is read from '%s'", name_of(u, &event));
  add_place(u, event.place, out);
  event_id e = find_store(u, &event);
  if (e == u->prog->events.n)
    return VALUE_FALSE;
  str_add(out, ", where something unknown is stored");
  add_place(u, u->prog->events.at[e].place, out);
  return u->prog->events.at[e].value;
}

static void
describe_computed(struct unfold *u, value_id value, struct str *out)
{
  if (values_get(u->values, value).address)
    str_add(out, "; it is computed from addresses in a way that is not followed");
  else
    str_add(out, "; it is computed from numbers of which no address is known");
}

void
astray_describe(struct unfold *u, value_id address, struct str *out)
{
  value_id value = address;
  for (unsigned n = 0; n < MAX_LINKS; n++) {
    value = find_source(u, value);
    const struct value node = u->prog->values.at[value];
    if (node.op != OP_LOADED)
      break;
    value = describe_load(u, (event_id)node.imm, out);
    if (value == VALUE_FALSE)
      break;
  }
  const struct value node = u->prog->values.at[value];
  if (node.op == OP_INPUT) {
    const struct input *input = &u->prog->inputs.at[node.imm];
    str_printf(out, "; it is any value of '%s'", input->name ? input->name : "an input");
    add_place(u, input->place, out);
  } else if (value != VALUE_FALSE && node.op != OP_LOADED) {
    describe_computed(u, value, out);
  }
  str_add(out,
          "; pointers are followed that are stored and copied as pointers, and moved by additions");
}
