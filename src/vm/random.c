/* Each run has a way of its own to say who goes on:
 *
 * - at random, in each step, or after some steps;
 * - by priorities: the first thread in a random order that can go on, and at a few random moments the one that goes
 *   on becomes the last (Burckhardt, Kothari, Musuvathi, Nagarakatti, A randomized scheduler with probabilistic
 *   guarantees of finding bugs, ASPLOS 2010). Whoever goes on for long becomes the last one, too: it may wait in a loop.
 *
 * All depends on the number of the run alone. Every run is one of the program, whatever is known so far of the words
 * that threads share: a thread may go on as long as it likes. So a bug is one. That there is none says nothing. */
#include "vm/random.h"

#include <string.h>

#include "vm/trail.h"

enum { MOST_STEPS = 3000, MOST_GIVEN_UP = 16, PATIENCE = 40, MOST_CHANGES = 3, POLL_RUNS = 64 };

struct look {
  struct vm *vm;
  struct vm_result *result;
  struct trail trail;
  struct choices choices;
  uint64_t dice;
  uint64_t steps;                /* of this run */
  uint64_t usual;                /* of the run before */
  unsigned stay;                 /* a change of threads has the chance 1 / stay; 0: by priorities */
  uint64_t change[MOST_CHANGES]; /* steps at which the first one becomes the last */
  int priority[VM_THREADS], lowest;
  unsigned thread, in_a_row;
  unsigned tried, waits; /* in this state: bits */
};

static uint64_t throw(struct look * look, uint64_t sides)
{
  look->dice ^= look->dice << 13;
  look->dice ^= look->dice >> 7;
  look->dice ^= look->dice << 17;
  return (look->dice >> 16) % sides;
}

static void
begin(struct look *look, uint64_t run)
{
  static const unsigned stays[] = {1, 0, 4, 0, 16, 0};
  look->dice = (run + 1) * UINT64_C(0x9e3779b97f4a7c15);
  for (unsigned i = 0; i < 4; i++)
    throw(look, 2);
  look->stay = stays[run % (sizeof stays / sizeof *stays)];
  for (unsigned i = 0; i < MOST_CHANGES; i++)
    look->change[i] = i < 1 + run / 2 % MOST_CHANGES ? throw(look, look->usual + 1) : UINT64_MAX;
  for (unsigned t = 0; t < VM_THREADS; t++)
    look->priority[t] = (int) throw(look, 1000);
  look->lowest = 0;
  look->thread = look->in_a_row = look->tried = look->waits = 0;
  look->steps = 0;
  route_free(look->trail.route);
  memset(look->trail.counts, 0, sizeof look->trail.counts);
  look->vm->passed.n = 0;
  heap_undo(&look->vm->heap, 0);
  look->vm->heap.hash = (struct hash){0};
}

/* ---- who is next ---- */

static bool
can_be_tried(const struct look *look, unsigned thread)
{
  return vm_status(look->vm, thread) == THREAD_RUNS && !(look->tried >> thread & 1);
}

static void
step_back(struct look *look)
{
  look->priority[look->thread] = --look->lowest;
  look->in_a_row = 0;
}

static unsigned
first_by_priority(struct look *look)
{
  unsigned first = VM_THREADS;
  for (unsigned i = 0; i < MOST_CHANGES; i++)
    if (look->steps == look->change[i] && !look->tried)
      step_back(look);
  if (look->in_a_row > PATIENCE)
    step_back(look);
  for (unsigned t = 0; t < VM_THREADS; t++)
    if (can_be_tried(look, t) && (first == VM_THREADS || look->priority[t] > look->priority[first]))
      first = t;
  return first;
}

static unsigned
any(struct look *look)
{
  unsigned n = 0, found = VM_THREADS;
  if (can_be_tried(look, look->thread) && throw(look, look->stay))
    return look->thread;
  for (unsigned t = 0; t < VM_THREADS; t++)
    if (can_be_tried(look, t) && !throw(look, ++n))
      found = t;
  return found;
}

