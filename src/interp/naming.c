/* Where names are kept, and that they are nothing but names.
 *
 * Threads that are alike may have different names, which are numbers. A mutex holds the name of
 * the thread that has locked it. If two such threads are exchanged, their names have to be exchanged
 * as well, in memory and in what was loaded; and a number that means something else must stay. So
 * it must be known where names are kept, and nothing may be done with a name that would tell which
 * number it is:
 *
 * - A place for names is always accessed as a whole, and holds no name at the beginning.
 * - There, a thread stores its own name, or a constant that is nobody's name, or what was loaded
 *   from such a place.
 * - What is loaded from there is stored in such a place, or compared for equality with the thread's
 *   own name, with a constant that is nobody's name, or with what was loaded from such a place. Or
 *   it says for whom a BLOCK waits, in the label in which it is loaded; then the name of a thread
 *   must be its id + 1.
 *
 * Nobody knows the name of another thread but from such a place. */
#include "interp/naming.h"

#include "base/invariant.h"
#include "base/mutant.h"

thread_id
naming_owner(const struct naming *naming, uint64_t number)
{
  const uint32_t *owner = map_find(&naming->owner, number);
  return owner ? *owner : NOBODY;
}

bool
naming_is_at(const struct naming *naming, size_t byte)
{
  return naming->place_of[byte] > 0;
}

static const struct prog *
prog_of(const struct naming *naming)
{
  return naming->alike->machine->prog;
}

static bool
asks_deadlock(const struct naming *naming)
{
  return prog_of(naming)->asks & PROPERTY_DEADLOCK;
}

/* ---- places ---- */

static bool
find_owners(struct naming *naming)
{
  const struct alike *alike = naming->alike;
  for (thread_id t = 0; t < prog_of(naming)->threads.n; t++) {
    if (!alike_has(alike, t))
      continue;
    if (!alike->name[t] || map_find(&naming->owner, alike->name[t]))
      return false;
    *map_at(&naming->owner, alike->name[t]) = t;
  }
  return true;
}

static bool
add_place(struct naming *naming, size_t byte, uint32_t bytes)
{
  uint32_t known = naming->place_of[byte];
  if (known)
    return naming->places.at[known - 1].byte == byte && naming->places.at[known - 1].bytes == bytes;
  vec_push(&naming->places, ((struct name_place){byte, bytes}));
  for (uint32_t i = 0; i < bytes; i++) {
    if (naming->place_of[byte + i])
      return false;
    naming->place_of[byte + i] = (uint32_t)naming->places.n;
  }
  return true;
}

static bool
add_places(struct naming *naming, event_id id)
{
  const struct event *event = &prog_of(naming)->events.at[id];
  bool fits = true;
  for (uint32_t i = 0; fits && i < event->n_targets; i++)
    fits =
      add_place(naming, naming->alike->machine->spots[event->first_target + i].byte, event->bytes);
  return fits;
}

static value_id
behind(const struct prog *prog, value_id value)
{
  while (prog->values.at[value].op == OP_ZEXT)
    value = prog->values.at[value].arg[0];
  return value;
}

/* Of the threads that are still alike: somebody else's names are mere numbers. */
static bool
is_theirs(const struct naming *naming, event_id id)
{
  return alike_has(naming->alike, prog_thread_of(prog_of(naming), id));
}

static bool
find_places(struct naming *naming)
{
  const struct prog *prog = prog_of(naming);
  bool fits = true;
  for (size_t i = 0; fits && i < naming->alike->namers.n; i++)
    if (is_theirs(naming, naming->alike->namers.at[i]))
      fits = add_places(naming, naming->alike->namers.at[i]);
  for (event_id e = 0; fits && asks_deadlock(naming) && e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    const struct value *owner = &prog->values.at[behind(prog, event->addr)];
    if (event->kind == EVENT_BLOCK && !alike_is_idle(event) && owner->op == OP_LOADED)
      fits = add_places(naming, (event_id)owner->imm);
  }
  return fits;
}

static bool
is_fresh(const struct naming *naming, const struct name_place *place)
{
  const struct alike *alike = naming->alike;
  uint64_t number = 0;
  for (uint32_t i = 0; i < place->bytes; i++) {
    uint16_t byte = alike->machine->memory[place->byte + i];
    thread_id user = alike->byte_user[place->byte + i];
    if (byte == BYTE_SYMBOLIC || (user < SEVERAL && alike_has(alike, user)))
      return false;
    number |= (uint64_t)byte << (8 * i);
  }
  return naming_owner(naming, number) == NOBODY;
}

/* ---- accesses ---- */

enum touches { TOUCHES_NONE, TOUCHES_NAMES, TOUCHES_BOTH };

/* Names alone, or none, or something else. */
static enum touches
touches_of(const struct naming *naming, const struct event *event)
{
  uint32_t whole = 0, some = 0;
  for (uint32_t i = 0; i < event->n_targets; i++) {
    size_t byte = naming->alike->machine->spots[event->first_target + i].byte;
    bool touched = false;
    for (uint32_t k = 0; k < event->bytes; k++)
      touched |= naming_is_at(naming, byte + k);
    uint32_t place = naming->place_of[byte];
    some += touched;
    whole += place && naming->places.at[place - 1].byte == byte &&
             naming->places.at[place - 1].bytes == event->bytes;
  }
  if (!some)
    return TOUCHES_NONE;
  return whole == event->n_targets ? TOUCHES_NAMES : TOUCHES_BOTH;
}

