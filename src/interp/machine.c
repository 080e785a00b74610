#include "interp/machine.h"

#include <assert.h>

#include "base/invariant.h"
#include "base/mutant.h"

/* ---- fingerprint ---------------------------------------------------------- */

struct fingerprint
machine_contribution(enum component kind, uint64_t which, uint64_t content)
{
  uint64_t a = hash_mix(hash_mix(UINT64_C(0x51ed270b2f1c5d4b) + kind, which), content);
  uint64_t b = hash_mix(hash_mix(UINT64_C(0xa5b85c5e198ed849) - kind, which), content);
  return (struct fingerprint){a, b};
}

void
machine_print_add(struct machine *machine, enum component kind, uint64_t which, uint64_t content)
{
  struct fingerprint more = machine_contribution(kind, which, content);
  machine->print.a += more.a;
  machine->print.b += more.b;
}

void
machine_print_remove(struct machine *machine, enum component kind, uint64_t which, uint64_t content)
{
  struct fingerprint less = machine_contribution(kind, which, content);
  machine->print.a -= less.a;
  machine->print.b -= less.b;
}

bool
machine_leaf_counts(const struct machine *machine, value_id leaf)
{
  /* A load whose guard was false and one that gave 0 are the same to the future; an input that is
   * 0 and one still to be chosen are not. */
  if (machine->prog->values.at[leaf].op == OP_LOADED && !machine->bits[leaf])
    return false;
  return machine->known[leaf] == KNOWN && machine->users[leaf];
}

void
machine_print_leaf(struct machine *machine, value_id leaf, bool add)
{
  uint64_t bits = machine->bits[leaf];
  if (!machine_leaf_counts(machine, leaf))
    return;
  if (add)
    machine_print_add(machine, COMPONENT_LEAF, leaf, bits);
  else
    machine_print_remove(machine, COMPONENT_LEAF, leaf, bits);
}

/* ---- trail ---------------------------------------------------------------- */

struct mark
machine_mark(const struct machine *machine)
{
  size_t steps = machine->run ? machine->run->steps.n : 0;
  return (struct mark){machine->trail.n, steps, machine->print};
}

static size_t
label_index(const struct machine *machine, thread_id thread, uint32_t label)
{
  return machine->labels->first_of_thread.at[thread] + label;
}

static void
revive(struct machine *machine, size_t label)
{
  for (size_t i = machine->first_dying[label + 1]; i < machine->first_dying[label]; i++)
    machine->users[machine->dying.at[i]]++;
}

static void
take_back(struct machine *machine, struct change change)
{
  switch (change.kind) {
  case CHANGE_VALUE:
    INVARIANT(machine->known[change.at] == KNOWN);
    machine->known[change.at] = UNKNOWN;
    break;
  case CHANGE_BYTE:
    machine->memory[change.at] = (uint16_t)change.old;
    break;
  case CHANGE_CREATED:
    INVARIANT(machine->created[change.at] && !machine->position[change.at]);
    machine->created[change.at] = false;
    break;
  case CHANGE_POSITION:
    INVARIANT(machine->position[change.at] == change.old + 1);
    machine->position[change.at] = change.old;
    revive(machine, label_index(machine, (thread_id)change.at, change.old));
    break;
  case CHANGE_ISSUED:
    machine_take_back_issued(machine, (thread_id)change.at);
    break;
  case CHANGE_LEFT:
    machine_take_back_left(machine, (thread_id)change.at, change.old);
    break;
  }
}

void
machine_undo(struct machine *machine, struct mark mark)
{
  INVARIANT(machine->trail.n >= mark.changes);
  INVARIANT(!machine->run || machine->run->steps.n >= mark.steps);
  while (machine->trail.n > mark.changes)
    take_back(machine, machine->trail.at[--machine->trail.n]);
  machine->print = mark.print;
  if (machine->run)
    machine->run->steps.n = mark.steps;
}

/* ---- memory --------------------------------------------------------------- */

