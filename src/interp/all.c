/* Every schedule, without rounds: from each state, any thread may pass its next label.
 *
 * A depth-first search over states, each of which is expanded once. A prog has no loops, so every
 * run ends, and the search needs no care about cycles.
 *
 * Most orders of independent steps lead to the same states, and need not all be tried. Let the
 * footprint of a thread be what its next label reads and writes of what others may touch, here and
 * now; and its future, what its labels from here on may read and write, those of threads that it
 * creates included. A set of threads is *closed* if the footprint of none of them meets the future
 * of a thread outside (one of the two writes), and if none of them waits to join a thread outside.
 * Additions are a third kind beside reads and writes (see below): two of them do not meet. A label
 * that takes a lock and gives it back only reads it: it is passed if the lock is free, and leaves it
 * free.
 * As long as only threads outside move, those inside stay enabled, or stuck, as they are, and do
 * the same: so every run from here can be reordered such that a thread inside moves first, or no
 * thread inside ever moves, and then it may as well. It is enough to let the enabled threads of
 * one closed set go on. (These are Godefroid's persistent sets, by threads.) Why nothing is lost:
 *
 * - A violation is a step. Its run has an equivalent one that is tried, with the same steps.
 * - Threads that wait for ever, or stand at a cut, still do so when nobody can go on: every such
 *   end is reached, and deadlocks are looked for there.
 * - A race is two steps that are next at the same time and meet. If the search moves a thread
 *   whose next step is one of them, then the other thread belongs to the same closed set, since the
 *   step lies in its future; so it is also tried to move that one first, up to the state in which
 *   both are next. So races are looked for in every state.
 *
 * Inputs are enumerated once a label depends on one. Store buffers are not known here: this is for
 * sequentially consistent memory.
 *
 * Two states are taken for one if 128 bits of a hash agree. */
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "interp/interp.h"
#include "interp/machine.h"
#include "memmodel/memmodel.h"

/* ---- states that were seen ---- */

struct seen {
  struct fingerprint *slots; /* all zero: empty */
  size_t n, cap;
};

static struct fingerprint *
seen_slot(const struct seen *seen, struct fingerprint print)
{
  size_t i = (size_t)print.a & (seen->cap - 1);
  while ((seen->slots[i].a || seen->slots[i].b) &&
         (seen->slots[i].a != print.a || seen->slots[i].b != print.b))
    i = (i + 1) & (seen->cap - 1);
  return &seen->slots[i];
}

static void
seen_grow(struct seen *seen)
{
  struct seen old = *seen;
  seen->cap = old.cap ? 2 * old.cap : 1024;
  seen->slots = mem_alloc(seen->cap * sizeof *seen->slots);
  for (size_t i = 0; i < old.cap; i++)
    if (old.slots[i].a || old.slots[i].b)
      *seen_slot(seen, old.slots[i]) = old.slots[i];
  vec_drop(old.slots);
}

/* False if it was there. */
static bool
seen_enter(struct seen *seen, struct fingerprint print)
{
  print.a += !print.a && !print.b;
  if (4 * (seen->n + 1) > 3 * seen->cap)
    seen_grow(seen);
  struct fingerprint *slot = seen_slot(seen, print);
  if (slot->a || slot->b)
    return false;
  *slot = print;
  seen->n++;
  INVARIANT(seen->n < seen->cap);
  return true;
}

/* ---- pieces of memory ---- */

/* Bytes that some visible access touches together are one piece. Sets of pieces are bits. */
struct pieces {
  uint32_t *of_byte; /* plus 1; 0: no visible access */
  uint32_t *size;    /* of each piece, in bytes */
  uint32_t n;
  size_t words; /* of a set */
};

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

static bool
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

/* What is read, what is written, what is added to: three sets, one after the other. */
enum touch_kind { READS, WRITES, ADDS, TOUCH_KINDS };

static void
add_piece(const struct pieces *pieces, uint64_t *sets, size_t byte, enum touch_kind kind)
{
  uint32_t piece = pieces->of_byte[byte] - 1;
  INVARIANT(piece < pieces->n); /* only visible accesses come here */
  sets[kind * pieces->words + piece / 64] |= UINT64_C(1) << piece % 64;
}

static bool
meet(const struct pieces *pieces, const uint64_t *a, const uint64_t *b)
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

static size_t
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
 * looked for, it counts as a read and a write.) */

