#include "base/invariant.h"
#include "interp/interp.h"
#include "interp/machine.h"

static enum run_end
end_of(enum outcome outcome)
{
  switch (outcome) {
  case OUTCOME_PASSED:
    return RUN_DONE;
  case OUTCOME_VIOLATION:
    return RUN_VIOLATION;
  case OUTCOME_WAITS:
  case OUTCOME_CUT:
    return RUN_STUCK;
  default:
    return RUN_INVALID;
  }
}

/* Inputs get their values when something needs them, so that we know which ones mattered. */
static void
choose(struct machine *machine, const struct schedule *schedule)
{
  uint32_t input = machine->demanded;
  INVARIANT(input < machine->run->used.n);
  machine_choose(machine, input, input < schedule->inputs.n ? schedule->inputs.at[input] : 0);
  machine->run->used.at[input] = true;
}

/* Which stores wait, and for which context. */
static void
hold_late(struct machine *machine, const struct schedule *schedule)
{
  size_t events = machine->prog->events.n;
  if (!machine->rules || !schedule->late.n)
    return;
  machine->until = mem_alloc(events * sizeof *machine->until);
  for (size_t i = 0; i < schedule->late.n; i++)
    if (schedule->late.at[i].store < events)
      machine->until[schedule->late.at[i].store] = schedule->late.at[i].context;
}

static enum run_end
run_context(struct machine *machine, const struct schedule *schedule, struct context context,
            event_id *at)
{
  const struct prog *prog = machine->prog;
  thread_id thread = context.thread;
  if (thread >= prog->threads.n) {
    *at = (event_id)prog->events.n;
    return RUN_INVALID;
  }
  *at = prog->threads.at[thread].first;
  if (context.labels < machine->position[thread] ||
      context.labels > labels_count(machine->labels, thread))
    return RUN_INVALID;
  if (machine->buffered)
    machine_settle_buffer(machine, thread);
  while (machine->position[thread] < context.labels) {
    if (!machine->created[thread])
      return RUN_INVALID;
    enum outcome outcome = machine_pass(machine, thread, at);
    INVARIANT(outcome != OUTCOME_PASSED || machine->position[thread] <= context.labels);
    if (outcome == OUTCOME_DEMANDS)
      choose(machine, schedule);
    else if (outcome != OUTCOME_PASSED)
      return end_of(outcome);
  }
  return RUN_DONE;
}

static bool
stands_at_cut(struct machine *machine, const struct schedule *schedule, thread_id thread)
{
  if (!machine_can_try(machine, thread))
    return false;
  struct mark before = machine_mark(machine);
  event_id at;
  enum outcome outcome;
  while ((outcome = machine_pass(machine, thread, &at)) == OUTCOME_DEMANDS)
    choose(machine, schedule);
  machine_undo(machine, before);
  return outcome == OUTCOME_CUT;
}

static void
look_at_state(struct machine *machine, const struct schedule *schedule)
{
  enum halt halt;
  INVARIANT(machine->run->end == RUN_DONE);
  while ((halt = machine_halt(machine, machine->run)) == HALT_DEMANDS)
    choose(machine, schedule);
  if (halt != HALT_NONE)
    machine->run->end = halt == HALT_DEADLOCK ? RUN_DEADLOCK : RUN_RACE;
}

void
interp_run(struct run *run, const struct prog *prog, const struct labels *labels,
           const struct schedule *schedule)
{
  *run = (struct run){.end = RUN_DONE};
  struct machine machine;
  machine_init(&machine, prog, labels);
  machine.run = run;
  vec_resize(&run->used, prog->inputs.n);
  machine_start(&machine);
  hold_late(&machine, schedule);
  for (uint32_t i = 0; i < schedule->contexts.n && run->end == RUN_DONE; i++) {
    machine.context = i;
    run->end = run_context(&machine, schedule, schedule->contexts.at[i], &run->at);
  }
  INVARIANT(run->end != RUN_VIOLATION ||
            (vec_last(&run->steps).event == run->at && !vec_last(&run->steps).value));
  machine.until = vec_drop(machine.until); /* what follows are attempts, and none of its contexts */
  if (run->end == RUN_DONE)
    look_at_state(&machine, schedule);
  if (run->end == RUN_DONE || run->end == RUN_STUCK)
    for (thread_id thread = 0; thread < prog->threads.n && !run->cut; thread++)
      run->cut = stands_at_cut(&machine, schedule, thread);
  machine_free(&machine);
}

/* As far as the thread can go, at most so many labels. False if that ends the run. */
static bool
go_on(struct machine *machine, const struct schedule *schedule, thread_id thread, uint32_t labels)
{
  enum outcome outcome = OUTCOME_PASSED;
  while (outcome != OUTCOME_WAITS && outcome != OUTCOME_CUT && machine->position[thread] < labels &&
         machine_can_try(machine, thread)) {
    outcome = machine_pass(machine, thread, &machine->run->at);
    if (outcome == OUTCOME_DEMANDS)
      choose(machine, schedule);
    else if (outcome == OUTCOME_VIOLATION || outcome == OUTCOME_INVALID) {
      machine->run->end = end_of(outcome);
      return false;
    }
  }
  return true;
}

/* All threads, one after the other, as long as one of them can. */
static void
finish(struct machine *machine, const struct schedule *schedule)
{
  bool moved = machine->run->end == RUN_DONE;
  while (moved) {
    moved = false;
    for (thread_id thread = 0; thread < machine->prog->threads.n; thread++) {
      uint32_t before = machine->position[thread];
      if (!go_on(machine, schedule, thread, labels_count(machine->labels, thread)))
        return;
      moved |= machine->position[thread] > before;
    }
  }
}

void
interp_run_on(struct run *run, const struct prog *prog, const struct labels *labels,
              const struct schedule *schedule, uint32_t *passed)
{
  *run = (struct run){.end = RUN_DONE};
  struct machine machine;
  bool going = true;
  machine_init(&machine, prog, labels);
  machine.run = run;
  vec_resize(&run->used, prog->inputs.n);
  machine_start(&machine);
  for (uint32_t i = 0; i < schedule->contexts.n && going; i++) {
    machine.context = i;
    going =
      go_on(&machine, schedule, schedule->contexts.at[i].thread, schedule->contexts.at[i].labels);
  }
  machine.context = (uint32_t)schedule->contexts.n;
  finish(&machine, schedule);
  if (run->end == RUN_DONE)
    look_at_state(&machine, schedule);
  for (thread_id thread = 0; thread < prog->threads.n; thread++) {
    passed[thread] = machine.position[thread];
    if (run->end == RUN_DONE && !run->cut)
      run->cut = stands_at_cut(&machine, schedule, thread);
  }
  machine_free(&machine);
}

void
run_free(struct run *run)
{
  vec_free(&run->steps);
  vec_free(&run->used);
  vec_free(&run->waiting);
}
