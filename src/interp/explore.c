/* Depth-first search over all round-robin schedules and inputs.
 *
 * Contexts are numbered by turns: turn i belongs to round i / T and thread i % T of T threads. A
 * state is where every thread stands, which exist, the memory, and the loads and inputs that
 * somebody may still look at (live.c); the turn is not part of it. From a state at turn i, thread u
 * can pass its next label at the first turn from i on that is u's, the turns between being empty
 * contexts. Whatever is possible from a state at some turn is possible from the same state at an
 * earlier one, so a state is expanded again only when it is reached at an earlier turn than before.
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
 *
 * Of a part of the schedules: a thread that stands before a closed label, or before STOPs in front
 * of one, is in no state at all; it goes on in the same turn, unless a STOP holds it for ever. At
 * idle turns no STEP is passed, so a thread's next turn may be one of a later round. Where switches
 * are counted, how many contexts were begun and whether one is going on are parts of the state.
 * Where ends are prescribed, earlier is not better: the turn is part of the state, all later turns
 * are tried, and a state is one only if all turns from now on may be empty. (A CUT counts there if
 * the ends held up to it, whatever others still have to do.) */
#include "interp/interp.h"
#include "interp/machine.h"
#include "interp/states.h"

/* What remains to be tried at one point of the search: in a state, threads; or, halfway through
 * passing a label, the values of an input. */
struct moment {
  uint32_t turn;
  uint32_t contexts; /* with a STEP, so far */
  bool busy;         /* a STEP was passed in this turn */
};

struct frame {
  struct mark mark;
  struct moment at; /* when the state was reached; or the label being tried will have been passed */
  uint32_t option;  /* turns from that one on already tried */
  bool forced;      /* no state: the thread goes on */
  bool stays;       /* the state of the frame before: no label has been passed */
  bool chooses;     /* the values of `input`, from `next` on */
  uint32_t input;
  uint64_t next;
};

#define NO_TURN UINT32_MAX

struct search {
  struct machine machine;
  struct states states;
  VEC(struct frame) frames;
  uint32_t threads, turns;
  struct explore_limits limits;
  bool far; /* the next turn of a thread may not be the best one */
  struct exploration *result;
  bool finished;
};

static void
finish(struct search *search, enum explore_verdict verdict)
{
  search->result->verdict = verdict;
  search->finished = true;
}

static void
push(struct search *search, struct frame frame)
{
  frame.mark = machine_mark(&search->machine);
  vec_push(&search->frames, frame);
}

/* ---- the witness ---------------------------------------------------------- */

struct witness {
  struct schedule *schedule;
  uint32_t *passed; /* labels of each thread */
  uint32_t threads;
  uint32_t turn; /* of the last context */
};

static void
witness_pass(struct witness *witness, uint32_t turn)
{
  struct schedule *schedule = witness->schedule;
  thread_id thread = turn % witness->threads;
  if (!schedule->contexts.n || witness->turn != turn)
    vec_push(&schedule->contexts, ((struct context){.thread = thread}));
  vec_last(&schedule->contexts).labels = ++witness->passed[thread];
  witness->turn = turn;
}

/* Each frame of a state but the first was reached by passing one label at its turn; `turn` is that
 * of the label in which the assertion fails, NO_TURN if the state itself is the bug. */
static void
found(struct search *search, uint32_t turn)
{
  const struct machine *machine = &search->machine;
  struct witness witness = {.schedule = &search->result->witness, .threads = search->threads};
  witness.passed = mem_alloc(search->threads * sizeof *witness.passed);
  for (size_t i = 1; i < search->frames.n; i++)
    if (!search->frames.at[i].chooses && !search->frames.at[i].stays)
      witness_pass(&witness, search->frames.at[i].at.turn);
  if (turn != NO_TURN)
    witness_pass(&witness, turn);
  for (size_t i = 0; i < machine->prog->inputs.n; i++) {
    value_id node = machine->node_of_input[i];
    bool chosen = node != NO_NODE && machine->known[node] == KNOWN;
    vec_push(&search->result->witness.inputs, chosen ? machine->bits[node] : 0);
  }
  vec_drop(witness.passed);
  finish(search, EXPLORE_BUG);
}