struct additions {
  bool *is;      /* of each event: a load or store of an addition */
  uint32_t *use; /* of each value: how many values and events use it */
};

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
  return from->kind == EVENT_LOAD && from->guard == to->guard && from->addr == to->addr &&
         from->bytes == to->bytes && summand(additions, prog, to->value) == from->value &&
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

struct futures {
  uint64_t *sets; /* by label, and one empty behind the last label of each thread */
  bool *known;    /* of each thread */
  struct pieces pieces;
  struct additions additions;
};

static enum touch_kind
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

static uint64_t *
future_at(const struct futures *futures, const struct labels *labels, thread_id thread,
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
    add_piece(&futures->pieces, sets, machine->spots[event->first_target + i].byte,
              touch_of(futures, machine, id));
  if (event->kind != EVENT_CREATE || MUTANT(FUTURE_WITHOUT_CHILDREN))
    return;
  find_future(futures, machine, event->child);
  const uint64_t *child = future_at(futures, machine->labels, event->child, 0);
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
    uint64_t *sets = future_at(futures, machine->labels, thread, l);
    memcpy(sets, sets + sets_size(&futures->pieces), sets_size(&futures->pieces) * sizeof *sets);
    const struct label *label = labels_get(machine->labels, thread, l);
    for (event_id e = label->first; e < label->end; e++)
      add_event(futures, machine, e, sets);
  }
}

/* More than this, and nothing is left out. */
enum { MOST_WORDS = 1 << 25 };

static bool
find_futures(struct futures *futures, const struct machine *machine)
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

/* ---- the search ---- */

/* How a thread stands in the present state. */
struct standing {
  bool there; /* it exists, and has not ended */
  bool can_go;
  thread_id joins; /* the thread that it waits for, or NOBODY */
};

/* A state, and what remains to be tried in it; or an input, whose values remain to be tried. */
struct point {
  struct mark mark;
  uint32_t first, next, end; /* in search.moves: what is tried */
  bool chooses;
  uint32_t input;
  uint64_t value;
};

struct all {
  struct machine machine;
  struct explore_limits watcher; /* it sees the footprints */
  const struct all_limits *limits;
  struct exploration *result;
  struct seen seen;
  struct futures futures;
  bool reduces;
  VEC(struct point) points;
  VEC(thread_id) moves; /* the threads that are let go on */
  struct standing *standings;
  uint64_t *footprints; /* of each thread: its sets */
  uint64_t *footprint;  /* of the one that is being tried, or NULL */
  bool *in, *best;      /* closed sets */
  bool finished;
};

static void
finish(struct all *all, enum explore_verdict verdict)
{
  all->result->verdict = verdict;
  all->finished = true;
}

static void
see(void *argument, event_id id, uint64_t addr, uint64_t value)
{
  struct all *all = argument;
  const struct machine *machine = &all->machine;
  const struct event *event = &machine->prog->events.at[id];
  if (all->limits->watch)
    all->limits->watch(all->limits->argument, id, addr, value);
  if (!all->footprint || !is_visible_access(machine, id))
    return;
  const struct spot *spots = &machine->spots[event->first_target];
  for (uint32_t i = 0; i < event->n_targets; i++)
    if (spots[i].addr == addr)
      add_piece(&all->futures.pieces, all->footprint, spots[i].byte,
                touch_of(&all->futures, machine, id));
}

/* ---- the witness ---- */

static void
add_context(struct schedule *schedule, thread_id thread, uint32_t labels)
{
  if (!schedule->contexts.n || vec_last(&schedule->contexts).thread != thread)
    vec_push(&schedule->contexts, ((struct context){thread, labels}));
  vec_last(&schedule->contexts).labels = labels;
}

/* The moves that led here are those before `next` of each point; `last`, if not NOBODY, fails. */
static void
found(struct all *all, thread_id last)
{
  const struct machine *machine = &all->machine;
  struct schedule *schedule = &all->result->witness;
  uint32_t *passed = mem_alloc(machine->prog->threads.n * sizeof *passed);
  for (size_t i = 0; i < all->points.n; i++) {
    const struct point *point = &all->points.at[i];
    if (point->chooses || i + 1 == all->points.n)
      continue;
    thread_id thread = all->moves.at[point->next - 1];
    add_context(schedule, thread, ++passed[thread]);
  }
  if (last != NOBODY)
    add_context(schedule, last, ++passed[last]);
  for (size_t i = 0; i < machine->prog->inputs.n; i++) {
    value_id node = machine->node_of_input[i];
    bool chosen = node != NO_NODE && machine->known[node] == KNOWN;
    vec_push(&schedule->inputs, chosen ? machine->bits[node] : 0);
  }
  vec_drop(passed);
  finish(all, EXPLORE_BUG);
}

