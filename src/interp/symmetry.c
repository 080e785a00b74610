/* A fingerprint that does not tell equal threads apart.
 *
 * alike.c says which threads have equal code, and naming.c where memory and loads hold their names.
 * What belongs to one thread is taken out of the fingerprint of the state: its position, what it
 * has loaded, the bytes that only it uses, its buffer, and the places that hold its name. It gets a
 * sum of its own, in terms of the first thread that is like it. These sums are scrambled and added
 * up: so it does not matter which thread has which.
 *
 * States with the same fingerprint must have the same future, up to who is who. So only threads are
 * exchanged that the creator treats alike from now on. Both have been created. And either
 * neither will be joined any more, or both will be in one *block* of labels, which wait for threads
 * and do nothing else before the last of them is reached. A block waits for all its threads, in whatever order.
 *
 * Within a block, where the creator stands depends on which threads have ended. If it cannot go on,
 * it counts as standing at the beginning of the block. If it can, its position counts as it is: the
 * state in which it has gone on must not be taken for the same one.
 *
 * Whether there is a deadlock may depend on the order of a block, if somebody waits for the creator:
 * it may be the creator's turn to join a thread that waits for it, or one that is cut. If deadlocks
 * are looked for, nobody in the block is exchanged unless the creator neither holds a lock nor takes
 * one before the end of the block.
 *
 * All else counts as it is. The states that the search moves through are real ones, and so is the
 * way to each of them. */
#include "interp/symmetry.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

/* ---- blocks of joins ---- */

static size_t
index_of(const struct machine *machine, thread_id thread, uint32_t label)
{
  return machine->labels->first_of_thread.at[thread] + label;
}

/* The join that a label begins with, without a condition; or NULL. */
static const struct event *
join_of(const struct machine *machine, thread_id thread, uint32_t l)
{
  const struct label *label = labels_get(machine->labels, thread, l);
  for (event_id e = label->first; e < label->end; e++) {
    const struct event *event = &machine->prog->events.at[e];
    if (!alike_is_idle(event))
      return event->kind == EVENT_JOIN && event->guard == VALUE_TRUE && !event->section ? event
                                                                                        : NULL;
  }
  return NULL;
}

static thread_id
joined_at(const struct symmetry *symmetry, thread_id thread, uint32_t label)
{
  return symmetry->joins[index_of(symmetry->machine, thread, label)];
}

/* Does the label nothing but wait? */
static bool
only_joins(const struct machine *machine, thread_id thread, uint32_t l)
{
  const struct label *label = labels_get(machine->labels, thread, l);
  unsigned events = 0;
  for (event_id e = label->first; e < label->end; e++)
    events += !alike_is_idle(&machine->prog->events.at[e]);
  return join_of(machine, thread, l) && (events == 1 || MUTANT(BLOCK_DOES_MORE));
}

static void
find_blocks(struct symmetry *symmetry, thread_id thread)
{
  const struct machine *machine = symmetry->machine;
  uint32_t first = 0, n = labels_count(machine->labels, thread);
  for (uint32_t l = 0; l < n; l++) {
    const struct event *join = join_of(machine, thread, l);
    symmetry->joins[index_of(machine, thread, l)] = join ? join->child : NOBODY;
    if (!join)
      continue;
    if (!l || !only_joins(machine, thread, l - 1))
      first = l;
    for (uint32_t k = first; k <= l; k++)
      symmetry->blocks[index_of(machine, thread, k)] = (struct block){first, l};
  }
}

static void
note_join(struct symmetry *symmetry, thread_id by, event_id id)
{
  const struct machine *machine = symmetry->machine;
  const struct event *event = &machine->prog->events.at[id];
  struct joining *joining = &symmetry->joinings[event->child];
  uint32_t label = machine->labels->of_event.at[id];
  joining->strange |= !joining->never || join_of(machine, by, label) != event;
  joining->never = false;
  joining->label = label;
}

static bool
may_claim(const struct symmetry *symmetry, const struct event *event)
{
  const struct machine *machine = symmetry->machine;
  uint64_t number;
  if (event->kind != EVENT_STORE ||
      (value_is_const(machine->prog, event->value, &number) && !number))
    return false;
  for (uint32_t i = 0; i < event->n_targets; i++)
    if (naming_is_at(&symmetry->naming, machine->spots[event->first_target + i].byte))
      return true;
  return false;
}