/* ---- states and inputs ----------------------------------------------------- */

/* Is the state itself a bug, for some values of the inputs that its threads are about to use? If
 * so they stay chosen. */
static bool
is_halt(struct search *search)
{
  enum halt halt = machine_halt(&search->machine, NULL);
  if (halt != HALT_DEMANDS)
    return halt != HALT_NONE;
  uint32_t input = search->machine.demanded;
  unsigned width = search->machine.prog->inputs.at[input].width;
  if (width > search->limits.max_input_bits) {
    finish(search, EXPLORE_GAVE_UP);
    return false;
  }
  struct mark mark = machine_mark(&search->machine);
  for (uint64_t bits = 0; bits <= bits_mask(width) && !search->finished; bits++) {
    machine_choose(&search->machine, input, bits);
    if (is_halt(search))
      return true;
    machine_undo(&search->machine, mark);
  }
  return false;
}

/* ---- parts ------------------------------------------------------------------ */

/* When the thread whose turn it is has passed its next label. */
static struct moment
after_label(const struct search *search, struct moment before, uint32_t turn)
{
  thread_id thread = turn % search->threads;
  uint32_t label = search->machine.position[thread];
  struct moment after = {turn, before.contexts, before.busy && turn == before.turn};
  if (labels_get(search->machine.labels, thread, label)->kind == LABEL_STEP) {
    after.contexts += !after.busy;
    after.busy = true;
  }
  return after;
}

/* Do the turns from `first` up to `end`, exclusive, end as they should if nothing happens? A thread
 * in the middle of a violation has as good as passed its label. */
static bool
ends_hold(const struct search *search, uint32_t first, uint32_t end, thread_id violating)
{
  const struct part *part = search->limits.part;
  for (size_t i = 0; part && i < part->ends.n; i++) {
    const struct part_end *at = &part->ends.at[i];
    uint32_t turn = at->round * search->threads + at->thread;
    uint32_t passed = search->machine.position[at->thread] + (at->thread == violating);
    if (turn >= first && turn < end && (passed > at->label) != at->passed)
      return false;
  }
  return true;
}

static bool
allows(const struct search *search, struct moment before, struct moment after)
{
  const struct part *part = search->limits.part;
  thread_id thread = after.turn % search->threads;
  if (!part)
    return true;
  if (after.busy && part_is_idle(part, search->threads, thread, after.turn / search->threads))
    return false;
  if (part->counts && after.contexts > (uint64_t)part->switches + 1)
    return false;
  return ends_hold(search, before.turn, after.turn, NOBODY);
}

static struct fingerprint
fingerprint_at(const struct search *search, struct moment at)
{
  const struct part *part = search->limits.part;
  struct fingerprint print = search->machine.print;
  uint64_t more = 0;
  if (part && part->counts)
    more = hash_mix(2 * (uint64_t)at.contexts + 1, at.busy ? at.turn % search->threads + 1 : 0);
  if (part && part->ends.n)
    more = hash_mix(more, at.turn + 1);
  print.a += more;
  print.b += hash_mix(more, more);
  return print;
}

/* ---- states ------------------------------------------------------------------ */

static void
reach(struct search *search, struct moment at, bool stays)
{
  struct frame frame = {.at = at, .stays = stays};
  if (states_enter(&search->states, fingerprint_at(search, at), at.turn) == SEEN_BEFORE)
    return;
  if (search->machine.prog->asks && ends_hold(search, at.turn, search->turns, NOBODY) &&
      is_halt(search)) {
    push(search, frame);
    found(search, NO_TURN);
    return;
  }
  if (search->finished)
    return;
  if (search->states.n > search->limits.max_states)
    finish(search, EXPLORE_GAVE_UP);
  else
    push(search, frame);
}