/* ---- closed sets ---- */

static uint64_t *
footprint_of(const struct all *all, thread_id thread)
{
  return &all->footprints[thread * sets_size(&all->futures.pieces)];
}

/* A thread that waits for one that does not exist yet waits for whoever creates that. */
static bool
belongs(const struct all *all, thread_id inside, thread_id other)
{
  const struct machine *machine = &all->machine;
  thread_id joins = all->standings[inside].joins;
  return joins == other || (joins != NOBODY && !machine->created[joins]) ||
         (meet(&all->futures.pieces, footprint_of(all, inside),
               future_at(&all->futures, machine->labels, other, machine->position[other])) &&
          !MUTANT(STEPS_ALONE));
}

/* The smallest closed set with this thread, into `in`: how many of it can go on. */
static unsigned
close_set(struct all *all, thread_id first)
{
  size_t n = all->machine.prog->threads.n;
  unsigned can_go = 0;
  memset(all->in, 0, n * sizeof *all->in);
  all->in[first] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (thread_id t = 0; t < n; t++)
      for (thread_id u = 0; all->in[t] && u < n; u++)
        if (!all->in[u] && all->standings[u].there && belongs(all, t, u))
          changed = all->in[u] = true;
  }
  for (thread_id t = 0; t < n; t++)
    can_go += all->in[t] && all->standings[t].can_go;
  INVARIANT(can_go); /* the first one can */
  return can_go;
}

/* Which threads are let go on, into `best`. */
static void
choose_threads(struct all *all)
{
  size_t n = all->machine.prog->threads.n;
  unsigned least = UINT32_MAX;
  for (thread_id t = 0; t < n && least > 1; t++) {
    unsigned can_go = all->standings[t].can_go ? close_set(all, t) : UINT32_MAX;
    if (can_go >= least)
      continue;
    least = can_go;
    memcpy(all->best, all->in, n * sizeof *all->best);
  }
}

/* ---- states ---- */

static void
choose_input(struct all *all)
{
  uint32_t input = all->machine.demanded;
  struct point point = {.mark = machine_mark(&all->machine), .chooses = true, .input = input};
  if (all->machine.prog->inputs.at[input].width > all->limits->max_input_bits)
    finish(all, EXPLORE_GAVE_UP);
  else
    vec_push(&all->points, point);
}

/* Tries the next label of a thread, and takes it back. False if the state needs no further look. */
static bool
look_at(struct all *all, thread_id thread)
{
  struct machine *machine = &all->machine;
  struct standing *standing = &all->standings[thread];
  event_id at;
  *standing = (struct standing){.there = machine_can_try(machine, thread), .joins = NOBODY};
  if (!standing->there)
    return true;
  struct mark before = machine_mark(machine);
  all->footprint = all->reduces ? footprint_of(all, thread) : NULL;
  if (all->footprint)
    memset(all->footprint, 0, sets_size(&all->futures.pieces) * sizeof *all->footprint);
  enum outcome outcome = machine_pass(machine, thread, &at);
  all->footprint = NULL;
  switch (outcome) {
  case OUTCOME_PASSED:
    standing->can_go = true;
    break;
  case OUTCOME_VIOLATION:
    vec_push(&all->points, ((struct point){.mark = before}));
    found(all, thread);
    return false;
  case OUTCOME_DEMANDS:
    choose_input(all);
    return false;
  case OUTCOME_CUT:
    all->result->cut = true;
    all->result->hit.at[machine->prog->events.at[at].loop] = true;
    break;
  case OUTCOME_INVALID:
    finish(all, EXPLORE_GAVE_UP);
    return false; /* no verdict would be honest */
  case OUTCOME_WAITS:
    if (machine->prog->events.at[at].kind == EVENT_JOIN)
      standing->joins = machine->prog->events.at[at].child;
    break;
  }
  machine_undo(machine, before);
  return true;
}

/* Is the state itself a bug? False also if an input must be chosen first. */
static bool
is_bug(struct all *all, bool halted)
{
  const struct prog *prog = all->machine.prog;
  if (!(prog->asks & PROPERTY_RACE) && !(prog->asks & PROPERTY_DEADLOCK && halted))
    return false;
  enum halt halt = machine_halt(&all->machine, NULL);
  if (halt == HALT_DEMANDS)
    choose_input(all);
  return halt == HALT_DEADLOCK || halt == HALT_RACE;
}

