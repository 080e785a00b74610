/* Which threads are alike.
 *
 * Two threads are alike if their events correspond one by one. Corresponding events have the same
 * kind, size, memory order, sections and labels, and their values are built in the same way. Results
 * of loads correspond as the loads do. What differs may be:
 *
 * - an input, if each is used by one thread only;
 * - the place of an access, if its address is a constant and nobody else touches either place;
 * - a constant that is stored, or compared with what was loaded: the *name* of the thread. A thread
 *   has one name. naming.c says where names may be kept.
 *
 * Threads that are alike create and join nobody, only one thread creates and joins them, and
 * nobody else uses what they have loaded. */
#include "interp/alike.h"

#include "base/invariant.h"
#include "base/mutant.h"

/* ---- who uses what ---- */

bool
alike_is_idle(const struct event *event)
{
  return event_is_silent(event->kind) || event->guard == VALUE_FALSE;
}

void
alike_walk_event(const struct event *event, void (*look)(void *argument, value_id value),
                 void *argument)
{
  if (alike_is_idle(event))
    return;
  look(argument, event->guard);
  if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE || event->kind == EVENT_BLOCK)
    look(argument, event->addr);
  if (event->kind == EVENT_STORE || event->kind == EVENT_BLOCK || event->kind == EVENT_ASSUME ||
      event->kind == EVENT_ASSERT)
    look(argument, event->value);
}

struct usage {
  struct alike *alike;
  thread_id user;
  thread_id *seen; /* of each value: the last user + 1 that came across it */
  VEC(value_id) stack;
};

static void
count_user(thread_id *user, thread_id thread)
{
  *user = *user == NOBODY || *user == thread ? thread : SEVERAL;
}

static void
use(void *argument, value_id root)
{
  struct usage *usage = argument;
  const struct prog *prog = usage->alike->machine->prog;
  vec_push(&usage->stack, root);
  while (usage->stack.n) {
    value_id value = usage->stack.at[--usage->stack.n];
    const struct value *node = &prog->values.at[value];
    if (usage->seen[value] == usage->user + 1)
      continue;
    usage->seen[value] = usage->user + 1;
    count_user(&usage->alike->leaf_user[value], usage->user);
    for (unsigned i = 0; i < value_arity((enum value_op)node->op); i++)
      vec_push(&usage->stack, node->arg[i]);
  }
}

static bool
is_access(const struct event *event)
{
  return event->kind == EVENT_LOAD || event->kind == EVENT_STORE;
}

static void
use_bytes(struct alike *alike, const struct event *event, thread_id thread)
{
  for (uint32_t i = 0; is_access(event) && i < event->n_targets; i++)
    for (uint32_t k = 0; k < event->bytes; k++)
      count_user(&alike->byte_user[alike->machine->spots[event->first_target + i].byte + k],
                 thread);
}

/* What the beginning of a byte depends on is used by whoever uses the byte. */
static void
use_inits(struct usage *usage)
{
  const struct machine *machine = usage->alike->machine;
  for (size_t i = 0; i < machine->init_of_byte.cap; i++) {
    const struct map_slot *slot = &machine->init_of_byte.slots[i];
    if (!slot->used || usage->alike->byte_user[slot->key] == NOBODY)
      continue;
    usage->user = usage->alike->byte_user[slot->key];
    use(usage, machine->prog->inits.at[slot->value].value);
  }
}

static void
find_users(struct alike *alike)
{
  const struct prog *prog = alike->machine->prog;
  struct usage usage = {.alike = alike};
  usage.seen = mem_alloc(prog->values.n * sizeof *usage.seen);
  for (size_t i = 0; i < prog->values.n; i++)
    alike->leaf_user[i] = NOBODY;
  for (size_t i = 0; i < alike->machine->memory_size; i++)
    alike->byte_user[i] = NOBODY;
  for (usage.user = 0; usage.user < prog->threads.n; usage.user++) {
    const struct thread *thread = &prog->threads.at[usage.user];
    for (event_id e = thread->first; e < thread->end; e++) {
      alike_walk_event(&prog->events.at[e], use, &usage);
      if (!alike_is_idle(&prog->events.at[e]))
        use_bytes(alike, &prog->events.at[e], usage.user);
    }
  }
  use_inits(&usage);
  vec_drop(usage.seen);
  vec_free(&usage.stack);
}

