/* What threads may still touch: see future.h.
 *
 * From the last label of each thread to the first, sets of pieces of memory; those of a thread that a
 * label creates are among them. */
#include "interp/future.h"

#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"

/* ---- pieces of memory ---- */

static size_t
memory_size(const struct machine *machine)
{
  size_t size = 0;
  for (size_t e = 0; e < machine->prog->events.n; e++) {
    const struct event *event = &machine->prog->events.at[e];
    for (uint32_t i = 0; i < event->n_targets; i++) {
      size_t end = machine->spots[event->first_target + i].byte + event->bytes;
      if ((event->kind == EVENT_LOAD || event->kind == EVENT_STORE) && end > size)
        size = end;
    }
  }
  return size;
}

static uint32_t
root_of(uint32_t *up, uint32_t byte)
{
  while (up[byte] != byte)
    byte = up[byte] = up[up[byte]];
  return byte;
}

bool
is_visible_access(const struct machine *machine, event_id id)
{
  const struct event *event = &machine->prog->events.at[id];
  return (event->kind == EVENT_LOAD || event->kind == EVENT_STORE) &&
         machine->labels->visible.at[id];
}

static void
find_pieces(struct pieces *pieces, const struct machine *machine)
{
  const struct prog *prog = machine->prog;
  size_t size = memory_size(machine);
  uint32_t *up = mem_alloc((size + 1) * sizeof *up);
  bool *touched = mem_alloc((size + 1) * sizeof *touched);
  for (size_t i = 0; i < size; i++)
    up[i] = (uint32_t)i;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    for (uint32_t i = 0; is_visible_access(machine, e) && i < event->n_targets; i++) {
      size_t byte = machine->spots[event->first_target + i].byte;
      for (uint32_t k = 0; k < event->bytes; k++) {
        up[root_of(up, (uint32_t)(byte + k))] = root_of(up, (uint32_t)byte);
        touched[byte + k] = true;
      }
    }
  }
  pieces->of_byte = mem_alloc((size + 1) * sizeof *pieces->of_byte);
  for (uint32_t i = 0; i < size; i++)
    if (touched[i] && root_of(up, i) == i)
      pieces->of_byte[i] = ++pieces->n;
  for (uint32_t i = 0; i < size; i++)
    if (touched[i])
      pieces->of_byte[i] = pieces->of_byte[root_of(up, i)];
  pieces->size = mem_alloc((pieces->n + 1) * sizeof *pieces->size);
  for (uint32_t i = 0; i < size; i++)
    if (touched[i])
      pieces->size[pieces->of_byte[i] - 1]++;
  pieces->words = (pieces->n + 63) / 64;
  vec_drop(up);
  vec_drop(touched);
}

void
sets_add(const struct pieces *pieces, uint64_t *sets, size_t byte, enum touch_kind kind)
{
  uint32_t piece = pieces->of_byte[byte] - 1;
  INVARIANT(piece < pieces->n); /* only visible accesses come here */
  sets[kind * pieces->words + piece / 64] |= UINT64_C(1) << piece % 64;
}

bool
sets_meet(const struct pieces *pieces, const uint64_t *a, const uint64_t *b)
{
  size_t n = pieces->words;
  for (size_t i = 0; i < n; i++) {
    uint64_t reads = a[i], writes = a[n + i], adds = a[2 * n + i];
    if ((writes & (b[i] | b[n + i] | b[2 * n + i])) | (reads & (b[n + i] | b[2 * n + i])) |
        (adds & (b[i] | b[n + i])))
      return true;
  }
  return false;
}

bool
sets_hold(const struct pieces *pieces, const uint64_t *sets, size_t byte)
{
  uint32_t piece = pieces->of_byte[byte] - 1;
  bool holds = false;
  for (unsigned kind = 0; piece < pieces->n && kind < TOUCH_KINDS; kind++)
    holds |= sets[kind * pieces->words + piece / 64] >> piece % 64 & 1;
  return holds;
}

bool
sets_same(const struct pieces *pieces, size_t a, size_t b)
{
  return pieces->of_byte[a] && pieces->of_byte[a] == pieces->of_byte[b];
}

size_t
sets_size(const struct pieces *pieces)
{
  return TOUCH_KINDS * pieces->words;
}

/* ---- additions ----
 *
 * A label that loads x and stores x + k, and uses what it has loaded for nothing else, adds k to x.
 * Two additions to x have the same effect in either order, and neither can tell which was first. So
 * an addition meets reads and writes of x, but no other addition. That holds if all accesses take x
 * as a whole: one to a part of it would see a carry. (If it is done by a plain access, and races are
 * looked for, it counts as a read and a write. A store that is late is no part of an addition: what
 * others add before it leaves its buffer is lost.) */

/* What nothing depends on does not count as a use. */
static void
count_uses(struct additions *additions, const struct prog *prog)
{
  for (value_id v = 0; v < prog->values.n; v++)
    for (unsigned i = 0; i < value_arity(prog->values.at[v].op); i++)
      additions->use[prog->values.at[v].arg[i]]++;
  for (event_id e = 0; e < prog->events.n; e++) {
    const struct event *event = &prog->events.at[e];
    if (event_is_silent(event->kind))
      continue;
    additions->use[event->guard]++;
    additions->use[event->addr]++;
    additions->use[event->value] += event->kind != EVENT_LOAD;
  }
  for (size_t i = 0; i < prog->inits.n; i++)
    additions->use[prog->inits.at[i].value]++;
}