static void
put_byte(struct machine *machine, size_t at, uint16_t content)
{
  INVARIANT(at < machine->memory_size && content <= 255);
  uint16_t old = machine->memory[at];
  if (old == content)
    return;
  vec_push(&machine->trail, ((struct change){CHANGE_BYTE, old, at}));
  if (old)
    machine_print_remove(machine, COMPONENT_BYTE, at, old);
  if (content)
    machine_print_add(machine, COMPONENT_BYTE, at, content);
  machine->memory[at] = content;
}

static bool
read_symbolic(struct machine *machine, size_t at, uint64_t *byte)
{
  const struct init *init = &machine->prog->inits.at[*map_find(&machine->init_of_byte, at)];
  uint64_t bits;
  if (!machine_eval(machine, init->value, &bits))
    return false;
  size_t number = at - (machine->origin[init->object] + (size_t)init->offset);
  INVARIANT(number < value_width(machine->prog, init->value) / 8);
  *byte = bits >> (8 * number) & 255;
  return true;
}

static bool
read_byte(struct machine *machine, size_t at, uint64_t *byte)
{
  *byte = machine->memory[at];
  return *byte != BYTE_SYMBOLIC || read_symbolic(machine, at, byte);
}

/* As the thread of this event sees it. */
static bool
read_memory(struct machine *machine, event_id id, size_t at, uint32_t bytes, uint64_t *bits)
{
  const struct event_rule *rule = machine->buffered ? &machine->rules[id] : NULL;
  *bits = 0;
  for (uint32_t i = 0; i < bytes; i++) {
    uint64_t byte;
    if (!(rule && machine_forward(machine, rule->thread, at + i, &byte)) &&
        !read_byte(machine, at + i, &byte))
      return false;
    *bits |= byte << (8 * i);
  }
  return true;
}

void
machine_write(struct machine *machine, size_t at, uint32_t bytes, uint64_t bits)
{
  if (MUTANT(RUN_STORE_LOST) && bytes > 1)
    bytes--;
  for (uint32_t i = 0; i < bytes; i++)
    put_byte(machine, at + i, (uint16_t)(bits >> (8 * i) & 255));
}

static const struct spot *
find_spot(const struct machine *machine, const struct event *event, uint64_t addr)
{
  const struct spot *spots = &machine->spots[event->first_target];
  for (uint32_t i = 0; i < event->n_targets; i++)
    if (spots[i].addr == addr)
      return &spots[i];
  return NULL;
}

/* ---- events --------------------------------------------------------------- */

void
machine_record(struct machine *machine, enum step_kind kind, event_id event, uint64_t addr,
               uint64_t value)
{
  struct step step = {kind, event, machine->context, addr, value};
  if (machine->run)
    vec_push(&machine->run->steps, step);
  if (machine->notice)
    machine->notice(machine->noticer, &step);
}

static void
record(struct machine *machine, event_id event, uint64_t addr, uint64_t value)
{
  machine_record(machine, STEP_WHOLE, event, addr, value);
}

static enum outcome
load(struct machine *machine, event_id id, const struct event *event)
{
  uint64_t addr, bits;
  if (!machine_eval(machine, event->addr, &addr))
    return OUTCOME_DEMANDS;
  const struct spot *spot = find_spot(machine, event, addr);
  if (!spot)
    return OUTCOME_INVALID;
  INVARIANT(spot->byte + event->bytes <= machine->memory_size);
  if (!read_memory(machine, id, spot->byte, event->bytes, &bits))
    return OUTCOME_DEMANDS;
  machine_settle(machine, event->value, bits);
  record(machine, id, addr, bits);
  return OUTCOME_PASSED;
}