static void
find_joins(struct symmetry *symmetry)
{
  const struct machine *machine = symmetry->machine;
  const struct prog *prog = machine->prog;
  for (thread_id t = 0; t < prog->threads.n; t++)
    symmetry->joinings[t] = (struct joining){.by = NOBODY, .never = true};
  for (thread_id t = 0; t < prog->threads.n; t++) {
    find_blocks(symmetry, t);
    for (event_id e = prog->threads.at[t].first; e < prog->threads.at[t].end; e++) {
      const struct event *event = &prog->events.at[e];
      size_t label = index_of(machine, t, machine->labels->of_event.at[e]);
      symmetry->claims[label + 1] += may_claim(symmetry, event);
      if (event->kind == EVENT_CREATE && !alike_is_idle(event))
        symmetry->joinings[event->child].by = t;
      if (event->kind == EVENT_JOIN && !alike_is_idle(event))
        note_join(symmetry, t, e);
    }
  }
  for (size_t l = 0; l < machine->labels->all.n; l++)
    symmetry->claims[l + 1] += symmetry->claims[l];
}

/* ---- what belongs to a thread ---- */

/* What counts of a thread is a matter of its position: see live.c, which lists the leaves that a
 * label is the last to use. */
static void
find_leaves(struct symmetry *symmetry, thread_id thread)
{
  const struct machine *machine = symmetry->machine;
  const struct prog *prog = machine->prog;
  const struct alike *alike = &symmetry->alike;
  uint32_t *last = mem_alloc(prog->values.n * sizeof *last); /* label that uses it, plus 1 */
  VEC(value_id) own = {0};
  for (uint32_t l = 0; l < labels_count(machine->labels, thread); l++) {
    size_t label = index_of(machine, thread, l);
    for (size_t i = machine->first_dying[label + 1]; i < machine->first_dying[label]; i++)
      last[machine->dying.at[i]] = l + 1;
  }
  for (value_id v = 0; v < prog->values.n; v++)
    if (alike->leaf_user[v] == thread &&
        (prog->values.at[v].op == OP_LOADED || prog->values.at[v].op == OP_INPUT))
      vec_push(&own, v);
  for (uint32_t l = 0; l <= labels_count(machine->labels, thread); l++) {
    symmetry->first_leaf[index_of(machine, thread, l) + thread] = symmetry->leaves.n;
    for (size_t i = 0; i < own.n; i++) {
      const struct value *node = &prog->values.at[own.at[i]];
      bool loaded = node->op == OP_LOADED;
      if (!loaded || (machine->labels->of_event.at[node->imm] < l && last[own.at[i]] > l))
        vec_push(&symmetry->leaves, own.at[i]);
    }
  }
  vec_drop(last);
  vec_free(&own);
}

static void
find_own(struct symmetry *symmetry)
{
  const struct machine *machine = symmetry->machine;
  const struct alike *alike = &symmetry->alike;
  const struct prog *prog = machine->prog;
  for (thread_id t = 0; t < prog->threads.n; t++) {
    symmetry->first_byte[t] = symmetry->bytes.n;
    if (!alike_has(alike, t)) {
      for (uint32_t l = 0; l <= labels_count(machine->labels, t); l++)
        symmetry->first_leaf[index_of(machine, t, l) + t] = symmetry->leaves.n;
      continue;
    }
    find_leaves(symmetry, t);
    for (size_t i = 0; i < machine->memory_size; i++)
      if (alike->byte_user[i] == t)
        vec_push(&symmetry->bytes, i);
  }
  symmetry->first_leaf[machine->labels->all.n + prog->threads.n] = symmetry->leaves.n;
  symmetry->first_byte[prog->threads.n] = symmetry->bytes.n;
  for (value_id v = 0; v < prog->values.n; v++)
    if (prog->values.at[v].op == OP_LOADED && symmetry->naming.holds[v] &&
        (symmetry->naming.kept[v] || alike->leaf_user[v] == SEVERAL))
      vec_push(&symmetry->kept, v);
}