/* ---- who might be alike at all ---- */

/* Creates and joins nobody, and what it has loaded is its own. */
static bool
is_single(const struct alike *alike, thread_id thread)
{
  const struct prog *prog = alike->machine->prog;
  for (event_id e = prog->threads.at[thread].first; e < prog->threads.at[thread].end; e++) {
    const struct event *event = &prog->events.at[e];
    if ((event->kind == EVENT_CREATE || event->kind == EVENT_JOIN) && !alike_is_idle(event))
      return false;
    if (event->kind == EVENT_LOAD && alike->leaf_user[event->value] != NOBODY &&
        alike->leaf_user[event->value] != thread)
      return false;
  }
  return true;
}

/* The only thread that creates and joins it, or SEVERAL. */
static thread_id
creator_of(const struct prog *prog, thread_id child)
{
  thread_id creator = NOBODY;
  for (thread_id t = 0; t < prog->threads.n; t++)
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      if ((event->kind == EVENT_CREATE || event->kind == EVENT_JOIN) && event->child == child &&
          !alike_is_idle(event))
        count_user(&creator, t);
    }
  return creator;
}

/* ---- comparison of two threads ---- */

struct pair {
  size_t a, b;
};

struct match {
  struct alike *alike;
  thread_id a, b;
  struct map forth, back; /* values of a to values of b, and inputs of b to those of a */
  struct map bytes_forth, bytes_back;
  VEC(struct pair) open;          /* values still to be compared */
  VEC(struct pair) leaves, bytes; /* that correspond and differ */
  VEC(event_id) namers;
  uint64_t name_a, name_b;
};

/* Enters that a corresponds to b; false if it corresponds to something else. */
static bool
relate(struct map *map, size_t a, size_t b)
{
  uint32_t *to = map_at(map, a);
  bool same = !*to || *to == b + 1;
  *to = (uint32_t)b + 1;
  return same;
}

static bool
match_names(struct match *match, uint64_t a, uint64_t b)
{
  if (!a || !b || (match->name_a && (match->name_a != a || match->name_b != b)))
    return false;
  match->name_a = a;
  match->name_b = b;
  return true;
}

static bool
differ(const struct prog *prog, value_id a, value_id b)
{
  uint64_t x, y;
  return value_is_const(prog, a, &x) && value_is_const(prog, b, &y) && x != y;
}

/* The load behind a value that may be wider than what was loaded, or NO_NODE. */
static value_id
loaded_behind(const struct prog *prog, value_id value)
{
  while (prog->values.at[value].op == OP_ZEXT)
    value = prog->values.at[value].arg[0];
  return prog->values.at[value].op == OP_LOADED ? value : NO_NODE;
}

static bool
compare_later(struct match *match, value_id a, value_id b)
{
  vec_push(&match->open, ((struct pair){a, b}));
  return true;
}

/* An argument of `eq`, beside which there is another one. */
static bool
match_compared(struct match *match, value_id a, value_id b, value_id beside_a, value_id beside_b)
{
  const struct prog *prog = match->alike->machine->prog;
  if (!differ(prog, a, b))
    return compare_later(match, a, b);
  value_id load_a = loaded_behind(prog, beside_a), load_b = loaded_behind(prog, beside_b);
  if (load_a == NO_NODE || load_b == NO_NODE)
    return false;
  vec_push(&match->namers, (event_id)prog->values.at[load_a].imm);
  vec_push(&match->namers, (event_id)prog->values.at[load_b].imm);
  return match_names(match, prog->values.at[a].imm, prog->values.at[b].imm);
}

static bool
is_commutative(enum value_op op)
{
  return op == OP_EQ || op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_ADD || op == OP_MUL;
}

/* The order of two arguments is a matter of their ids. */
static bool
is_swapped(const struct prog *prog, const struct value *x, const struct value *y)
{
  bool const_x = prog->values.at[x->arg[0]].op == OP_CONST;
  bool const_y = prog->values.at[y->arg[0]].op == OP_CONST;
  return is_commutative((enum value_op)x->op) &&
         (const_x != const_y || x->arg[0] == y->arg[1] || x->arg[1] == y->arg[0]);
}