static enum outcome
store(struct machine *machine, event_id id, const struct event *event)
{
  uint64_t addr, bits;
  if (!machine_eval(machine, event->addr, &addr))
    return OUTCOME_DEMANDS;
  const struct spot *spot = find_spot(machine, event, addr);
  if (!spot)
    return OUTCOME_INVALID;
  INVARIANT(spot->byte + event->bytes <= machine->memory_size);
  if (!machine_eval(machine, event->value, &bits))
    return OUTCOME_DEMANDS;
  if (machine->rules) {
    struct entry entry = {
      .event = id, .bytes = event->bytes, .byte = spot->byte, .addr = addr, .bits = bits};
    return machine_issue(machine, entry) ? OUTCOME_PASSED : OUTCOME_WAITS;
  }
  machine_write(machine, spot->byte, event->bytes, bits);
  record(machine, id, addr, bits);
  return OUTCOME_PASSED;
}

static enum outcome
create(struct machine *machine, event_id id, thread_id child)
{
  INVARIANT(child && child < machine->prog->threads.n);
  INVARIANT(machine->created[child] || !machine->position[child]);
  if (!machine->created[child]) {
    machine->created[child] = true;
    machine_print_add(machine, COMPONENT_CREATED, child, 0);
    vec_push(&machine->trail, ((struct change){.kind = CHANGE_CREATED, .at = child}));
  }
  record(machine, id, 0, child);
  return OUTCOME_PASSED;
}

static enum outcome
join(struct machine *machine, event_id id, thread_id child)
{
  uint32_t last = MUTANT(RUN_JOIN_EARLY) ? 0 : labels_count(machine->labels, child);
  if (!machine->created[child] || machine->position[child] < last)
    return OUTCOME_WAITS;
  if (machine->buffered && machine->buffers[child].n)
    return OUTCOME_WAITS;
  record(machine, id, 0, child);
  return OUTCOME_PASSED;
}

/* BLOCK, ASSUME, ASSERT */
static enum outcome
condition(struct machine *machine, event_id id, const struct event *event, enum outcome otherwise)
{
  uint64_t holds;
  if (!machine_eval(machine, event->value, &holds))
    return OUTCOME_DEMANDS;
  uint64_t addr = 0;
  if (!holds && machine->run && event->addr != VALUE_FALSE &&
      !machine_eval(machine, event->addr, &addr))
    return OUTCOME_DEMANDS;
  if (holds || otherwise == OUTCOME_VIOLATION)
    record(machine, id, addr, holds);
  return holds ? OUTCOME_PASSED : otherwise;
}

/* Exploration ignores these: they must not demand inputs that nothing else depends on. */
static enum outcome
local(struct machine *machine, event_id id, const struct event *event)
{
  uint64_t bits = 0;
  if (machine->run && !machine_eval(machine, event->value, &bits))
    return OUTCOME_DEMANDS;
  record(machine, id, machine->spots[event->first_target].addr, bits);
  return OUTCOME_PASSED;
}

/* As local: an instruction begins, or has ended. */
static enum outcome
point(struct machine *machine, event_id id, const struct event *event)
{
  uint64_t addr = 0, bits = 0;
  if (machine->run && event->kind == EVENT_POINT && event->addr != VALUE_FALSE &&
      !machine_eval(machine, event->addr, &addr))
    return OUTCOME_DEMANDS;
  if (machine->run && event->bytes && event->value != VALUE_FALSE &&
      !machine_eval(machine, event->value, &bits))
    return OUTCOME_DEMANDS;
  record(machine, id, addr, bits);
  return OUTCOME_PASSED;
}

