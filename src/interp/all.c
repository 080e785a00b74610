/* Every schedule, without rounds: from each state, any thread may pass its next label.
 *
 * A depth-first search over states, each of which is expanded once. A prog has no loops, so every
 * run ends, and the search needs no care about cycles.
 *
 * Most orders of independent steps lead to the same states, and need not all be tried: only the
 * processes of one closed set are let go on (closed.c). A process is a thread, or a store that waits
 * in a buffer, and leaves it in a step of its own. Why nothing is lost:
 *
 * - A violation is a step. Its run has an equivalent one that is tried, with the same steps.
 * - Threads that wait for ever, or stand at a cut, still do so when nobody can go on: every such
 *   end is reached, and deadlocks are looked for there.
 * - A race is two steps that are next at the same time and meet. If the search moves a thread
 *   whose next step is one of them, then the other thread belongs to the same closed set, since the
 *   step lies in its future; so it is also tried to move that one first, up to the state in which
 *   both are next. So races are looked for in every state. For that, a store that goes into a buffer
 *   counts as a write where it happens, if races are looked for. That stores leave buffers which
 *   are not part of the closed set changes nothing for the two threads.
 *
 * Deadlocks and races are those of explore.c: a deadlock has empty buffers, and so has every state
 * in which nobody can go on, since the first store of a buffer may always leave.
 *
 * Inputs are enumerated once a label depends on one.
 *
 * Two states are taken for one if 128 bits of a hash agree. */
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "interp/closed.h"
#include "interp/interp.h"
#include "interp/symmetry.h"
#include "interp/witness.h"

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

/* ---- the search ---- */

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
  const struct all_limits *limits;
  struct exploration *result;
  struct seen seen;
  struct closed closed;
  struct symmetry symmetry;
  bool reduces, symmetric;
  VEC(struct point) points;
  VEC(struct process) moves; /* the processes that are let go on */
  thread_id trying;          /* whose footprint is being found, or NOBODY */
  bool finished;
};

static void
finish(struct all *all, enum explore_verdict verdict)
{
  all->result->verdict = verdict;
  all->finished = true;
}

/* Does the label need the store out of the buffer that was there before? */
static bool
is_flush(const struct machine *machine, thread_id thread, const struct step *step)
{
  const struct label *label = labels_get(machine->labels, thread, machine->position[thread]);
  return step->kind == STEP_SEEN && step->event < label->first;
}

/* A step of a label that is being tried: what others can see of it belongs to the footprint. */
static void
add_to_footprint(struct all *all, const struct step *step)
{
  const struct machine *machine = &all->machine;
  const struct event *event = &machine->prog->events.at[step->event];
  struct standing *standing = &all->closed.standings[all->trying];
  bool asks_race = machine->prog->asks & PROPERTY_RACE && !MUTANT(RACE_OF_LATE_STORES);
  if (standing->flushes != NO_EVENT)
    return; /* what it does then does not matter yet */
  if (is_flush(machine, all->trying, step))
    standing->flushes = step->event;
  if (standing->flushes != NO_EVENT || !is_visible_access(machine, step->event) ||
      (step->kind == STEP_BUFFERED && !asks_race))
    return;
  const struct spot *spots = &machine->spots[event->first_target];
  for (uint32_t i = 0; i < event->n_targets; i++)
    if (spots[i].addr == step->addr)
      sets_add(&all->closed.futures.pieces, closed_footprint(&all->closed, all->trying),
               spots[i].byte, touch_of(&all->closed.futures, machine, step->event));
}

static void
see(void *argument, const struct step *step)
{
  struct all *all = argument;
  const struct all_limits *limits = all->limits;
  if (limits->watch && step->kind != STEP_SEEN)
    limits->watch(limits->argument, step->event, step->addr, step->value);
  if (all->trying != NOBODY)
    add_to_footprint(all, step);
}

