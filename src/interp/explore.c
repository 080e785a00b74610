/* Depth-first search over all round-robin schedules and inputs.
 *
 * Contexts are numbered by turns: turn i belongs to thread i % T of T threads, and each T turns are
 * a round. Under a weak memory model each 2T turns are one: in the second half no thread runs, but
 * stores may leave the buffer of the thread whose turn it is, as they may while it runs. A state is
 * where every thread stands, which exist, the memory, the buffers, and the loads and inputs that
 * a thread may still look at (live.c); the turn is not part of it. From a state at turn i, thread u
 * can pass its next label at the first turn from i on in which u runs, and a store can leave its
 * buffer at the first turn from i on that is u's, the turns between being empty contexts. Whatever
 * is possible from a state at some turn is possible from the same state at an earlier one, so a
 * state is expanded again only when it is reached at an earlier turn than before.
 *
 * Two states are taken for one if 96 bits of a hash agree (states.c). The hash is a sum over the
 * parts of the state, so that it is brought up to date with each change instead of walking the
 * memory; going back means taking changes off the machine's trail. Hence a state costs sixteen
 * bytes, and time in proportion to the events of one label.
 *
 * An input is enumerated when an event really depends on it and not before (eval.c): passing the
 * label is given up, and tried again with each value the input can have.
 *
 * A CUT counts as reached when a thread runs into it at a turn of its own within the rounds.
 * Deadlocks and races are looked for in states in which all buffers are empty.
 *
 * Of a part of the schedules: a thread that stands before a closed label, or before STOPs in front
 * of one, is in no state at all; it goes on in the same turn, unless a STOP holds it for ever. At
 * idle turns no STEP is passed, so a thread's next turn may be one of a later round. Where switches
 * are counted, how many contexts were begun and whether one is going on are parts of the state.
 * Where ends are prescribed, earlier is not better: the turn is part of the state, all later turns
 * are tried, and a state is one only if all turns from now on may be empty. (A CUT counts there if
 * the ends held up to it, whatever others still have to do.) Stores leave buffers in idle rounds as
 * well, and that is no context; it changes no end either, so here, too, the earliest turn is the
 * best one for it. */
#include "base/invariant.h"
#include "interp/interp.h"
#include "interp/machine.h"
#include "interp/states.h"
#include "interp/witness.h"
#include "memmodel/memmodel.h"

/* What remains to be tried at one point of the search: in a state, threads; or, halfway through
 * passing a label, the values of an input. */
struct moment {
  uint32_t turn;
  uint32_t contexts; /* with a STEP, so far, but for the first turn of main */
  bool busy;         /* a STEP was passed in this turn */
};

/* How a state was reached from the frame before. */
enum way {
  BY_LABEL,
  BY_LEAVING, /* of a store from the buffer of the thread whose turn it is */
  BY_STAYING, /* it is the same state: a label could not be passed */
};

struct frame {
  struct mark mark;
  struct moment at; /* when the state was reached; or the label being tried will have been passed */
  enum way way;
  uint32_t option; /* turns from that one on already tried */
  size_t entry;    /* and in the next, entries of the thread's buffer */
  bool forced;     /* no state: the thread goes on */
  bool chooses;    /* the values of `input`, from `next` on */
  uint32_t input;
  uint64_t next;
};

#define NO_TURN UINT32_MAX

struct explorer {
  struct machine machine;
  struct states states;
  VEC(struct frame) frames;
  uint32_t threads, turns;
  uint32_t round; /* turns of one */
  struct explore_limits limits;
  bool far; /* the next turn of a thread may not be the best one */
  struct exploration *result;
  bool finished;
};

static void
finish(struct explorer *explorer, enum explore_verdict verdict)
{
  explorer->result->verdict = verdict;
  explorer->finished = true;
}

static void
push(struct explorer *explorer, struct frame frame)
{
  INVARIANT(!explorer->frames.n || frame.at.turn < explorer->turns);
  INVARIANT(!explorer->frames.n || vec_last(&explorer->frames).at.turn <= frame.at.turn);
  frame.mark = machine_mark(&explorer->machine);
  vec_push(&explorer->frames, frame);
}

