/* One run at random: which thread goes on is drawn anew at every label, and inputs when they are
 * needed. A thread that cannot go on is not tried again before another one has. */
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
add_up(struct schedule *schedule, size_t threads)
{
  uint32_t *passed = mem_alloc(threads * sizeof *passed);
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    struct context *context = &schedule->contexts.at[i];
    context->labels = passed[context->thread] += context->labels;
  }
  vec_drop(passed);
}

void
interp_random(struct schedule *schedule, const struct prog *prog, const struct labels *labels,
              uint64_t seed)
{
  struct walk walk = {.schedule = schedule, .random = seed};
  event_id at;
  machine_init(&walk.machine, prog, labels);
  machine_start(&walk.machine);
  walk.stands = mem_alloc(prog->threads.n * sizeof *walk.stands);
  for (thread_id thread; (thread = pick(&walk)) < prog->threads.n;) {
    enum outcome outcome;
    while ((outcome = machine_pass(&walk.machine, thread, &at)) == OUTCOME_DEMANDS)
      choose(&walk);
    walk.stands[thread] = outcome != OUTCOME_PASSED;
    if (outcome == OUTCOME_PASSED || outcome == OUTCOME_VIOLATION)
      note(&walk, thread);
    bool over = walk.machine.position[0] == labels_count(labels, 0); /* main has returned */
    if (outcome == OUTCOME_VIOLATION || over)
      break;
    for (size_t i = 0; outcome == OUTCOME_PASSED && i < prog->threads.n; i++)
      walk.stands[i] = false;
  }
  add_up(schedule, prog->threads.n);
  vec_drop(walk.stands);
  machine_free(&walk.machine);
}