/* The thread whose turn it is has passed a label. */
static void
arrive(struct search *search, struct moment at)
{
  thread_id thread = at.turn % search->threads;
  const struct machine *machine = &search->machine;
  if (part_goes_on(search->limits.part, machine->labels, thread, machine->position[thread]))
    push(search, (struct frame){.at = at, .forced = true});
  else
    reach(search, at, false);
}

static void
demand(struct search *search, struct moment after, bool forced)
{
  uint32_t input = search->machine.demanded;
  if (search->machine.prog->inputs.at[input].width > search->limits.max_input_bits)
    finish(search, EXPLORE_GAVE_UP);
  else
    push(search,
         (struct frame){.at = after, .forced = forced, .chooses = true, .input = input});
}

/* ---- the search ----------------------------------------------------------- */

/* `forced`: the thread must go on, and if it cannot it has come to a state. */
static void
try_pass(struct search *search, struct moment after, bool forced)
{
  event_id at;
  switch (machine_pass(&search->machine, after.turn % search->threads, &at)) {
  case OUTCOME_PASSED:
    arrive(search, after);
    break;
  case OUTCOME_VIOLATION:
    if (ends_hold(search, after.turn, search->turns, after.turn % search->threads))
      found(search, after.turn);
    break;
  case OUTCOME_DEMANDS:
    demand(search, after, forced);
    break;
  case OUTCOME_CUT:
    search->result->cut = true;
    if (forced)
      reach(search, after, true);
    break;
  case OUTCOME_INVALID:
    finish(search, EXPLORE_GAVE_UP);
    break; /* no verdict would be honest */
  case OUTCOME_WAITS:
    if (forced)
      reach(search, after, true);
    break;
  }
}

static void
next_input(struct search *search, struct frame *frame)
{
  struct moment after = frame->at;
  bool forced = frame->forced;
  machine_choose(&search->machine, frame->input, frame->next++);
  try_pass(search, after, forced);
}

static void
next_thread(struct search *search, struct frame *frame)
{
  struct moment before = frame->at;
  uint32_t turn = before.turn + frame->option++;
  if (!machine_can_try(&search->machine, turn % search->threads))
    return;
  struct moment after = after_label(search, before, turn);
  if (allows(search, before, after))
    try_pass(search, after, frame->forced);
}

static bool
exhausted(const struct search *search, const struct frame *frame)
{
  if (frame->chooses)
    return frame->next > bits_mask(search->machine.prog->inputs.at[frame->input].width);
  if (frame->forced)
    return frame->option == 1;
  return (frame->option >= search->threads && !search->far) ||
         frame->at.turn + frame->option >= search->turns;
}

static void
search_all(struct search *search)
{
  reach(search, (struct moment){0}, false);
  while (search->frames.n && !search->finished) {
    struct frame *frame = &vec_last(&search->frames);
    machine_undo(&search->machine, frame->mark);
    if (exhausted(search, frame))
      search->frames.n--;
    else if (frame->chooses)
      next_input(search, frame);
    else
      next_thread(search, frame);
  }
}

void
interp_explore(struct exploration *result, const struct prog *prog, const struct labels *labels,
               unsigned rounds, struct explore_limits limits)
{
  *result = (struct exploration){.verdict = EXPLORE_SAFE};
  struct search search = {.threads = (uint32_t)prog->threads.n, .limits = limits, .result = result};
  search.turns = rounds * search.threads;
  search.far = limits.part && (limits.part->idle.n || limits.part->ends.n);
  machine_init(&search.machine, prog, labels);
  search.machine.watched = &search.limits;
  machine_start(&search.machine);
  search_all(&search);
  result->states = search.states.n;
  machine_free(&search.machine);
  states_free(&search.states);
  vec_free(&search.frames);
}

void
exploration_free(struct exploration *exploration)
{
  schedule_free(&exploration->witness);
}