enum outcome
machine_happen(struct machine *machine, event_id id)
{
  const struct event *event = &machine->prog->events.at[id];
  uint64_t guard;
  if (!machine_eval(machine, event->guard, &guard))
    return OUTCOME_DEMANDS;
  if (!guard) {
    if (event->kind == EVENT_LOAD)
      machine_settle(machine, event->value, 0);
    return OUTCOME_PASSED;
  }
  if (machine->buffered && !machine_meet_buffer(machine, id))
    return OUTCOME_WAITS;
  switch (event->kind) {
  case EVENT_LOAD:
    return load(machine, id, event);
  case EVENT_STORE:
    return store(machine, id, event);
  case EVENT_CREATE:
    return create(machine, id, event->child);
  case EVENT_JOIN:
    return join(machine, id, event->child);
  case EVENT_BLOCK:
    if (MUTANT(RUN_BLOCK_IGNORED))
      return OUTCOME_PASSED; /* fall through */
  case EVENT_ASSUME:
    return condition(machine, id, event, OUTCOME_WAITS);
  case EVENT_ASSERT:
    return condition(machine, id, event, OUTCOME_VIOLATION);
  case EVENT_CUT:
    return OUTCOME_CUT;
  case EVENT_LOCAL:
    return local(machine, id, event);
  case EVENT_POINT:
  case EVENT_PAST:
    return point(machine, id, event);
  case EVENT_MARK:
  case EVENT_FENCE:
    record(machine, id, 0, 0);
    return OUTCOME_PASSED;
  }
  INVARIANT(false);
  return OUTCOME_INVALID;
}

/* ---- labels --------------------------------------------------------------- */

bool
machine_can_try(const struct machine *machine, thread_id thread)
{
  return machine->created[thread] &&
         machine->position[thread] < labels_count(machine->labels, thread);
}

static void
bury(struct machine *machine, size_t label)
{
  for (size_t i = machine->first_dying[label + 1]; i < machine->first_dying[label]; i++) {
    value_id leaf = machine->dying.at[i];
    INVARIANT(machine->users[leaf] > 0);
    if (machine->users[leaf] == 1)
      machine_print_leaf(machine, leaf, false);
    machine->users[leaf]--;
  }
}

static void
advance(struct machine *machine, thread_id thread)
{
  uint32_t label = machine->position[thread];
  vec_push(&machine->trail, ((struct change){CHANGE_POSITION, label, thread}));
  if (label)
    machine_print_remove(machine, COMPONENT_POSITION, thread, label);
  machine_print_add(machine, COMPONENT_POSITION, thread, label + 1);
  machine->position[thread] = label + 1;
  bury(machine, label_index(machine, thread, label));
}

enum outcome
machine_pass(struct machine *machine, thread_id thread, event_id *at)
{
  INVARIANT(machine->created[thread]);
  const struct label *label = labels_get(machine->labels, thread, machine->position[thread]);
  struct mark before = machine_mark(machine);
  for (event_id event = label->first; event < label->end; event++) {
    enum outcome outcome = machine_happen(machine, event);
    if (outcome == OUTCOME_PASSED)
      continue;
    *at = event;
    if (outcome != OUTCOME_VIOLATION && !(outcome == OUTCOME_WAITS && MUTANT(RUN_NOT_TAKEN_BACK)))
      machine_undo(machine, before);
    return outcome;
  }
  advance(machine, thread);
  return OUTCOME_PASSED;
}

/* ---- beginning and end ---------------------------------------------------- */

struct extent {
  uint64_t low, high; /* bytes low..high-1 of an object are accessed */
};

static struct extent *
find_extents(const struct prog *prog)
{
  struct extent *extents = mem_alloc(prog->objects.n * sizeof *extents);
  for (size_t i = 0; i < prog->events.n; i++) {
    const struct event *event = &prog->events.at[i];
    if (event->kind != EVENT_LOAD && event->kind != EVENT_STORE)
      continue;
    for (uint32_t t = 0; t < event->n_targets; t++) {
      const struct target *target = &prog->targets.at[event->first_target + t];
      struct extent *extent = &extents[target->object];
      if (!extent->high || target->offset < extent->low)
        extent->low = target->offset;
      if (target->offset + event->bytes > extent->high)
        extent->high = target->offset + event->bytes;
    }
  }
  return extents;
}