static void
list_moves(struct all *all, struct point *point)
{
  point->first = point->next = (uint32_t)all->moves.n;
  for (thread_id t = 0; t < all->machine.prog->threads.n; t++)
    if (all->standings[t].can_go && (!all->reduces || all->best[t]))
      vec_push(&all->moves, t);
  point->end = (uint32_t)all->moves.n;
  INVARIANT(point->end > point->first);
}

/* A state that is new, or the same once more, with an input chosen. */
static void
expand(struct all *all)
{
  struct machine *machine = &all->machine;
  struct point point = {.mark = machine_mark(machine)};
  bool halted = true;
  for (thread_id t = 0; t < machine->prog->threads.n; t++) {
    if (!look_at(all, t))
      return;
    halted &= !all->standings[t].can_go;
  }
  size_t points = all->points.n;
  if (is_bug(all, halted)) {
    vec_push(&all->points, point);
    found(all, NOBODY);
  }
  if (all->finished || all->points.n > points || halted)
    return;
  if (all->reduces)
    choose_threads(all);
  list_moves(all, &point);
  vec_push(&all->points, point);
}

static void
reach(struct all *all)
{
  const struct all_limits *limits = all->limits;
  if (!seen_enter(&all->seen, all->machine.print))
    return;
  if (limits->states)
    *limits->states = all->seen.n;
  if (all->seen.n > limits->max_states)
    finish(all, EXPLORE_GAVE_UP);
  else
    expand(all);
}

static void
take(struct all *all, thread_id thread)
{
  event_id at;
  enum outcome outcome = machine_pass(&all->machine, thread, &at);
  INVARIANT(outcome == OUTCOME_PASSED); /* it was tried before */
  reach(all);
}

enum { POLL_STEPS = 4096 };

static bool
is_exhausted(const struct all *all, const struct point *point)
{
  if (point->chooses)
    return point->value > bits_mask(all->machine.prog->inputs.at[point->input].width);
  return point->next == point->end;
}

static void
search(struct all *all)
{
  const struct all_limits *limits = all->limits;
  reach(all);
  for (uint64_t steps = 1; all->points.n && !all->finished; steps++) {
    struct point *point = &vec_last(&all->points);
    if (steps % POLL_STEPS == 0 && limits->stop && limits->stop(limits->argument))
      finish(all, EXPLORE_GAVE_UP);
    machine_undo(&all->machine, point->mark);
    if (is_exhausted(all, point)) {
      if (!point->chooses)
        all->moves.n = point->first;
      all->points.n--;
    } else if (point->chooses) {
      machine_choose(&all->machine, point->input, point->value++);
      expand(all);
    } else {
      take(all, all->moves.at[point->next++]);
    }
  }
}

void
interp_explore_all(struct exploration *result, const struct prog *prog, const struct labels *labels,
                   const struct all_limits *limits)
{
  INVARIANT(!memmodel_stores_late(prog));
  *result = (struct exploration){.verdict = EXPLORE_SAFE};
  vec_resize(&result->hit, prog->loops.n);
  struct all all = {.limits = limits, .result = result};
  size_t threads = prog->threads.n;
  machine_init(&all.machine, prog, labels);
  all.watcher = (struct explore_limits){.watch = see, .argument = &all};
  all.machine.watched = &all.watcher;
  machine_start(&all.machine);
  all.reduces = find_futures(&all.futures, &all.machine) && !limits->unreduced;
  all.standings = mem_alloc(threads * sizeof *all.standings);
  all.footprints =
    mem_alloc((threads * sets_size(&all.futures.pieces) + 1) * sizeof *all.footprints);
  all.in = mem_alloc(threads * sizeof *all.in);
  all.best = mem_alloc(threads * sizeof *all.best);
  search(&all);
  result->states = all.seen.n;
  machine_free(&all.machine);
  vec_drop(all.seen.slots);
  vec_drop(all.futures.sets);
  vec_drop(all.futures.known);
  vec_drop(all.futures.pieces.of_byte);
  vec_drop(all.futures.pieces.size);
  vec_drop(all.futures.additions.is);
  vec_drop(all.futures.additions.use);
  vec_drop(all.standings);
  vec_drop(all.footprints);
  vec_drop(all.in);
  vec_drop(all.best);
  vec_free(&all.points);
  vec_free(&all.moves);
}