static void
see(void *argument, const struct step *step)
{
  const struct explore_limits *limits = &((const struct explorer *)argument)->limits;
  if (step->kind != STEP_SEEN)
    limits->watch(limits->argument, step->event, step->addr, step->value);
}

/* ---- turns ------------------------------------------------------------------ */

/* At the end of a round the last thread comes first. */
static thread_id
thread_of(const struct explorer *explorer, uint32_t turn)
{
  uint32_t slot = turn % explorer->round;
  return slot < explorer->threads ? slot : explorer->round - 1 - slot;
}

/* Does the thread run in its turn? */
static bool
runs(const struct explorer *explorer, uint32_t turn)
{
  return turn % explorer->round < explorer->threads;
}

/* ---- the witness ---------------------------------------------------------- */

/* Each frame of a state but the first was reached by one step at its turn; `turn` is that of the
 * label in which the assertion fails, NO_TURN if the state itself is the bug. */
static void
found(struct explorer *explorer, uint32_t turn)
{
  const struct machine *machine = &explorer->machine;
  struct witness witness;
  witness_begin(&witness, machine, &explorer->result->witness);
  for (size_t i = 1; i < explorer->frames.n; i++) {
    const struct frame *frame = &explorer->frames.at[i];
    if (frame->chooses || frame->way == BY_STAYING)
      continue;
    struct witness_step step = {frame->at.turn, thread_of(explorer, frame->at.turn),
                                frame->way == BY_LABEL};
    witness_add(&witness, step, frame->mark.changes);
  }
  thread_id violating = turn == NO_TURN ? NOBODY : thread_of(explorer, turn);
  if (violating != NOBODY)
    witness_add(&witness, (struct witness_step){turn, violating, true}, machine->trail.n);
  witness_end(&witness, violating);
  finish(explorer, EXPLORE_BUG);
}

/* ---- states and inputs ----------------------------------------------------- */

/* Is the state itself a bug, for some values of the inputs that its threads are about to use? If
 * so they stay chosen. */
static bool
is_halt(struct explorer *explorer)
{
  enum halt halt = machine_halt(&explorer->machine, NULL);
  if (halt != HALT_DEMANDS)
    return halt != HALT_NONE;
  uint32_t input = explorer->machine.demanded;
  unsigned width = explorer->machine.prog->inputs.at[input].width;
  if (width > explorer->limits.max_input_bits) {
    finish(explorer, EXPLORE_GAVE_UP);
    return false;
  }
  struct mark mark = machine_mark(&explorer->machine);
  for (uint64_t bits = 0; bits <= bits_mask(width) && !explorer->finished; bits++) {
    machine_choose(&explorer->machine, input, bits);
    if (is_halt(explorer))
      return true;
    machine_undo(&explorer->machine, mark);
  }
  return false;
}

/* ---- parts ------------------------------------------------------------------ */

static struct moment
later(struct moment before, uint32_t turn)
{
  INVARIANT(turn >= before.turn);
  return (struct moment){turn, before.contexts, before.busy && turn == before.turn};
}

/* When the thread whose turn it is has passed its next label. */
static struct moment
after_label(const struct explorer *explorer, struct moment before, uint32_t turn)
{
  thread_id thread = thread_of(explorer, turn);
  uint32_t label = explorer->machine.position[thread];
  struct moment after = later(before, turn);
  if (labels_get(explorer->machine.labels, thread, label)->kind == LABEL_STEP) {
    after.contexts += turn > 0 && !after.busy;
    after.busy = true;
  }
  return after;
}

/* Do the turns from `first` up to `end`, exclusive, end as they should if nothing happens? A thread
 * in the middle of a violation has as good as passed its label. */
