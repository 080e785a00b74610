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
 * A CUT counts as reached when a thread runs into it at a turn of its own within the rounds. */
#include "interp/interp.h"
#include "interp/machine.h"
#include "interp/states.h"

/* What remains to be tried at one point of the search: in a state, threads; or, halfway through
 * passing a label, the values of an input. */
struct frame {
  struct mark mark;
  uint32_t turn;   /* at which the state was reached; or of the label being tried */
  uint32_t option; /* turns from `turn` on already tried */
  bool chooses;    /* the values of `input`, from `next` on */
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
    if (!search->frames.at[i].chooses)
      witness_pass(&witness, search->frames.at[i].turn);
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

static void
reach(struct search *search, uint32_t turn)
{
  if (states_enter(&search->states, search->machine.print, turn) == SEEN_BEFORE)
    return;
  if (search->machine.prog->asks && is_halt(search)) {
    push(search, (struct frame){.turn = turn});
    found(search, NO_TURN);
    return;
  }
  if (search->finished)
    return;
  if (search->states.n > search->limits.max_states)
    finish(search, EXPLORE_GAVE_UP);
  else
    push(search, (struct frame){.turn = turn});
}

static void
demand(struct search *search, uint32_t turn)
{
  uint32_t input = search->machine.demanded;
  if (search->machine.prog->inputs.at[input].width > search->limits.max_input_bits)
    finish(search, EXPLORE_GAVE_UP);
  else
    push(search, (struct frame){.turn = turn, .chooses = true, .input = input});
}

/* ---- the search ----------------------------------------------------------- */

static void
try_pass(struct search *search, uint32_t turn)
{
  event_id at;
  switch (machine_pass(&search->machine, turn % search->threads, &at)) {
  case OUTCOME_PASSED:
    reach(search, turn);
    break;
  case OUTCOME_VIOLATION:
    found(search, turn);
    break;
  case OUTCOME_DEMANDS:
    demand(search, turn);
    break;
  case OUTCOME_CUT:
    search->result->cut = true;
    break;
  case OUTCOME_INVALID:
    finish(search, EXPLORE_GAVE_UP);
    break; /* no verdict would be honest */
  case OUTCOME_WAITS:
    break;
  }
}

static void
next_input(struct search *search, struct frame *frame)
{
  uint32_t turn = frame->turn;
  machine_choose(&search->machine, frame->input, frame->next++);
  try_pass(search, turn);
}

static void
next_thread(struct search *search, struct frame *frame)
{
  uint32_t turn = frame->turn + frame->option++;
  if (machine_can_try(&search->machine, turn % search->threads))
    try_pass(search, turn);
}

static bool
exhausted(const struct search *search, const struct frame *frame)
{
  if (frame->chooses)
    return frame->next > bits_mask(search->machine.prog->inputs.at[frame->input].width);
  return frame->option == search->threads || frame->turn + frame->option >= search->turns;
}

static void
search_all(struct search *search)
{
  reach(search, 0);
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