/* The moves that led here are those before `next` of each point; `last`, if not NOBODY, fails. */
static void
found(struct all *all, thread_id last)
{
  struct witness witness;
  struct witness_step step = {.thread = NOBODY};
  witness_begin(&witness, &all->machine, &all->result->witness);
  for (size_t i = 0; i + 1 < all->points.n; i++) {
    const struct point *point = &all->points.at[i];
    if (point->chooses)
      continue;
    struct process move = all->moves.at[point->next - 1];
    step = (struct witness_step){step.turn + (move.thread != step.thread), move.thread,
                                 move.entry == NO_ENTRY};
    witness_add(&witness, step, all->points.at[i + 1].mark.changes);
  }
  if (last != NOBODY)
    witness_add(&witness, (struct witness_step){step.turn + (last != step.thread), last, true},
                all->machine.trail.n);
  witness_end(&witness, last);
  finish(all, EXPLORE_BUG);
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

/* Tries the next label of a thread; what it touches is its footprint. */
static enum outcome
try_label(struct all *all, thread_id thread, event_id *at)
{
  const struct pieces *pieces = &all->closed.futures.pieces;
  if (all->reduces) {
    uint64_t *footprint = closed_footprint(&all->closed, thread);
    memset(footprint, 0, sets_size(pieces) * sizeof *footprint);
    all->trying = thread;
  }
  enum outcome outcome = machine_pass(&all->machine, thread, at);
  all->trying = NOBODY;
  return outcome;
}

/* Tries the next label of a thread, and takes it back. False if the state needs no further look. */
static bool
look_at(struct all *all, thread_id thread)
{
  struct machine *machine = &all->machine;
  struct standing *standing = &all->closed.standings[thread];
  event_id at;
  *standing = (struct standing){
    .there = machine_can_try(machine, thread), .joins = NOBODY, .flushes = NO_EVENT};
  if (!standing->there)
    return true;
  struct mark before = machine_mark(machine);
  switch (try_label(all, thread, &at)) {
  case OUTCOME_PASSED:
    standing->can_go = standing->flushes == NO_EVENT;
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
  const struct closed *closed = &all->closed;
  point->first = point->next = (uint32_t)all->moves.n;
  for (size_t i = 0; i < closed->processes.n; i++)
    if (closed->processes.at[i].can_go && (!all->reduces || closed->best.at[i]))
      vec_push(&all->moves, closed->processes.at[i]);
  point->end = (uint32_t)all->moves.n;
  INVARIANT(point->end > point->first);
}

/* A state that is new, or the same once more, with an input chosen. */
static void
expand(struct all *all)
{
  struct machine *machine = &all->machine;
  struct point point = {.mark = machine_mark(machine)};
  bool halted = !machine->buffered;
  for (thread_id t = 0; t < machine->prog->threads.n; t++) {
    if (!look_at(all, t))
      return;
    halted &= !all->closed.standings[t].can_go;
  }
  size_t points = all->points.n;
  if (is_bug(all, halted)) {
    vec_push(&all->points, point);
    found(all, NOBODY);
  }
  if (all->finished || all->points.n > points || halted)
    return;
  closed_list(&all->closed);
  if (all->reduces)
    closed_choose(&all->closed);
  list_moves(all, &point);
  vec_push(&all->points, point);
}

static void
reach(struct all *all)
{
  const struct all_limits *limits = all->limits;
  struct fingerprint print = all->symmetric ? symmetry_print(&all->symmetry) : all->machine.print;
  if (!seen_enter(&all->seen, print))
    return;
  if (limits->states)
    *limits->states = all->seen.n;
  if (all->seen.n > limits->max_states)
    finish(all, EXPLORE_GAVE_UP);
  else
    expand(all);
}

static void
take(struct all *all, struct process move)
{
  event_id at;
  if (move.entry != NO_ENTRY) {
    machine_leave(&all->machine, move.thread, move.entry);
  } else {
    enum outcome outcome = machine_pass(&all->machine, move.thread, &at);
    INVARIANT(outcome == OUTCOME_PASSED); /* it was tried before */
  }
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
  *result = (struct exploration){.verdict = EXPLORE_SAFE};
  vec_resize(&result->hit, prog->loops.n);
  struct all all = {.limits = limits, .result = result, .trying = NOBODY};
  machine_init(&all.machine, prog, labels);
  all.machine.keeps = true;
  all.machine.notice = see;
  all.machine.noticer = &all;
  machine_start(&all.machine);
  all.reduces = closed_init(&all.closed, &all.machine) && !limits->unreduced;
  symmetry_find(&all.symmetry, &all.machine);
  all.symmetric = all.symmetry.some && !limits->asymmetric && !limits->watch;
  search(&all);
  result->states = all.seen.n;
  machine_free(&all.machine);
  vec_drop(all.seen.slots);
  closed_free(&all.closed);
  symmetry_free(&all.symmetry);
  vec_free(&all.points);
  vec_free(&all.moves);
}