static bool
match_arguments(struct match *match, const struct value *x, const struct value *y)
{
  const struct prog *prog = match->alike->machine->prog;
  value_id of_y[3] = {y->arg[0], y->arg[1], y->arg[2]};
  bool same = true;
  if (is_swapped(prog, x, y)) {
    of_y[0] = y->arg[1];
    of_y[1] = y->arg[0];
  }
  for (unsigned i = 0; same && i < value_arity((enum value_op)x->op); i++)
    same = x->op == OP_EQ ? match_compared(match, x->arg[i], of_y[i], x->arg[1 - i], of_y[1 - i])
                          : compare_later(match, x->arg[i], of_y[i]);
  return same;
}

static bool
match_loaded(const struct match *match, const struct value *x, const struct value *y)
{
  const struct prog *prog = match->alike->machine->prog;
  const struct thread *a = &prog->threads.at[match->a], *b = &prog->threads.at[match->b];
  return x->imm >= a->first && x->imm < a->end && y->imm >= b->first && y->imm < b->end &&
         x->imm - a->first == y->imm - b->first;
}

static bool
match_input(struct match *match, value_id x, value_id y)
{
  const struct alike *alike = match->alike;
  vec_push(&match->leaves, ((struct pair){x, y}));
  return alike->leaf_user[x] == match->a && alike->leaf_user[y] == match->b &&
         relate(&match->back, y, x);
}

static bool
match_value(struct match *match, value_id x, value_id y)
{
  const struct prog *prog = match->alike->machine->prog;
  const struct value *a = &prog->values.at[x], *b = &prog->values.at[y];
  if (a->op == OP_CONST || b->op == OP_CONST)
    return x == y;
  const uint32_t *known = map_find(&match->forth, x);
  if (known)
    return *known == y + 1;
  relate(&match->forth, x, y);
  if (x == y)
    return true;
  if (a->op != b->op || a->width != b->width)
    return false;
  if (a->op == OP_LOADED)
    return match_loaded(match, a, b);
  if (a->op == OP_INPUT)
    return match_input(match, x, y);
  return a->imm == b->imm && match_arguments(match, a, b);
}

static bool
match_values(struct match *match, value_id x, value_id y)
{
  compare_later(match, x, y);
  bool same = true;
  while (same && match->open.n) {
    struct pair pair = match->open.at[--match->open.n];
    same = match_value(match, (value_id)pair.a, (value_id)pair.b);
  }
  return same;
}

/* ---- places ---- */

/* What memory holds at the beginning. */
static bool
match_beginning(struct match *match, size_t a, size_t b)
{
  const struct machine *machine = match->alike->machine;
  if (machine->memory[a] != machine->memory[b])
    return false;
  if (machine->memory[a] != BYTE_SYMBOLIC)
    return true;
  const struct init *x = &machine->prog->inits.at[*map_find(&machine->init_of_byte, a)];
  const struct init *y = &machine->prog->inits.at[*map_find(&machine->init_of_byte, b)];
  return a - (machine->origin[x->object] + (size_t)x->offset) ==
           b - (machine->origin[y->object] + (size_t)y->offset) &&
         match_values(match, x->value, y->value);
}

static bool
match_own_place(struct match *match, size_t a, size_t b, uint32_t bytes)
{
  const struct alike *alike = match->alike;
  bool same = true;
  for (uint32_t i = 0; same && i < bytes; i++) {
    vec_push(&match->bytes, ((struct pair){a + i, b + i}));
    same = alike->byte_user[a + i] == match->a && alike->byte_user[b + i] == match->b &&
           relate(&match->bytes_forth, a + i, b + i) && relate(&match->bytes_back, b + i, a + i) &&
           match_beginning(match, a + i, b + i);
  }
  return same;
}

static bool
is_internal(const struct prog *prog, uint32_t target)
{
  return prog->objects.at[prog->targets.at[target].object].internal;
}