/* The value loaded that this sum is made of, and of nothing else that depends on it; or NO_NODE. */
static value_id
summand(const struct additions *additions, const struct prog *prog, value_id sum)
{
  const struct value *node = &prog->values.at[sum];
  if ((additions->use[sum] != 1 && !MUTANT(ADDITION_SEEN)) ||
      (node->op != OP_ADD && node->op != OP_SUB))
    return NO_NODE;
  for (unsigned i = 0; i < (node->op == OP_ADD ? 2u : 1u); i++)
    if (prog->values.at[node->arg[i]].op == OP_LOADED &&
        (additions->use[node->arg[i]] == 1 || MUTANT(ADDITION_SEEN)))
      return node->arg[i];
  return NO_NODE;
}

static bool
takes_pieces(const struct pieces *pieces, const struct machine *machine, event_id id)
{
  const struct event *event = &machine->prog->events.at[id];
  bool whole = is_visible_access(machine, id);
  for (uint32_t i = 0; whole && i < event->n_targets; i++) {
    size_t byte = machine->spots[event->first_target + i].byte;
    whole = pieces->size[pieces->of_byte[byte] - 1] == event->bytes || MUTANT(ADDITION_OF_PARTS);
  }
  return whole;
}

static bool
is_addition(const struct additions *additions, const struct machine *machine, event_id load,
            event_id store)
{
  const struct prog *prog = machine->prog;
  const struct event *from = &prog->events.at[load], *to = &prog->events.at[store];
  bool plain = from->order == ORDER_PLAIN || to->order == ORDER_PLAIN;
  bool late = machine->rules && machine->rules[store].late && !MUTANT(ADDITION_LATE);
  return from->kind == EVENT_LOAD && from->guard == to->guard && from->addr == to->addr &&
         from->bytes == to->bytes && summand(additions, prog, to->value) == from->value && !late &&
         !(plain && prog->asks & PROPERTY_RACE);
}

static void
find_additions(struct additions *additions, const struct pieces *pieces,
               const struct machine *machine)
{
  const struct prog *prog = machine->prog;
  additions->is = mem_alloc(prog->events.n * sizeof *additions->is);
  additions->use = mem_alloc(prog->values.n * sizeof *additions->use);
  count_uses(additions, prog);
  for (size_t l = 0; l < machine->labels->all.n; l++) {
    const struct label *label = &machine->labels->all.at[l];
    for (event_id s = label->first; s < label->end; s++)
      for (event_id e = label->first; prog->events.at[s].kind == EVENT_STORE && e < s; e++)
        if (is_addition(additions, machine, e, s) && takes_pieces(pieces, machine, s))
          additions->is[e] = additions->is[s] = true;
  }
}

/* ---- futures ---- */

enum touch_kind
touch_of(const struct futures *futures, const struct machine *machine, event_id id)
{
  if (futures->additions.is[id])
    return ADDS;
  if (machine->labels->restored.at[id] ||
      (MUTANT(LOCKS_RESTORED) && machine->prog->events.at[id].section))
    return READS;
  return machine->prog->events.at[id].kind == EVENT_STORE && !MUTANT(FUTURE_WITHOUT_STORES) ? WRITES
                                                                                            : READS;
}

uint64_t *
futures_at(const struct futures *futures, const struct labels *labels, thread_id thread,
           uint32_t label)
{
  INVARIANT(label <= labels_count(labels, thread));
  size_t index = labels->first_of_thread.at[thread] + thread + label;
  return &futures->sets[index * sets_size(&futures->pieces)];
}

static void find_future(struct futures *futures, const struct machine *machine, thread_id thread);

static void
add_event(struct futures *futures, const struct machine *machine, event_id id, uint64_t *sets)
{
  const struct event *event = &machine->prog->events.at[id];
  for (uint32_t i = 0; is_visible_access(machine, id) && i < event->n_targets; i++)
    sets_add(&futures->pieces, sets, machine->spots[event->first_target + i].byte,
             touch_of(futures, machine, id));
  if (event->kind != EVENT_CREATE || MUTANT(FUTURE_WITHOUT_CHILDREN))
    return;
  find_future(futures, machine, event->child);
  const uint64_t *child = futures_at(futures, machine->labels, event->child, 0);
  for (size_t i = 0; i < sets_size(&futures->pieces); i++)
    sets[i] |= child[i];
}

/* From the last label to the first. */
static void
find_future(struct futures *futures, const struct machine *machine, thread_id thread)
{
  if (futures->known[thread])
    return;
  futures->known[thread] = true; /* nobody creates one of those that led to its own creation */
  for (uint32_t l = labels_count(machine->labels, thread); l-- > 0;) {
    uint64_t *sets = futures_at(futures, machine->labels, thread, l);
    memcpy(sets, sets + sets_size(&futures->pieces), sets_size(&futures->pieces) * sizeof *sets);
    const struct label *label = labels_get(machine->labels, thread, l);
    for (event_id e = label->first; e < label->end; e++)
      add_event(futures, machine, e, sets);
  }
}

/* More than this, and nothing is left out. */
enum { MOST_WORDS = 1 << 25 };

bool
futures_find(struct futures *futures, const struct machine *machine)
{
  size_t threads = machine->prog->threads.n, labels = machine->labels->all.n + threads;
  find_pieces(&futures->pieces, machine);
  if (labels * sets_size(&futures->pieces) > MOST_WORDS)
    return false;
  find_additions(&futures->additions, &futures->pieces, machine);
  futures->sets = mem_alloc((labels * sets_size(&futures->pieces) + 1) * sizeof *futures->sets);
  futures->known = mem_alloc(threads * sizeof *futures->known);
  for (thread_id t = 0; t < threads; t++)
    find_future(futures, machine, t);
  return true;
}

void
futures_free(struct futures *futures)
{
  vec_drop(futures->sets);
  vec_drop(futures->known);
  vec_drop(futures->pieces.of_byte);
  vec_drop(futures->pieces.size);
  vec_drop(futures->additions.is);
  vec_drop(futures->additions.use);
}
