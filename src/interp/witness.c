#include "interp/witness.h"

#include "base/invariant.h"

void
witness_begin(struct witness *witness, const struct machine *machine, struct schedule *schedule)
{
  *witness = (struct witness){.machine = machine, .schedule = schedule};
  witness->passed = mem_alloc(machine->prog->threads.n * sizeof *witness->passed);
  if (machine->rules)
    witness->issued = mem_alloc(machine->prog->events.n * sizeof *witness->issued);
}

static void
enter(struct witness *witness, struct witness_step step)
{
  struct schedule *schedule = witness->schedule;
  INVARIANT(step.turn >= witness->turn);
  if (!schedule->contexts.n || witness->turn != step.turn)
    vec_push(&schedule->contexts, ((struct context){step.thread, witness->passed[step.thread]}));
  witness->turn = step.turn;
}

/* What came into and out of buffers in the last context. */
static void
add_stores(struct witness *witness, size_t end)
{
  const struct machine *machine = witness->machine;
  uint32_t context = (uint32_t)witness->schedule->contexts.n - 1;
  for (; witness->issued && witness->trail < end; witness->trail++) {
    struct change change = machine->trail.at[witness->trail];
    if (change.kind == CHANGE_ISSUED)
      witness->issued[change.old] = context;
    if (change.kind != CHANGE_LEFT)
      continue;
    INVARIANT(witness->gone < machine->gone.n);
    const struct entry *entry = &machine->gone.at[witness->gone++];
    if (entry->stays && witness->issued[entry->event] != context)
      vec_push(&witness->schedule->late, ((struct late){entry->event, context}));
  }
}

void
witness_add(struct witness *witness, struct witness_step step, size_t trail)
{
  enter(witness, step);
  if (step.passes)
    vec_last(&witness->schedule->contexts).labels = ++witness->passed[step.thread];
  add_stores(witness, trail);
}

static void
add_never(struct witness *witness)
{
  const struct machine *machine = witness->machine;
  for (thread_id t = 0; machine->buffers && t < machine->prog->threads.n; t++)
    for (size_t i = 0; i < machine->buffers[t].n; i++)
      if (machine->buffers[t].at[i].stays)
        vec_push(&witness->schedule->late,
                 ((struct late){machine->buffers[t].at[i].event, CONTEXT_NEVER}));
}

static void
add_inputs(struct witness *witness)
{
  const struct machine *machine = witness->machine;
  for (size_t i = 0; i < machine->prog->inputs.n; i++) {
    value_id node = machine->node_of_input[i];
    bool chosen = node != NO_NODE && machine->known[node] == KNOWN;
    vec_push(&witness->schedule->inputs, chosen ? machine->bits[node] : 0);
  }
}

/* Has the witness passed the labels that the machine has, and perhaps the one that is violated? */
static bool
agrees(const struct witness *witness, thread_id violating)
{
  const struct machine *machine = witness->machine;
  for (thread_id t = 0; t < machine->prog->threads.n; t++)
    if (witness->passed[t] != machine->position[t] + (t == violating))
      return false;
  return true;
}

void
witness_end(struct witness *witness, thread_id violating)
{
  INVARIANT(agrees(witness, violating));
  add_never(witness);
  schedule_sort(witness->schedule);
  add_inputs(witness);
  vec_drop(witness->passed);
  vec_drop(witness->issued);
}