/* Those that are like this one, alone, if that can be followed: how many they are. */
static size_t
try_class(struct symmetry *symmetry, thread_id leader)
{
  struct alike *alike = &symmetry->alike;
  size_t threads = symmetry->machine->prog->threads.n, n = 0;
  thread_id *all = mem_alloc(threads * sizeof *all);
  memcpy(all, alike->leader, threads * sizeof *all);
  for (size_t t = 0; t < threads; t++) {
    alike->leader[t] = all[t] == leader ? leader : NOBODY;
    n += all[t] == leader;
  }
  naming_free(&symmetry->naming);
  bool followed = naming_find(&symmetry->naming, alike);
  memcpy(alike->leader, all, threads * sizeof *all);
  vec_drop(all);
  return followed ? n : 0;
}

/* All that are alike, or else the largest class whose names can be followed. */
static void
find_names(struct symmetry *symmetry)
{
  struct alike *alike = &symmetry->alike;
  thread_id best = NOBODY;
  size_t threads = symmetry->machine->prog->threads.n, most = 0;
  if (naming_find(&symmetry->naming, alike))
    return;
  for (thread_id t = 0; t < threads; t++) {
    size_t n = alike->leader[t] == t ? try_class(symmetry, t) : 0;
    if (n > most)
      best = t;
    most = n > most ? n : most;
  }
  for (thread_id t = 0; t < threads; t++)
    if (alike->leader[t] == t && t != best)
      alike_drop(alike, t);
  naming_free(&symmetry->naming);
  naming_find(&symmetry->naming, alike);
}

static bool
has_some(const struct symmetry *symmetry)
{
  bool some = false;
  for (thread_id t = 0; t < symmetry->machine->prog->threads.n; t++)
    some |= alike_has(&symmetry->alike, t);
  return some;
}

static void
allocate(struct symmetry *symmetry)
{
  const struct machine *machine = symmetry->machine;
  size_t threads = machine->prog->threads.n, labels = machine->labels->all.n;
  symmetry->joinings = mem_alloc(threads * sizeof *symmetry->joinings);
  symmetry->blocks = mem_alloc(labels * sizeof *symmetry->blocks);
  symmetry->joins = mem_alloc(labels * sizeof *symmetry->joins);
  symmetry->claims = mem_alloc((labels + 1) * sizeof *symmetry->claims);
  symmetry->first_leaf = mem_alloc((labels + threads + 1) * sizeof *symmetry->first_leaf);
  symmetry->first_byte = mem_alloc((threads + 1) * sizeof *symmetry->first_byte);
  symmetry->own = mem_alloc(threads * sizeof *symmetry->own);
  symmetry->active = mem_alloc(threads * sizeof *symmetry->active);
  symmetry->held = mem_alloc(threads * sizeof *symmetry->held);
  symmetry->beginning = mem_alloc((machine->memory_size + 1) * sizeof *symmetry->beginning);
  memcpy(symmetry->beginning, machine->memory, machine->memory_size * sizeof *machine->memory);
}

void
symmetry_find(struct symmetry *symmetry, const struct machine *machine)
{
  *symmetry = (struct symmetry){.machine = machine};
  alike_find(&symmetry->alike, machine);
  if (has_some(symmetry))
    find_names(symmetry);
  symmetry->some = has_some(symmetry);
  if (!symmetry->some)
    return;
  allocate(symmetry);
  find_joins(symmetry);
  find_own(symmetry);
  for (thread_id t = 0; t < machine->prog->threads.n; t++) {
    const struct joining *joining = &symmetry->joinings[t];
    symmetry->joined_creator |= alike_has(&symmetry->alike, t) && joining->by != NOBODY &&
                                !symmetry->joinings[joining->by].never;
  }
}

void
symmetry_free(struct symmetry *symmetry)
{
  alike_free(&symmetry->alike);
  naming_free(&symmetry->naming);
  vec_drop(symmetry->joinings);
  vec_drop(symmetry->blocks);
  vec_drop(symmetry->joins);
  vec_drop(symmetry->claims);
  vec_drop(symmetry->first_leaf);
  vec_drop(symmetry->first_byte);
  vec_drop(symmetry->own);
  vec_drop(symmetry->active);
  vec_drop(symmetry->held);
  vec_free(&symmetry->names);
  vec_drop(symmetry->beginning);
  vec_free(&symmetry->leaves);
  vec_free(&symmetry->bytes);
  vec_free(&symmetry->kept);
}

/* ---- who may be exchanged now ---- */

