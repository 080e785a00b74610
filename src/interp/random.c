/* One run at random: which thread goes on is drawn anew at every label, and inputs when they are
 * needed. A thread that cannot go on is not tried again before another one has.
 *
 * Or a run of a few rounds: how many STEPs a thread takes is drawn anew at each of its turns, out
 * of all that it has left; in the last round it goes as far as it can. */
#include "base/invariant.h"
#include "interp/interp.h"
#include "interp/machine.h"

struct walk {
  struct machine machine;
  struct schedule *schedule;
  uint64_t random;
  bool *stands; /* by thread: it could not go on */
};

static uint64_t
draw(struct walk *walk)
{
  return walk->random = hash_mix(walk->random, UINT64_C(0x9e3779b97f4a7c15));
}

/* Small numbers are the interesting ones. */
static void
choose(struct walk *walk)
{
  uint32_t input = walk->machine.demanded;
  unsigned width = walk->machine.prog->inputs.at[input].width;
  INVARIANT(walk->machine.node_of_input[input] != NO_NODE);
  uint64_t bits = draw(walk) % 4 ? draw(walk) % 8 : draw(walk);
  if (walk->schedule->inputs.n <= input)
    vec_resize(&walk->schedule->inputs, input + 1);
  walk->schedule->inputs.at[input] = bits & bits_mask(width);
  machine_choose(&walk->machine, input, bits & bits_mask(width));
}

/* A thread that can be tried, or the number of threads. */
static thread_id
pick(struct walk *walk)
{
  thread_id n = (thread_id)walk->machine.prog->threads.n, first = (thread_id)(draw(walk) % n);
  for (thread_id i = 0; i < n; i++) {
    thread_id thread = (first + i) % n;
    if (!walk->stands[thread] && machine_can_try(&walk->machine, thread))
      return thread;
  }
  return n;
}

static void
note(struct walk *walk, thread_id thread)
{
  struct schedule *schedule = walk->schedule;
  if (!schedule->contexts.n || vec_last(&schedule->contexts).thread != thread)
    vec_push(&schedule->contexts, ((struct context){.thread = thread}));
  vec_last(&schedule->contexts).labels++;
}

/* Contexts count labels from the thread's beginning. */
static void
add_up(struct schedule *schedule, const struct labels *labels)
{
  size_t threads = labels->first_of_thread.n - 1;
  uint32_t *passed = mem_alloc(threads * sizeof *passed);
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context *context = &schedule->contexts.at[i];
    context->labels = passed[context->thread] += context->labels;
    INVARIANT(context->labels <= labels_count(labels, context->thread));
  }
  vec_drop(passed);
}

static void
begin(struct walk *walk, const struct prog *prog, const struct labels *labels)
{
  machine_init(&walk->machine, prog, labels);
  machine_start(&walk->machine);
}

/* The thread's next label, with the inputs it needs. */
static enum outcome
pass(struct walk *walk, thread_id thread)
{
  enum outcome outcome;
  event_id at;
  while ((outcome = machine_pass(&walk->machine, thread, &at)) == OUTCOME_DEMANDS)
    choose(walk);
  return outcome;
}

/* Has main returned? */
static bool
is_over(const struct walk *walk)
{
  return walk->machine.position[0] == labels_count(walk->machine.labels, 0);
}

void
interp_random(struct schedule *schedule, const struct prog *prog, const struct labels *labels,
              uint64_t seed)
{
  struct walk walk = {.schedule = schedule, .random = seed};
  begin(&walk, prog, labels);
  walk.stands = mem_alloc(prog->threads.n * sizeof *walk.stands);
  for (thread_id thread; (thread = pick(&walk)) < prog->threads.n;) {
    enum outcome outcome = pass(&walk, thread);
    walk.stands[thread] = outcome != OUTCOME_PASSED;
    if (outcome == OUTCOME_PASSED || outcome == OUTCOME_VIOLATION)
      note(&walk, thread);
    if (outcome == OUTCOME_VIOLATION || is_over(&walk))
      break;
    for (size_t i = 0; outcome == OUTCOME_PASSED && i < prog->threads.n; i++)
      walk.stands[i] = false;
  }
  add_up(schedule, labels);
  vec_drop(walk.stands);
  machine_free(&walk.machine);
}

/* ---- rounds ---------------------------------------------------------------------------- */

static uint32_t
steps_left(const struct walk *walk, thread_id thread)
{
  const struct labels *labels = walk->machine.labels;
  uint32_t n = 0;
  for (uint32_t l = walk->machine.position[thread]; l < labels_count(labels, thread); l++)
    n += labels_get(labels, thread, l)->kind == LABEL_STEP;
  return n;
}

/* Up to so many STEPs, and what comes between them and after them. False if that ends the run. */
static bool
take_turn(struct walk *walk, thread_id thread, uint32_t steps)
{
  const struct labels *labels = walk->machine.labels;
  while (machine_can_try(&walk->machine, thread)) {
    uint32_t next = walk->machine.position[thread];
    bool is_step = labels_get(labels, thread, next)->kind == LABEL_STEP;
    if (is_step && !steps)
      return true;
    INVARIANT(vec_last(&walk->schedule->contexts).thread == thread);
    steps -= is_step;
    enum outcome outcome = pass(walk, thread);
    if (outcome == OUTCOME_PASSED || outcome == OUTCOME_VIOLATION)
      vec_last(&walk->schedule->contexts).labels++;
    if (outcome != OUTCOME_PASSED)
      return outcome != OUTCOME_VIOLATION;
  }
  return !is_over(walk);
}

void
interp_random_rounds(struct schedule *schedule, const struct prog *prog,
                     const struct labels *labels, unsigned rounds, uint64_t seed)
{
  struct walk walk = {.schedule = schedule, .random = seed};
  thread_id threads = (thread_id)prog->threads.n;
  bool going = true;
  begin(&walk, prog, labels);
  for (unsigned turn = 0; going && turn < rounds * threads; turn++) {
    thread_id thread = turn % threads;
    uint32_t left = steps_left(&walk, thread);
    bool last = turn / threads + 1 == rounds;
    vec_push(&schedule->contexts, ((struct context){.thread = thread}));
    going = take_turn(&walk, thread, last ? left : (uint32_t)(draw(&walk) % (left + 1)));
  }
  add_up(schedule, labels);
  machine_free(&walk.machine);
}