/* VM_THREADS: all were tried. */
static unsigned
next(struct look *look)
{
  return look->stay ? any(look) : first_by_priority(look);
}

/* ---- a run ---- */

/* It waits: a deadlock. */
static bool
is_bug(struct look *look, enum outcome outcome)
{
  if (outcome != STEP_FAILED && outcome != STEP_WAITS && outcome != STEP_RACES)
    return false;
  look->result->verdict = VM_WRONG;
  look->result->deadlock = outcome == STEP_WAITS;
  look->result->race = outcome == STEP_RACES;
  look->result->fault = look->vm->fault;
  trail_end(&look->trail, look->vm, outcome != STEP_FAILED);
  return true;
}

/* Nobody can go on. That is no deadlock if somebody never goes on for another reason. */
static bool
is_deadlock(const struct look *look)
{
  bool stays = !(look->vm->options->property & PROPERTY_DEADLOCK) || look->tried != look->waits;
  for (unsigned t = 0; t < VM_THREADS; t++) {
    enum thread_status status = vm_status(look->vm, t);
    stays |= status == THREAD_STUCK || status == THREAD_LEFT;
  }
  return look->waits && !stays;
}

static void
went_on(struct look *look, unsigned thread)
{
  look->in_a_row = thread == look->thread ? look->in_a_row + 1 : 0;
  look->thread = thread;
  look->tried = look->waits = 0;
  look->steps++;
}

static void
draw(struct look *look)
{
  look->choices.n = MOST_CHOICES;
  for (unsigned i = 0; i < MOST_CHOICES; i++)
    look->choices.value[i] = (uint32_t) throw(look, UINT32_MAX);
}

/* GAVE_UP if it went on for too long, too. */
static enum outcome
run(struct look *look)
{
  draw(look);
  enum outcome outcome = vm_begin(look->vm, &look->choices);
  trail_step(&look->trail, look->vm);
  while (outcome == STEP_DONE && look->steps < MOST_STEPS) {
    unsigned thread = next(look);
    if (thread == VM_THREADS)
      return is_deadlock(look) ? STEP_WAITS : STEP_ABSENT;
    draw(look);
    outcome = vm_step(look->vm, thread, &look->choices);
    if (outcome == STEP_DONE || outcome == STEP_FAILED)
      trail_step(&look->trail, look->vm);
    look->vm->passed.n = 0;
    if (outcome == STEP_DONE)
      went_on(look, thread);
    if (outcome == STEP_WAITS || outcome == STEP_REFUSED) {
      look->tried |= 1u << thread;
      look->waits |= (unsigned)(outcome == STEP_WAITS) << thread;
      outcome = STEP_DONE;
    }
  }
  return outcome == STEP_DONE ? STEP_GAVE_UP : outcome;
}

bool
random_look(struct vm *vm, const struct vm_limits *limits, struct vm_result *result)
{
  struct look look = {.vm = vm, .result = result, .trail.route = &result->route, .usual = 100};
  unsigned given_up = 0;
  bool bug = false;
  vm->records = vm->guesses = true;
  for (uint64_t n = 0, all = 0; all < limits->random && given_up < MOST_GIVEN_UP && !bug; n++) {
    if (n % POLL_RUNS == 0 && limits->stop && limits->stop(limits->argument))
      break;
    begin(&look, n);
    enum outcome outcome = run(&look);
    all += look.steps + 20; /* for the way to the first state */
    result->steps += look.steps;
    look.usual = look.steps;
    given_up += outcome == STEP_GAVE_UP;
    bug = is_bug(&look, outcome);
  }
  if (!bug)
    route_free(&result->route);
  vm->records = vm->guesses = vm->again = vm->heap.other_use = false;
  vm->passed.n = 0;
  heap_undo(&vm->heap, 0);
  vm->heap.hash = (struct hash){0};
  return bug;
}