static uint64_t
number_at(const struct machine *machine, const struct name_place *place)
{
  uint64_t number = 0;
  for (uint32_t i = 0; i < place->bytes; i++)
    number |= (uint64_t)machine->memory[place->byte + i] << (8 * i);
  return number;
}

/* Whose names does memory hold? */
static void
find_names_in_memory(struct symmetry *symmetry)
{
  size_t threads = symmetry->machine->prog->threads.n;
  memset(symmetry->held, 0, threads * sizeof *symmetry->held);
  symmetry->names.n = 0;
  for (size_t i = 0; i < symmetry->naming.places.n; i++) {
    const struct name_place *place = &symmetry->naming.places.at[i];
    uint64_t number = number_at(symmetry->machine, place);
    thread_id owner = number ? naming_owner(&symmetry->naming, number) : NOBODY;
    if (number && number <= threads)
      symmetry->held[number - 1] = true;
    if (owner != NOBODY)
      vec_push(&symmetry->names, ((struct held){place, owner}));
  }
}

/* May somebody come to wait for this thread before it is done with the block? */
static bool
is_waited_for(const struct symmetry *symmetry, thread_id thread, const struct block *block)
{
  const struct machine *machine = symmetry->machine;
  if (!(machine->prog->asks & PROPERTY_DEADLOCK) || MUTANT(BLOCK_HOLDS_LOCKS))
    return false;
  return symmetry->joined_creator || symmetry->held[thread] ||
         (machine->buffered && machine->buffers[thread].n) ||
         symmetry->claims[index_of(machine, thread, machine->position[thread])] !=
           symmetry->claims[index_of(machine, thread, block->last)];
}

static const struct block *
block_of(const struct symmetry *symmetry, const struct joining *joining)
{
  return &symmetry->blocks[index_of(symmetry->machine, joining->by, joining->label)];
}

/* Has its join been passed? */
static bool
is_done(const struct symmetry *symmetry, const struct joining *joining)
{
  return symmetry->machine->position[joining->by] > block_of(symmetry, joining)->last;
}

static bool
is_active(const struct symmetry *symmetry, thread_id thread)
{
  const struct joining *joining = &symmetry->joinings[thread];
  if (!alike_has(&symmetry->alike, thread) || !symmetry->machine->created[thread])
    return false;
  if (MUTANT(JOINS_FORGOTTEN))
    return true;
  if (joining->strange)
    return false;
  return joining->never || is_done(symmetry, joining) ||
         !is_waited_for(symmetry, joining->by, block_of(symmetry, joining));
}

/* Threads of one class with different keys are not exchanged: in which block, of those to come, they
 * are joined. */
static uint64_t
key_of(const struct symmetry *symmetry, thread_id thread)
{
  const struct joining *joining = &symmetry->joinings[thread];
  uint64_t block = 0;
  if (!joining->never && !MUTANT(JOINS_FORGOTTEN) && !is_done(symmetry, joining))
    block = block_of(symmetry, joining)->first + 1;
  return (uint64_t)symmetry->alike.leader[thread] << 32 | block;
}

/* ---- the fingerprint ---- */

static void
add(struct fingerprint *sum, struct fingerprint more)
{
  sum->a += more.a;
  sum->b += more.b;
}

static void
take_away(struct fingerprint *sum, struct fingerprint less)
{
  sum->a -= less.a;
  sum->b -= less.b;
}

/* Moves a part of the state to a thread, in terms of its leader. */
static void
move(struct symmetry *symmetry, thread_id thread, enum component kind, uint64_t which,
     uint64_t content, uint64_t twin)
{
  take_away(&symmetry->print, machine_contribution(kind, which, content));
  add(&symmetry->own[thread], machine_contribution(kind, twin, content));
}

/* How a name looks to a thread: as its own, as that of somebody else who can be exchanged, or as a
 * number. */
enum look { LOOKS_LIKE_NUMBER, LOOKS_OWN, LOOKS_FOREIGN };

static enum look
look_of(const struct symmetry *symmetry, thread_id thread, uint64_t number)
{
  thread_id owner = naming_owner(&symmetry->naming, number);
  if (owner == NOBODY)
    return LOOKS_LIKE_NUMBER;
  return owner == thread ? LOOKS_OWN : LOOKS_FOREIGN;
}