static bool
match_places(struct match *match, const struct event *x, const struct event *y)
{
  const struct machine *machine = match->alike->machine;
  const struct spot *a = &machine->spots[x->first_target], *b = &machine->spots[y->first_target];
  uint64_t constant;
  if (x->n_targets == 1 && y->n_targets == 1 && a->byte != b->byte)
    return value_is_const(machine->prog, x->addr, &constant) && constant == a->addr &&
           value_is_const(machine->prog, y->addr, &constant) && constant == b->addr &&
           is_internal(machine->prog, x->first_target) ==
             is_internal(machine->prog, y->first_target) &&
           match_own_place(match, a->byte, b->byte, x->bytes);
  bool same = x->n_targets == y->n_targets && match_values(match, x->addr, y->addr);
  for (uint32_t i = 0; same && i < x->n_targets; i++)
    same = a[i].byte == b[i].byte && a[i].addr == b[i].addr;
  return same;
}

/* ---- events ---- */

static bool
match_stored(struct match *match, event_id e, event_id f)
{
  const struct prog *prog = match->alike->machine->prog;
  value_id a = prog->events.at[e].value, b = prog->events.at[f].value;
  if (!differ(prog, a, b))
    return match_values(match, a, b);
  vec_push(&match->namers, e);
  vec_push(&match->namers, f);
  return match_names(match, prog->values.at[a].imm, prog->values.at[b].imm);
}

static bool
match_content(struct match *match, event_id e, event_id f)
{
  const struct prog *prog = match->alike->machine->prog;
  const struct event *x = &prog->events.at[e], *y = &prog->events.at[f];
  if (x->kind == EVENT_LOAD)
    vec_push(&match->leaves, ((struct pair){x->value, y->value}));
  if (alike_is_idle(x) || alike_is_idle(y))
    return alike_is_idle(x) && alike_is_idle(y);
  if (!match_values(match, x->guard, y->guard))
    return false;
  switch (x->kind) {
  case EVENT_LOAD:
    return match_places(match, x, y);
  case EVENT_STORE:
    return match_places(match, x, y) && match_stored(match, e, f);
  case EVENT_BLOCK:
    return match_values(match, x->addr, y->addr) && match_values(match, x->value, y->value);
  case EVENT_ASSUME:
  case EVENT_ASSERT:
    return match_values(match, x->value, y->value);
  case EVENT_CUT:
    return x->loop == y->loop;
  default:
    return x->kind == EVENT_FENCE;
  }
}

static bool
match_rules(const struct machine *machine, event_id e, event_id f)
{
  const struct labels *labels = machine->labels;
  if (labels->visible.n && labels->visible.at[e] != labels->visible.at[f])
    return false;
  if (!machine->rules)
    return true;
  const struct event_rule *x = &machine->rules[e], *y = &machine->rules[f];
  return x->late == y->late && x->barrier == y->barrier && x->border == y->border;
}

/* Is it in the same section as the event before? */
static bool
continues(const struct prog *prog, thread_id thread, event_id e)
{
  return e > prog->threads.at[thread].first && prog->events.at[e].section &&
         prog->events.at[e].section == prog->events.at[e - 1].section;
}

static bool
match_event(struct match *match, event_id e, event_id f)
{
  const struct machine *machine = match->alike->machine;
  const struct prog *prog = machine->prog;
  const struct event *x = &prog->events.at[e], *y = &prog->events.at[f];
  return x->kind == y->kind && x->bytes == y->bytes && x->order == y->order &&
         x->locked == y->locked && !x->section == !y->section &&
         continues(prog, match->a, e) == continues(prog, match->b, f) &&
         match_rules(machine, e, f) && match_content(match, e, f);
}

static bool
match_labels(const struct match *match)
{
  const struct labels *labels = match->alike->machine->labels;
  const struct prog *prog = match->alike->machine->prog;
  bool same = labels_count(labels, match->a) == labels_count(labels, match->b);
  for (uint32_t l = 0; same && l < labels_count(labels, match->a); l++) {
    const struct label *x = labels_get(labels, match->a, l), *y = labels_get(labels, match->b, l);
    same = x->kind == y->kind && x->first - prog->threads.at[match->a].first ==
                                   y->first - prog->threads.at[match->b].first;
  }
  return same;
}

static bool
match_threads(struct match *match)
{
  const struct prog *prog = match->alike->machine->prog;
  const struct thread *a = &prog->threads.at[match->a], *b = &prog->threads.at[match->b];
  bool same = a->end - a->first == b->end - b->first && match_labels(match);
  for (event_id i = 0; same && i < a->end - a->first; i++)
    same = match_event(match, a->first + i, b->first + i);
  return same;
}