static bool
ends_hold(const struct explorer *explorer, uint32_t first, uint32_t end, thread_id violating)
{
  const struct part *part = explorer->limits.part;
  for (size_t i = 0; part && i < part->ends.n; i++) {
    const struct part_end *at = &part->ends.at[i];
    uint32_t turn = at->round * explorer->round + at->thread;
    uint32_t passed = explorer->machine.position[at->thread] + (at->thread == violating);
    if (turn >= first && turn < end && (passed > at->label) != at->passed)
      return false;
  }
  return true;
}

static bool
allows(const struct explorer *explorer, struct moment before, struct moment after)
{
  const struct part *part = explorer->limits.part;
  thread_id thread = thread_of(explorer, after.turn);
  if (!part)
    return true;
  if (after.busy && part_is_idle(part, explorer->threads, thread, after.turn / explorer->round))
    return false;
  if (part->counts && after.contexts > part->switches)
    return false;
  return ends_hold(explorer, before.turn, after.turn, NOBODY);
}

static struct fingerprint
fingerprint_at(const struct explorer *explorer, struct moment at)
{
  const struct part *part = explorer->limits.part;
  struct fingerprint print = explorer->machine.print;
  uint64_t more = 0;
  if (part && part->counts)
    more = hash_mix(2 * (uint64_t)at.contexts + 1, at.busy ? thread_of(explorer, at.turn) + 1 : 0);
  if (part && part->ends.n)
    more = hash_mix(more, at.turn + 1);
  print.a += more;
  print.b += hash_mix(more, more);
  return print;
}

/* ---- states ------------------------------------------------------------------ */

static void
reach(struct explorer *explorer, struct moment at, enum way way)
{
  struct frame frame = {.at = at, .way = way};
  if (states_enter(&explorer->states, fingerprint_at(explorer, at), at.turn) == SEEN_BEFORE)
    return;
  if (explorer->machine.prog->asks && ends_hold(explorer, at.turn, explorer->turns, NOBODY) &&
      is_halt(explorer)) {
    push(explorer, frame);
    found(explorer, NO_TURN);
    return;
  }
  if (explorer->finished)
    return;
  if (explorer->states.n > explorer->limits.max_states)
    finish(explorer, EXPLORE_GAVE_UP);
  else
    push(explorer, frame);
}

/* The thread whose turn it is has passed a label. */
static void
arrive(struct explorer *explorer, struct moment at)
{
  thread_id thread = thread_of(explorer, at.turn);
  const struct machine *machine = &explorer->machine;
  if (part_goes_on(explorer->limits.part, machine->labels, thread, machine->position[thread]))
    push(explorer, (struct frame){.at = at, .forced = true});
  else
    reach(explorer, at, BY_LABEL);
}

static void
demand(struct explorer *explorer, struct moment after, bool forced)
{
  uint32_t input = explorer->machine.demanded;
  if (explorer->machine.prog->inputs.at[input].width > explorer->limits.max_input_bits)
    finish(explorer, EXPLORE_GAVE_UP);
  else
    push(explorer, (struct frame){.at = after, .forced = forced, .chooses = true, .input = input});
}

/* ---- the search ------------------------------------------------------------ */

/* `forced`: the thread must go on, and if it cannot it has come to a state. */
static void
try_pass(struct explorer *explorer, struct moment after, bool forced)
{
  event_id at;
  switch (machine_pass(&explorer->machine, thread_of(explorer, after.turn), &at)) {
  case OUTCOME_PASSED:
    arrive(explorer, after);
    break;
  case OUTCOME_VIOLATION:
    if (ends_hold(explorer, after.turn, explorer->turns, thread_of(explorer, after.turn)))
      found(explorer, after.turn);
    break;
  case OUTCOME_DEMANDS:
    demand(explorer, after, forced);
    break;
  case OUTCOME_CUT:
    explorer->result->cut = true;
    if (forced)
      reach(explorer, after, BY_STAYING);
    break;
  case OUTCOME_INVALID:
    finish(explorer, EXPLORE_GAVE_UP);
    break; /* no verdict would be honest */
  case OUTCOME_WAITS:
    if (forced)
      reach(explorer, after, BY_STAYING);
    break;
  }
}