/* A part of the state of a thread in which a name may be. */
static void
move_name(struct symmetry *symmetry, thread_id thread, struct fingerprint exact, uint64_t twin,
          enum look look)
{
  take_away(&symmetry->print, exact);
  add(&symmetry->own[thread], machine_contribution(COMPONENT_NAME, twin, look));
}

static void
move_leaf(struct symmetry *symmetry, thread_id thread, value_id leaf)
{
  const struct machine *machine = symmetry->machine;
  uint64_t bits = machine->bits[leaf];
  value_id twin = symmetry->alike.leaf_twin[leaf];
  if (!machine_leaf_counts(machine, leaf))
    return;
  enum look look =
    symmetry->naming.holds[leaf] ? look_of(symmetry, thread, bits) : LOOKS_LIKE_NUMBER;
  if (look == LOOKS_LIKE_NUMBER)
    move(symmetry, thread, COMPONENT_LEAF, leaf, bits, twin);
  else
    move_name(symmetry, thread, machine_contribution(COMPONENT_LEAF, leaf, bits),
              2 * (uint64_t)twin, look);
}

/* Zeros count for nothing, and a byte counts relative to the beginning. */
static struct fingerprint
byte_print(const struct symmetry *symmetry, size_t at, size_t twin)
{
  struct fingerprint print = {0};
  uint16_t now = symmetry->machine->memory[at], before = symmetry->beginning[at];
  if (now != before && now)
    add(&print, machine_contribution(COMPONENT_BYTE, twin, now));
  if (now != before && before)
    take_away(&print, machine_contribution(COMPONENT_BYTE, twin, before));
  return print;
}

static void
move_byte(struct symmetry *symmetry, thread_id thread, size_t at)
{
  take_away(&symmetry->print, byte_print(symmetry, at, at));
  add(&symmetry->own[thread], byte_print(symmetry, at, symmetry->alike.byte_twin[at]));
}

static uint64_t
event_twin(const struct symmetry *symmetry, thread_id thread, event_id event)
{
  const struct thread *threads = symmetry->machine->prog->threads.at;
  return event - threads[thread].first + threads[symmetry->alike.leader[thread]].first;
}

static void
move_entry(struct symmetry *symmetry, thread_id thread, const struct entry *entry)
{
  struct entry twin = *entry;
  uint64_t event = event_twin(symmetry, thread, entry->event);
  struct fingerprint exact =
    machine_contribution(COMPONENT_ENTRY, entry->event, machine_entry_content(entry));
  if (entry->bytes)
    twin.byte = symmetry->alike.byte_twin[entry->byte];
  if (entry->bytes && naming_is_at(&symmetry->naming, entry->byte) &&
      look_of(symmetry, thread, entry->bits) == LOOKS_OWN) {
    move_name(symmetry, thread, exact, hash_mix(event, twin.byte), LOOKS_OWN);
    return;
  }
  take_away(&symmetry->print, exact);
  if (MUTANT(EQUAL_BUFFERS_IGNORED))
    return;
  add(&symmetry->own[thread],
      machine_contribution(COMPONENT_ENTRY, event, machine_entry_content(&twin)));
}

static void
move_thread(struct symmetry *symmetry, thread_id thread)
{
  const struct machine *machine = symmetry->machine;
  uint32_t position = machine->position[thread];
  if (position)
    move(symmetry, thread, COMPONENT_POSITION, thread, position, symmetry->alike.leader[thread]);
  size_t label = index_of(machine, thread, position) + thread;
  for (size_t i = symmetry->first_leaf[label]; i < symmetry->first_leaf[label + 1]; i++)
    move_leaf(symmetry, thread, symmetry->leaves.at[i]);
  for (size_t i = symmetry->first_byte[thread]; i < symmetry->first_byte[thread + 1]; i++)
    move_byte(symmetry, thread, symmetry->bytes.at[i]);
  for (size_t i = 0; machine->buffered && i < machine->buffers[thread].n; i++)
    move_entry(symmetry, thread, &machine->buffers[thread].at[i]);
}

/* A place that holds a name belongs to the thread of this name. */
static void
move_name_place(struct symmetry *symmetry, const struct held *held)
{
  const struct name_place *place = held->place;
  if (!symmetry->active[held->owner])
    return;
  for (uint32_t i = 0; i < place->bytes; i++)
    take_away(&symmetry->print, byte_print(symmetry, place->byte + i, place->byte + i));
  add(MUTANT(NAMES_IGNORED) ? &symmetry->print : &symmetry->own[held->owner],
      machine_contribution(COMPONENT_NAME, 2 * (uint64_t)place->byte + 1, LOOKS_OWN));
}