/* ---- classes ---- */

/* The names of both, if there are any; false if a had another one, beside somebody else. */
static bool
give_names(const struct match *match)
{
  uint64_t *name = match->alike->name;
  if (!match->name_a)
    return true;
  bool first = match->alike->leader[match->a] == NOBODY;
  if (!first && name[match->a] != match->name_a)
    return false;
  for (size_t t = 0; t < match->alike->machine->prog->threads.n; t++)
    if (match->alike->leader[t] == match->a && name[t] == match->name_b)
      return false;
  name[match->a] = match->name_a;
  name[match->b] = match->name_b;
  return true;
}

static void
note(struct match *match)
{
  struct alike *alike = match->alike;
  alike->leader[match->a] = alike->leader[match->b] = match->a;
  for (size_t i = 0; i < match->leaves.n; i++)
    alike->leaf_twin[match->leaves.at[i].b] = (value_id)match->leaves.at[i].a;
  for (size_t i = 0; i < match->bytes.n; i++)
    alike->byte_twin[match->bytes.at[i].b] = match->bytes.at[i].a;
  for (size_t i = 0; i < match->namers.n; i++)
    vec_push(&alike->namers, match->namers.at[i]);
}

static bool
are_alike(struct alike *alike, thread_id a, thread_id b)
{
  struct match match = {.alike = alike, .a = a, .b = b};
  bool same = match_threads(&match) && give_names(&match);
  if (same)
    note(&match);
  map_free(&match.forth);
  map_free(&match.back);
  map_free(&match.bytes_forth);
  map_free(&match.bytes_back);
  vec_free(&match.open);
  vec_free(&match.leaves);
  vec_free(&match.bytes);
  vec_free(&match.namers);
  return same;
}

static void
begin(struct alike *alike, const struct machine *machine)
{
  size_t threads = machine->prog->threads.n, values = machine->prog->values.n;
  size_t bytes = machine->memory_size;
  *alike = (struct alike){.machine = machine};
  alike->leader = mem_alloc(threads * sizeof *alike->leader);
  alike->name = mem_alloc(threads * sizeof *alike->name);
  alike->leaf_user = mem_alloc(values * sizeof *alike->leaf_user);
  alike->leaf_twin = mem_alloc(values * sizeof *alike->leaf_twin);
  alike->byte_user = mem_alloc((bytes + 1) * sizeof *alike->byte_user);
  alike->byte_twin = mem_alloc((bytes + 1) * sizeof *alike->byte_twin);
  for (thread_id t = 0; t < threads; t++) {
    alike->leader[t] = NOBODY;
    alike->name[t] = t + 1; /* that is what the library calls it */
  }
  for (value_id v = 0; v < values; v++)
    alike->leaf_twin[v] = v;
  for (size_t i = 0; i < bytes; i++)
    alike->byte_twin[i] = i;
}

void
alike_find(struct alike *alike, const struct machine *machine)
{
  const struct prog *prog = machine->prog;
  thread_id *creator = mem_alloc(prog->threads.n * sizeof *creator);
  begin(alike, machine);
  find_users(alike);
  for (thread_id t = 1; t < prog->threads.n; t++)
    creator[t] = is_single(alike, t) ? creator_of(prog, t) : SEVERAL;
  for (thread_id t = 2; t < prog->threads.n; t++)
    for (thread_id a = 1; a < t && creator[t] < SEVERAL && alike->leader[t] == NOBODY; a++)
      if (creator[a] == creator[t] && (alike->leader[a] == NOBODY || alike->leader[a] == a))
        are_alike(alike, a, t);
  vec_drop(creator);
}

bool
alike_has(const struct alike *alike, thread_id thread)
{
  return alike->leader[thread] != NOBODY;
}

void
alike_drop(struct alike *alike, thread_id leader)
{
  for (size_t t = 0; t < alike->machine->prog->threads.n; t++)
    if (alike->leader[t] == leader)
      alike->leader[t] = NOBODY;
}

void
alike_free(struct alike *alike)
{
  vec_drop(alike->leader);
  vec_drop(alike->name);
  vec_drop(alike->leaf_user);
  vec_drop(alike->leaf_twin);
  vec_drop(alike->byte_user);
  vec_drop(alike->byte_twin);
  vec_free(&alike->namers);
}