static void
next_input(struct explorer *explorer, struct frame *frame)
{
  struct moment after = frame->at;
  bool forced = frame->forced;
  INVARIANT(explorer->machine.known[explorer->machine.node_of_input[frame->input]] == UNKNOWN);
  machine_choose(&explorer->machine, frame->input, frame->next++);
  try_pass(explorer, after, forced);
}

static void
next_thread(struct explorer *explorer, struct frame *frame)
{
  struct moment before = frame->at;
  uint32_t turn = before.turn + frame->option++;
  INVARIANT(turn < explorer->turns);
  frame->entry = 0;
  if (!runs(explorer, turn) || !machine_can_try(&explorer->machine, thread_of(explorer, turn)))
    return;
  struct moment after = after_label(explorer, before, turn);
  if (allows(explorer, before, after))
    try_pass(explorer, after, frame->forced);
}

/* May another store leave at the turn at hand? Only within a round: to wait longer is of no use. */
static bool
has_entries(const struct explorer *explorer, const struct frame *frame)
{
  thread_id thread = thread_of(explorer, frame->at.turn + frame->option);
  return explorer->machine.buffered && !frame->forced && frame->option < explorer->round &&
         frame->entry < explorer->machine.buffers[thread].n;
}

static void
next_entry(struct explorer *explorer, struct frame *frame)
{
  struct moment before = frame->at;
  uint32_t turn = before.turn + frame->option;
  size_t entry = frame->entry++;
  thread_id thread = thread_of(explorer, turn);
  struct moment after = later(before, turn);
  if (!machine_may_leave(&explorer->machine, thread, entry) || !allows(explorer, before, after))
    return;
  machine_leave(&explorer->machine, thread, entry);
  reach(explorer, after, BY_LEAVING);
}

static bool
exhausted(const struct explorer *explorer, const struct frame *frame)
{
  if (frame->chooses)
    return frame->next > bits_mask(explorer->machine.prog->inputs.at[frame->input].width);
  if (frame->forced)
    return frame->option == 1;
  return (frame->option >= explorer->round && !explorer->far) ||
         frame->at.turn + frame->option >= explorer->turns;
}

static void
search_all(struct explorer *explorer)
{
  reach(explorer, (struct moment){0}, BY_LABEL);
  while (explorer->frames.n && !explorer->finished) {
    struct frame *frame = &vec_last(&explorer->frames);
    machine_undo(&explorer->machine, frame->mark);
    if (exhausted(explorer, frame))
      explorer->frames.n--;
    else if (frame->chooses)
      next_input(explorer, frame);
    else if (has_entries(explorer, frame))
      next_entry(explorer, frame);
    else
      next_thread(explorer, frame);
  }
  INVARIANT(explorer->finished || explorer->result->verdict == EXPLORE_SAFE);
}

void
interp_explore(struct exploration *result, const struct prog *prog, const struct labels *labels,
               unsigned rounds, struct explore_limits limits)
{
  *result = (struct exploration){.verdict = EXPLORE_SAFE};
  struct explorer explorer = {
    .threads = (uint32_t)prog->threads.n, .limits = limits, .result = result};
  explorer.round = memmodel_stores_late(prog) ? 2 * explorer.threads : explorer.threads;
  explorer.turns = rounds * explorer.round;
  explorer.far = limits.part && (limits.part->idle.n || limits.part->ends.n);
  machine_init(&explorer.machine, prog, labels);
  explorer.machine.notice = limits.watch ? see : NULL;
  explorer.machine.noticer = &explorer;
  explorer.machine.part = limits.part;
  explorer.machine.keeps = true;
  machine_start(&explorer.machine);
  search_all(&explorer);
  result->states = explorer.states.n;
  machine_free(&explorer.machine);
  states_free(&explorer.states);
  vec_free(&explorer.frames);
}

void
exploration_free(struct exploration *exploration)
{
  schedule_free(&exploration->witness);
  vec_free(&exploration->hit);
}