/* ---- names that somebody else holds ---- */

static bool
holds_foreign_name(const struct symmetry *symmetry, thread_id thread)
{
  const struct machine *machine = symmetry->machine;
  for (size_t i = 0; i < machine->buffers[thread].n; i++) {
    const struct entry *entry = &machine->buffers[thread].at[i];
    if (entry->bytes && naming_is_at(&symmetry->naming, entry->byte) &&
        look_of(symmetry, thread, entry->bits) == LOOKS_FOREIGN)
      return true;
  }
  return false;
}

/* Does a thread know the name of another one, and may do more with it than see that it is neither its
 * own nor a certain number? */
static bool
is_entangled(const struct symmetry *symmetry)
{
  const struct machine *machine = symmetry->machine;
  bool tangled = false;
  for (size_t i = 0; !tangled && i < symmetry->kept.n; i++) {
    value_id leaf = symmetry->kept.at[i];
    thread_id thread = prog_thread_of(machine->prog, (event_id)machine->prog->values.at[leaf].imm);
    tangled = machine_leaf_counts(machine, leaf) &&
              look_of(symmetry, thread, machine->bits[leaf]) == LOOKS_FOREIGN;
  }
  for (thread_id t = 0; machine->buffered && !tangled && t < machine->prog->threads.n; t++)
    tangled = holds_foreign_name(symmetry, t);
  return tangled;
}

/* ---- the whole state ---- */

/* Does it wait in a block, for a thread that has not ended? */
static bool
is_stuck(const struct symmetry *symmetry, thread_id thread)
{
  const struct machine *machine = symmetry->machine;
  if (!machine_can_try(machine, thread))
    return false;
  thread_id child = joined_at(symmetry, thread, machine->position[thread]);
  if (child == NOBODY || MUTANT(BLOCK_PASSED_UNSEEN))
    return child != NOBODY;
  return !machine->created[child] || machine_can_try(machine, child) ||
         (machine->buffered && machine->buffers[child].n);
}

/* Who waits in a block stands at its beginning. */
static void
move_back(struct symmetry *symmetry, thread_id thread)
{
  const struct machine *machine = symmetry->machine;
  uint32_t position = machine->position[thread];
  if (!is_stuck(symmetry, thread))
    return;
  const struct block *block = &symmetry->blocks[index_of(machine, thread, position)];
  if (is_waited_for(symmetry, thread, block))
    return;
  if (position)
    take_away(&symmetry->print, machine_contribution(COMPONENT_POSITION, thread, position));
  add(&symmetry->print, machine_contribution(COMPONENT_STUCK, thread, block->first));
}

static struct fingerprint
scramble(struct fingerprint own, uint64_t key)
{
  return (struct fingerprint){
    hash_mix(hash_mix(hash_mix(UINT64_C(0x2c61d1f3a90b8e57), key), own.a), own.b),
    hash_mix(hash_mix(hash_mix(UINT64_C(0x9d02b7c46e5f1a83), key), own.b), own.a)};
}

struct fingerprint
symmetry_print(struct symmetry *symmetry)
{
  const struct machine *machine = symmetry->machine;
  size_t threads = machine->prog->threads.n;
  symmetry->print = machine->print;
  if (!symmetry->some || is_entangled(symmetry))
    return machine->print;
  find_names_in_memory(symmetry);
  for (thread_id t = 0; t < threads; t++) {
    symmetry->active[t] = is_active(symmetry, t);
    symmetry->own[t] = (struct fingerprint){0};
    if (symmetry->active[t])
      move_thread(symmetry, t);
    else if (!alike_has(&symmetry->alike, t) && machine->created[t])
      move_back(symmetry, t);
  }
  for (size_t i = 0; i < symmetry->names.n; i++)
    move_name_place(symmetry, &symmetry->names.at[i]);
  for (thread_id t = 0; t < threads; t++)
    if (symmetry->active[t])
      add(&symmetry->print, scramble(symmetry->own[t], key_of(symmetry, t)));
  return symmetry->print;
}