static bool
is_access(const struct event *event)
{
  return event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
}

/* May this thread mention the number? */
static bool
may_mention(const struct naming *naming, thread_id thread, uint64_t number)
{
  thread_id owner = naming_owner(naming, number);
  return owner == NOBODY || owner == thread;
}

static bool
stores_names(const struct naming *naming, thread_id thread, const struct event *event)
{
  uint64_t number;
  if (value_is_const(prog_of(naming), event->value, &number))
    return may_mention(naming, thread, number);
  return naming->holds[event->value];
}

static void
keep(struct naming *naming, value_id value)
{
  naming->kept[behind(prog_of(naming), value)] = true;
}

static bool
access_fits(struct naming *naming, thread_id thread, const struct event *event)
{
  enum touches touches = touches_of(naming, event);
  if (naming->holds[event->addr] || touches == TOUCHES_BOTH)
    return false;
  if (event->kind == EVENT_LOAD)
    return true;
  if (naming->holds[event->value])
    keep(naming, event->value);
  return touches == TOUCHES_NAMES ? stores_names(naming, thread, event)
                                  : !naming->holds[event->value];
}

/* Whom does it wait for? */
static bool
block_fits(const struct naming *naming, event_id id)
{
  const struct prog *prog = prog_of(naming);
  const struct event *event = &prog->events.at[id];
  const struct alike *alike = naming->alike;
  uint64_t number;
  if (!asks_deadlock(naming) || event->addr == VALUE_FALSE)
    return true;
  if (value_is_const(prog, event->addr, &number))
    return !number;
  if (!naming->holds[event->addr])
    return false;
  event_id load = (event_id)prog->values.at[behind(prog, event->addr)].imm;
  const uint32_t *label = alike->machine->labels->of_event.at;
  bool fits = prog_thread_of(prog, load) == prog_thread_of(prog, id) && label[load] == label[id];
  for (thread_id t = 0; fits && t < prog->threads.n; t++)
    fits = !alike_has(alike, t) || alike->name[t] == t + 1;
  return fits;
}

static bool
event_fits(struct naming *naming, thread_id thread, event_id id)
{
  const struct event *event = &prog_of(naming)->events.at[id];
  if (alike_is_idle(event))
    return true;
  if (is_access(event))
    return access_fits(naming, thread, event);
  return event->kind != EVENT_BLOCK || block_fits(naming, id);
}

/* ---- values ---- */

/* Arguments come before what is made of them. */
static void
find_holders(struct naming *naming)
{
  const struct prog *prog = prog_of(naming);
  for (value_id v = 0; v < prog->values.n; v++) {
    const struct value *node = &prog->values.at[v];
    if (node->op == OP_LOADED)
      naming->holds[v] = touches_of(naming, &prog->events.at[node->imm]) != TOUCHES_NONE;
    else if (node->op == OP_ZEXT)
      naming->holds[v] = naming->holds[node->arg[0]];
  }
}

static bool
comparison_fits(struct naming *naming, value_id value, value_id a, value_id b)
{
  uint64_t number;
  if (value_is_const(prog_of(naming), b, &number))
    return may_mention(naming, naming->alike->leaf_user[value], number);
  keep(naming, a);
  keep(naming, b);
  return naming->holds[a] && naming->holds[b];
}

static bool
value_fits(struct naming *naming, value_id value)
{
  const struct value *node = &prog_of(naming)->values.at[value];
  bool some = false;
  for (unsigned i = 0; i < value_arity((enum value_op)node->op); i++)
    some |= naming->holds[node->arg[i]];
  if (!some || naming->alike->leaf_user[value] == NOBODY || node->op == OP_ZEXT)
    return true;
  return node->op == OP_EQ && comparison_fits(naming, value, node->arg[0], node->arg[1]);
}

static bool
all_fits(struct naming *naming)
{
  const struct prog *prog = prog_of(naming);
  bool fits = true;
  for (size_t i = 0; fits && i < naming->places.n; i++)
    fits = is_fresh(naming, &naming->places.at[i]);
  for (value_id v = 0; fits && v < prog->values.n; v++)
    fits = value_fits(naming, v);
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; fits && e < prog->threads.at[t].end; e++)
      fits = event_fits(naming, t, e);
  return fits || MUTANT(NAMES_ANYWHERE);
}

bool
naming_find(struct naming *naming, const struct alike *alike)
{
  size_t values = alike->machine->prog->values.n;
  *naming = (struct naming){.alike = alike};
  naming->place_of = mem_alloc((alike->machine->memory_size + 1) * sizeof *naming->place_of);
  naming->holds = mem_alloc(values * sizeof *naming->holds);
  naming->kept = mem_alloc(values * sizeof *naming->kept);
  if (!find_owners(naming) || !find_places(naming))
    return false;
  find_holders(naming);
  return all_fits(naming);
}

void
naming_free(struct naming *naming)
{
  map_free(&naming->owner);
  vec_drop(naming->place_of);
  vec_drop(naming->holds);
  vec_drop(naming->kept);
  vec_free(&naming->places);
}