static void
lay_out_memory(struct machine *machine)
{
  const struct prog *prog = machine->prog;
  struct extent *extents = find_extents(prog);
  size_t size = 0;
  machine->origin = mem_alloc(prog->objects.n * sizeof *machine->origin);
  for (size_t i = 0; i < prog->objects.n; i++) {
    machine->origin[i] = size - (size_t)extents[i].low;
    size += (size_t)(extents[i].high - extents[i].low);
  }
  machine->memory = mem_alloc(size * sizeof *machine->memory);
  machine->memory_size = size;
  machine->spots = mem_alloc(prog->targets.n * sizeof *machine->spots);
  for (size_t i = 0; i < prog->targets.n; i++) {
    const struct target *target = &prog->targets.at[i];
    uint64_t addr = prog->objects.at[target->object].base + target->offset;
    machine->spots[i] = (struct spot){addr & bits_mask(prog->pointer_bits),
                                      machine->origin[target->object] + (size_t)target->offset};
  }
  for (uint32_t i = 0; i < prog->inits.n; i++) {
    const struct init *init = &prog->inits.at[i];
    const struct extent *extent = &extents[init->object];
    for (uint64_t b = 0; b < value_width(prog, init->value) / 8; b++)
      if (init->offset + b >= extent->low && init->offset + b < extent->high)
        *map_at(&machine->init_of_byte, machine->origin[init->object] + init->offset + b) = i;
  }
  INVARIANT(machine->init_of_byte.n <= size);
  vec_drop(extents);
}

static void
know_leaves(struct machine *machine)
{
  const struct prog *prog = machine->prog;
  for (size_t i = 0; i < prog->inputs.n; i++)
    machine->node_of_input[i] = NO_NODE;
  for (value_id i = 0; i < prog->values.n; i++) {
    const struct value *node = &prog->values.at[i];
    if (node->op == OP_CONST) {
      machine->known[i] = KNOWN;
      machine->bits[i] = node->imm;
    } else if (node->op == OP_INPUT) {
      machine->node_of_input[node->imm] = i;
    }
  }
}

void
machine_init(struct machine *machine, const struct prog *prog, const struct labels *labels)
{
  INVARIANT(labels->first_of_thread.n == prog->threads.n + 1);
  *machine = (struct machine){.prog = prog, .labels = labels};
  machine->known = mem_alloc(prog->values.n * sizeof *machine->known);
  machine->bits = mem_alloc(prog->values.n * sizeof *machine->bits);
  machine->users = mem_alloc(prog->values.n * sizeof *machine->users);
  machine->node_of_input = mem_alloc(prog->inputs.n * sizeof *machine->node_of_input);
  machine->position = mem_alloc(prog->threads.n * sizeof *machine->position);
  machine->created = mem_alloc(prog->threads.n * sizeof *machine->created);
  machine->first_dying = mem_alloc((labels->all.n + 1) * sizeof *machine->first_dying);
  know_leaves(machine);
  lay_out_memory(machine);
  machine_find_last_uses(machine);
  machine_find_rules(machine);
}

void
machine_start(struct machine *machine)
{
  for (size_t i = 0; i < machine->init_of_byte.cap; i++) {
    const struct map_slot *slot = &machine->init_of_byte.slots[i];
    uint64_t byte;
    if (slot->used)
      machine->memory[slot->key] =
        read_symbolic(machine, (size_t)slot->key, &byte) ? (uint16_t)byte : BYTE_SYMBOLIC;
  }
  machine->created[0] = true;
}

void
machine_free(struct machine *machine)
{
  vec_drop(machine->known);
  vec_drop(machine->bits);
  vec_drop(machine->users);
  vec_drop(machine->node_of_input);
  vec_drop(machine->position);
  vec_drop(machine->created);
  vec_drop(machine->first_dying);
  vec_drop(machine->memory);
  vec_drop(machine->spots);
  vec_drop(machine->origin);
  machine_free_buffers(machine);
  map_free(&machine->init_of_byte);
  vec_free(&machine->stack);
  vec_free(&machine->passing);
  vec_free(&machine->dying);
  vec_free(&machine->trail);
}

void
machine_choose(struct machine *machine, uint32_t input, uint64_t bits)
{
  INVARIANT(input < machine->prog->inputs.n);
  if (machine->node_of_input[input] != NO_NODE)
    machine_settle(machine, machine->node_of_input[input], bits);
}
