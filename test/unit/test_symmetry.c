/* Equal threads: states that differ in who is who count as one. Random programs with several threads
 * of the same code, against the search that tells all threads apart and leaves nothing out; and the
 * numbers of states of some programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <cmocka.h>

#include "interp/symmetry.h"
#include "ir/text.h"
#include "random_prog.h"

enum {
  PROGS = 4000 / HEDDLE_ONE_OF,
  WALKS = 4000 / HEDDLE_ONE_OF,
  MOST_THREADS = 6,
  MOST_LOOPS = 2,
  OBSERVED = 16,
  MOST_STATES = 4000
};

/* ---- programs ---- */

struct maker {
  struct tiny tiny;
  object_id shared[2], lock[2], note, own[MOST_THREADS + 1];
  value_id input[MOST_THREADS + 1]; /* of one thread alone */
  value_id common;                  /* an input of all */
  value_id argument;                /* what main had loaded before it created them */
  bool has_argument;
  uint32_t units;
  bool checks_locks, lends_names, about_names, about_stops, observer;
};

/* What a thread has loaded. */
struct hand {
  value_id last, noted;
  thread_id thread;
};

static void
begin_section(struct maker *m)
{
  m->tiny.prog->sections++;
}

static void
end_section(struct maker *m, event_id first, bool locked)
{
  for (event_id e = first; e < m->tiny.prog->events.n; e++) {
    struct event *event = &m->tiny.prog->events.at[e];
    event->section = m->tiny.prog->sections;
    if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE) {
      event->locked = locked;
      event->order = ORDER_RELAXED;
    }
  }
}

static void
lock(struct maker *m, const struct hand *hand, object_id mutex)
{
  event_id first = (event_id)m->tiny.prog->events.n;
  begin_section(m);
  value_id owner = tiny_load(&m->tiny, mutex, 0, 1);
  if (m->checks_locks)
    tiny_event(&m->tiny, EVENT_ASSERT,
               value_not(m->tiny.prog, tiny_is(&m->tiny, owner, hand->thread + 1)));
  event_id block = tiny_event(&m->tiny, EVENT_BLOCK, tiny_is(&m->tiny, owner, 0));
  m->tiny.prog->events.at[block].addr = value_resize(m->tiny.prog, owner, 64, false);
  tiny_store(&m->tiny, mutex, 0, tiny_const(&m->tiny, 1, hand->thread + 1));
  end_section(m, first, true);
}

/* What it had held goes to the hand, as a condition. */
static void
try_lock(struct maker *m, struct hand *hand, object_id mutex)
{
  struct prog *prog = m->tiny.prog;
  event_id first = (event_id)prog->events.n;
  begin_section(m);
  value_id owner = tiny_load(&m->tiny, mutex, 0, 1), guard = m->tiny.guard;
  m->tiny.guard = value_and(prog, guard, tiny_is(&m->tiny, owner, 0));
  tiny_store(&m->tiny, mutex, 0, tiny_const(&m->tiny, 1, hand->thread + 1));
  m->tiny.guard = guard;
  end_section(m, first, true);
  hand->last = value_ite(prog, tiny_is(&m->tiny, owner, 0), tiny_const(&m->tiny, 1, 1),
                         tiny_const(&m->tiny, 1, 0));
}

static void
unlock(struct maker *m, const struct hand *hand, object_id mutex)
{
  event_id first = (event_id)m->tiny.prog->events.n;
  begin_section(m);
  value_id owner = tiny_load(&m->tiny, mutex, 0, 1);
  if (m->checks_locks)
    tiny_event(&m->tiny, EVENT_ASSERT, tiny_is(&m->tiny, owner, hand->thread + 1));
  tiny_store(&m->tiny, mutex, 0, tiny_const(&m->tiny, 1, 0));
  end_section(m, first, true);
}

/* Adds 1: how many came before. */
static value_id
take_number(struct maker *m, object_id object)
{
  event_id first = (event_id)m->tiny.prog->events.n;
  begin_section(m);
  value_id old = tiny_load(&m->tiny, object, 0, 1);
  tiny_store(&m->tiny, object, 0, tiny_plus(&m->tiny, old, 1));
  end_section(m, first, true);
  return old;
}

static value_id
number(struct maker *m, struct dice *dice, const struct hand *hand)
{
  switch (roll(dice, 8)) {
  case 0:
  case 1:
    return tiny_plus(&m->tiny, hand->last, 1);
  case 2:
    return tiny_const(&m->tiny, 1, roll(dice, 4));
  case 3:
    return m->input[hand->thread];
  case 4:
    return chance(dice, 2) ? m->common : hand->last;
  case 5:
    return m->has_argument ? m->argument : hand->last;
  case 6:
    return m->lends_names && chance(dice, 6) ? tiny_const(&m->tiny, 1, hand->thread + 1)
                                             : hand->last;
  default:
    return hand->last;
  }
}

static value_id
condition(struct maker *m, struct dice *dice, const struct hand *hand)
{
  value_id is = tiny_is(&m->tiny, number(m, dice, hand), roll(dice, 3));
  return chance(dice, 2) ? is : value_not(m->tiny.prog, is);
}

/* One bit more of what the thread knows. */
static void
remember(struct maker *m, struct hand *hand, value_id bit)
{
  struct prog *prog = m->tiny.prog;
  value_id twice = value_op(prog, OP_ADD, 8, hand->last, hand->last, 0, 0);
  hand->last = value_op(prog, OP_ADD, 8, twice, value_resize(prog, bit, 8, false), 0, 0);
}

/* Names in memory that is no lock. */
static void
use_note(struct maker *m, struct dice *dice, struct hand *hand)
{
  struct prog *prog = m->tiny.prog;
  value_id name = tiny_const(&m->tiny, 1, hand->thread + 1);
  switch (roll(dice, m->lends_names ? 7 : 4)) {
  case 0:
  case 1:
    tiny_store(&m->tiny, m->note, 0, name);
    break;
  case 2:
    hand->noted = tiny_load(&m->tiny, m->note, 0, 1);
    break;
  case 3: /* is it still my own? */
    remember(m, hand, value_eq(prog, tiny_load(&m->tiny, m->note, 0, 1), name));
    break;
  case 4: /* is it what it was? */
    if (hand->noted)
      remember(m, hand, value_eq(prog, tiny_load(&m->tiny, m->note, 0, 1), hand->noted));
    break;
  case 5: /* put back */
    if (hand->noted)
      tiny_store(&m->tiny, m->note, 0, hand->noted);
    break;
  default: /* a name is a number after all */
    if (chance(dice, 4))
      hand->last = tiny_load(&m->tiny, m->note, 0, 1);
    break;
  }
}

static void
rare_unit(struct maker *m, struct dice *dice, struct hand *hand)
{
  switch (roll(dice, 6)) {
  case 0: {
    event_id cut = tiny_event(&m->tiny, EVENT_CUT, VALUE_FALSE);
    m->tiny.prog->events.at[cut].guard = condition(m, dice, hand);
    m->tiny.prog->events.at[cut].loop = roll(dice, MOST_LOOPS);
    break;
  }
  case 1:
    tiny_event(&m->tiny, EVENT_ASSUME, condition(m, dice, hand));
    break;
  case 2:
    tiny_event(&m->tiny, EVENT_ASSERT, condition(m, dice, hand));
    break;
  case 3: {
    event_id fence = tiny_event(&m->tiny, EVENT_FENCE, VALUE_FALSE);
    m->tiny.prog->events.at[fence].order = ORDER_SEQ_CST;
    break;
  }
  case 4: /* waits for a number, of whomever */
    if (chance(dice, 2)) {
      event_id first = (event_id)m->tiny.prog->events.n;
      begin_section(m);
      value_id is = tiny_load(&m->tiny, m->shared[roll(dice, 2)], 0, 1);
      tiny_event(&m->tiny, EVENT_BLOCK, tiny_is(&m->tiny, is, roll(dice, 3)));
      end_section(m, first, true);
    }
    break;
  default:
    try_lock(m, hand, m->lock[roll(dice, 2)]);
  }
}

/* Whoever comes at the wrong time stops, or waits. */
static void
stopping_unit(struct maker *m, struct dice *dice, struct hand *hand)
{
  value_id outside = m->tiny.guard;
  value_id came = take_number(m, m->shared[0]);
  value_id is = tiny_is(&m->tiny, came, roll(dice, 3));
  m->tiny.guard = chance(dice, 2) ? is : value_not(m->tiny.prog, is);
  if (chance(dice, 3))
    tiny_event(&m->tiny, EVENT_ASSUME, VALUE_FALSE);
  else if (chance(dice, 2))
    tiny_event(&m->tiny, EVENT_CUT, VALUE_FALSE);
  else
    lock(m, hand, m->lock[0]);
  m->tiny.guard = outside;
  if (chance(dice, 2))
    lock(m, hand, m->lock[0]);
}

static void
unit(struct maker *m, struct dice *dice, struct hand *hand)
{
  if (m->about_stops && chance(dice, 2)) {
    stopping_unit(m, dice, hand);
    return;
  }
  object_id shared = m->shared[roll(dice, 2)], mutex = m->lock[chance(dice, 4)];
  value_id outside = m->tiny.guard;
  if (chance(dice, 5))
    m->tiny.guard = value_and(m->tiny.prog, outside, condition(m, dice, hand));
  bool open = m->tiny.guard == outside;
  value_id before = hand->last, noted = hand->noted;
  switch (m->about_names ? 9 + roll(dice, 5) : roll(dice, 12)) {
  case 0:
  case 1:
    hand->last = tiny_load(&m->tiny, shared, 0, 1);
    break;
  case 2:
  case 3:
    tiny_store(&m->tiny, shared, 0, number(m, dice, hand));
    break;
  case 4:
    take_number(m, shared);
    break;
  case 5:
    tiny_store(&m->tiny, m->own[hand->thread], 0, number(m, dice, hand));
    break;
  case 6:
    hand->last = tiny_load(&m->tiny, m->own[hand->thread], 0, 1);
    break;
  case 7:
    lock(m, hand, mutex);
    break;
  case 8:
    unlock(m, hand, mutex);
    break;
  case 9: /* a critical section */
    lock(m, hand, mutex);
    tiny_store(&m->tiny, shared, 0, tiny_plus(&m->tiny, tiny_load(&m->tiny, shared, 0, 1), 1));
    unlock(m, hand, mutex);
    break;
  case 10:
  case 12:
    use_note(m, dice, hand);
    break;
  case 13:
    hand->last = take_number(m, shared);
    break;
  default:
    rare_unit(m, dice, hand);
  }
  /* What is loaded under a condition is used only there. */
  if (!open) {
    hand->last = before;
    hand->noted = noted;
  }
  m->tiny.guard = outside;
}

/* What has been seen makes the thread stop at one loop or another. Which of these are reached says
 * much more than a verdict. */
static void
observe(struct maker *m, value_id seen)
{
  for (unsigned i = 0; i < OBSERVED; i++) {
    event_id cut = tiny_event(&m->tiny, EVENT_CUT, VALUE_FALSE);
    m->tiny.prog->events.at[cut].guard = tiny_is(&m->tiny, seen, i);
    m->tiny.prog->events.at[cut].loop = MOST_LOOPS + i;
  }
}

/* Of two or three places, as one number. */
static value_id
look_around(struct maker *m, struct dice *dice)
{
  const object_id places[] = {m->shared[0], m->shared[1], m->note, m->lock[0], m->lock[1]};
  struct prog *prog = m->tiny.prog;
  value_id seen = tiny_const(&m->tiny, 1, 0);
  bool wide = chance(dice, 2);
  for (unsigned n = wide ? 2 : 3, i = 0; i < n; i++) {
    value_id is = tiny_load(&m->tiny, places[roll(dice, m->lends_names ? 5 : 2)], 0, 1);
    value_id scaled = value_op(prog, OP_MUL, 8, seen, tiny_const(&m->tiny, 1, wide ? 4 : 3), 0, 0);
    seen = value_op(prog, OP_ADD, 8, scaled, is, 0, 0);
  }
  return seen;
}

/* The same dice make the same code. */
static void
worker(struct maker *m, thread_id thread, struct dice dice)
{
  struct hand hand = {.last = tiny_const(&m->tiny, 1, 1), .thread = thread};
  tiny_thread(&m->tiny);
  for (uint32_t n = 1 + roll(&dice, m->units), i = 0; i < n; i++)
    unit(m, &dice, &hand);
  if (chance(&dice, m->about_names ? 2 : 4))
    observe(m, hand.last);
}

static void
join(struct maker *m, struct dice *dice, struct hand *hand, thread_id child)
{
  value_id guard = m->tiny.guard;
  if (chance(dice, 12))
    m->tiny.guard = condition(m, dice, hand);
  tiny_child(&m->tiny, EVENT_JOIN, child);
  m->tiny.guard = guard;
}

static void
creator(struct maker *m, struct dice *dice, uint32_t workers)
{
  struct hand hand = {.last = tiny_const(&m->tiny, 1, 0)};
  bool orderly = !chance(dice, 4);
  thread_id order[MOST_THREADS];
  tiny_thread(&m->tiny);
  if (m->observer)
    tiny_child(&m->tiny, EVENT_CREATE, workers + 1);
  if (chance(dice, 4)) {
    m->argument = hand.last = tiny_load(&m->tiny, m->shared[0], 0, 1);
    m->has_argument = true;
  }
  for (thread_id t = 1; t <= workers; t++) {
    order[t - 1] = t;
    tiny_child(&m->tiny, EVENT_CREATE, t);
    if (!orderly && chance(dice, 3))
      unit(m, dice, &hand);
  }
  for (uint32_t i = roll(dice, 3); i > 0; i--)
    unit(m, dice, &hand);
  if (m->about_stops && chance(dice, 2))
    lock(m, &hand, m->lock[0]);
  for (uint32_t i = 0; chance(dice, 4) && i < workers; i++) {
    uint32_t k = roll(dice, workers);
    thread_id other = order[k];
    order[k] = order[i];
    order[i] = other;
  }
  for (uint32_t i = 0; i < workers; i++) {
    if (orderly || !chance(dice, 6))
      join(m, dice, &hand, order[i]);
    if (m->about_stops && chance(dice, 6))
      rare_unit(m, dice, &hand);
    if (!orderly && chance(dice, 3))
      unit(m, dice, &hand);
  }
  for (unsigned i = 0; chance(dice, 3) && i < 2; i++) {
    value_id is = tiny_load(&m->tiny, m->shared[i], 0, 1);
    value_id bad = tiny_is(&m->tiny, is, roll(dice, 8));
    tiny_event(&m->tiny, EVENT_ASSERT, value_not(m->tiny.prog, bad));
  }
  if (chance(dice, 2))
    observe(m, look_around(m, dice));
}

static struct tiny
equal_threads(struct dice *dice)
{
  struct maker m = {.tiny = tiny_new(), .units = 2 + roll(dice, 3)};
  struct prog *prog = m.tiny.prog;
  uint32_t workers = 2 + roll(dice, m.units > 3 ? 2 : 3);
  for (unsigned i = 0; i < 2; i++) {
    m.shared[i] = tiny_global(&m.tiny, 1);
    m.lock[i] = tiny_global(&m.tiny, 1);
  }
  m.note = tiny_global(&m.tiny, 1);
  for (thread_id t = 0; t <= workers; t++) {
    m.own[t] = tiny_global(&m.tiny, 1);
    m.input[t] =
      value_resize(prog, value_input(prog, (struct input){.width = 1, .name = "i"}), 8, false);
    if (chance(dice, 8))
      tiny_init(&m.tiny, m.own[t], 0, m.input[t]);
  }
  m.common =
    value_resize(prog, value_input(prog, (struct input){.width = 1, .name = "c"}), 8, false);
  for (unsigned i = 0; i < MOST_LOOPS + OBSERVED; i++)
    vec_push(&prog->loops, ((struct loop){.function = "f", .bound = 1}));
  m.checks_locks = chance(dice, 3);
  m.lends_names = chance(dice, 3);
  m.about_names = chance(dice, 3);
  m.about_stops = !m.about_names && chance(dice, 3);
  m.observer = chance(dice, 3);
  creator(&m, dice, workers);
  struct dice code = {dice->seed + 5};
  for (thread_id t = 1; t <= workers; t++) {
    if (chance(dice, 6))
      code.seed++; /* from here on they are others */
    worker(&m, t, code);
  }
  if (m.observer) {
    tiny_thread(&m.tiny);
    observe(&m, look_around(&m, dice));
  }
  prog->memory = chance(dice, 2) ? MEMORY_SC : chance(dice, 2) ? MEMORY_TSO : MEMORY_PSO;
  prog->asks = (roll(dice, 3) ? 0 : PROPERTY_DEADLOCK) | (roll(dice, 6) ? 0 : PROPERTY_RACE);
  prog->no_merge = chance(dice, 2);
  tiny_done(&m.tiny);
  return m.tiny;
}

/* ---- comparison ---- */

struct count {
  unsigned safe, bugs, deadlocks, races, cuts, smaller, named;
};

static struct exploration
search(const struct prog *prog, const struct labels *labels, bool unreduced, bool asymmetric)
{
  struct exploration result;
  struct all_limits limits = {.max_states = MOST_STATES,
                              .max_input_bits = 8,
                              .unreduced = unreduced,
                              .asymmetric = asymmetric};
  interp_explore_all(&result, prog, labels, &limits);
  return result;
}

static void
complain(const struct prog *prog, const char *what)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fprintf(stderr, "%s; asks %u, memory %d, no_merge %d: %s\n", str_text(&text), prog->asks,
          (int)prog->memory, prog->no_merge, what);
  str_free(&text);
  fail();
}

static enum run_end
end_of(const struct prog *prog, const struct labels *labels, const struct exploration *found)
{
  struct run run;
  interp_run(&run, prog, labels, &found->witness);
  enum run_end end = run.end;
  run_free(&run);
  return end;
}

static void
compare_one(const struct prog *prog, const struct labels *labels, const struct exploration *truth,
            const struct exploration *found)
{
  if (truth->verdict == EXPLORE_BUG && found->verdict == EXPLORE_GAVE_UP)
    return; /* it was found by luck, before there were too many states */
  if (found->verdict != truth->verdict)
    complain(prog, "another verdict");
  for (size_t i = 0; truth->verdict == EXPLORE_SAFE && i < truth->hit.n; i++)
    if (found->hit.at[i] != truth->hit.at[i])
      complain(prog, "another opinion on cuts");
  if (found->verdict != EXPLORE_BUG)
    return;
  enum run_end end = end_of(prog, labels, found);
  if (end != RUN_VIOLATION && end != RUN_DEADLOCK && end != RUN_RACE)
    complain(prog, "the run does not fail");
}

static void
compare(const struct prog *prog, struct count *count)
{
  struct labels labels = {0};
  labels_find(&labels, prog);
  struct exploration truth = search(prog, &labels, true, true);
  struct exploration found[3] = {search(prog, &labels, true, false),
                                 search(prog, &labels, false, false),
                                 search(prog, &labels, false, true)};
  for (unsigned i = 0; i < 3 && truth.verdict != EXPLORE_GAVE_UP; i++)
    compare_one(prog, &labels, &truth, &found[i]);
  if (truth.verdict == EXPLORE_BUG) {
    enum run_end end = end_of(prog, &labels, &truth);
    count->bugs++;
    count->deadlocks += end == RUN_DEADLOCK;
    count->races += end == RUN_RACE;
  }
  if (truth.verdict == EXPLORE_SAFE) {
    count->safe++;
    count->cuts += truth.cut;
    count->smaller += found[1].states < found[2].states;
  }
  exploration_free(&truth);
  for (unsigned i = 0; i < 3; i++)
    exploration_free(&found[i]);
  labels_free(&labels);
}

static void
test_random_programs(void **state)
{
  (void)state;
  struct dice dice = {41};
  struct count count = {0};
  const unsigned n = PROGS;
  for (unsigned i = 0; i < n; i++) {
    struct tiny tiny = equal_threads(&dice);
    compare(tiny.prog, &count);
    tiny_free(&tiny);
  }
  assert_true(count.bugs > n / 5 && count.safe > n / 5 && count.cuts > n / 50);
  assert_true(count.deadlocks > n / 50 && count.races > n / 100);
  assert_true(count.smaller > count.safe / 3);
}

/* ---- the future of each state ----
 *
 * Stronger than to compare verdicts: of all states that a program has, those with the same
 * fingerprint must have the same future: which loops can be cut, and what can go wrong. */

enum { VIOLATION = 1 << 30, DEADLOCK = 1 << 29, RACE = 1 << 28, INVALID = 1 << 27 };

struct walk {
  struct prog *prog;
  unsigned asks;
  struct machine machine;
  struct symmetry symmetry;
  struct map exact, merged; /* futures by fingerprint, plus 1 */
  bool too_large;
  unsigned shared; /* states that count as one that was there before */
};

static uint64_t
key(struct fingerprint print)
{
  return hash_mix(print.a, print.b);
}

static uint32_t future(struct walk *walk);

/* Passes a label, and what may happen then. */
static uint32_t
future_of_thread(struct walk *walk, thread_id thread, bool *halted)
{
  struct machine *machine = &walk->machine;
  struct mark before = machine_mark(machine);
  event_id at = 0;
  uint32_t seen = 0;
  switch (machine_pass(machine, thread, &at)) {
  case OUTCOME_PASSED:
    *halted = false;
    seen = future(walk);
    break;
  case OUTCOME_VIOLATION:
    seen = VIOLATION;
    break;
  case OUTCOME_CUT:
    seen = 1u << walk->prog->events.at[at].loop;
    break;
  case OUTCOME_INVALID:
    seen = INVALID;
    break;
  default:
    break;
  }
  machine_undo(machine, before);
  return seen;
}

static uint32_t
future_of_buffer(struct walk *walk, thread_id thread, bool *halted)
{
  struct machine *machine = &walk->machine;
  uint32_t seen = 0;
  for (size_t i = 0; machine->buffered && i < machine->buffers[thread].n; i++) {
    if (!machine_may_leave(machine, thread, i))
      continue;
    struct mark before = machine_mark(machine);
    machine_leave(machine, thread, i);
    *halted = false;
    seen |= future(walk);
    machine_undo(machine, before);
  }
  return seen;
}

/* Is the state itself wrong? */
static uint32_t
fault_of(struct walk *walk, bool halted)
{
  uint32_t seen = 0;
  walk->prog->asks = walk->asks & PROPERTY_RACE;
  if (walk->prog->asks && machine_halt(&walk->machine, NULL) == HALT_RACE)
    seen |= RACE;
  walk->prog->asks = walk->asks & PROPERTY_DEADLOCK;
  if (halted && walk->prog->asks && machine_halt(&walk->machine, NULL) == HALT_DEADLOCK)
    seen |= DEADLOCK;
  walk->prog->asks = walk->asks;
  return seen;
}

static uint32_t
future(struct walk *walk)
{
  uint64_t state = key(walk->machine.print);
  const uint32_t *known = map_find(&walk->exact, state);
  bool halted = true;
  walk->too_large |= walk->exact.n > MOST_STATES;
  if (known || walk->too_large)
    return known ? *known - 1 : 0;
  uint32_t seen = 0;
  for (thread_id t = 0; t < walk->prog->threads.n; t++) {
    if (machine_can_try(&walk->machine, t))
      seen |= future_of_thread(walk, t, &halted);
    seen |= future_of_buffer(walk, t, &halted);
  }
  seen |= fault_of(walk, halted);
  *map_at(&walk->exact, state) = seen + 1;
  uint32_t *merged = map_at(&walk->merged, key(symmetry_print(&walk->symmetry)));
  if (!walk->too_large && *merged && *merged != seen + 1)
    complain(walk->prog, "states with different futures count as one");
  walk->shared += *merged > 0;
  *merged = seen + 1;
  return seen;
}

static bool
walk_through(struct prog *prog, struct dice *dice)
{
  struct walk walk = {.prog = prog, .asks = prog->asks};
  struct labels labels = {0};
  labels_find(&labels, prog);
  machine_init(&walk.machine, prog, &labels);
  walk.machine.keeps = true;
  for (uint32_t i = 0; i < prog->inputs.n; i++)
    machine_choose(&walk.machine, i, roll(dice, 2));
  machine_start(&walk.machine);
  symmetry_find(&walk.symmetry, &walk.machine);
  if (walk.symmetry.some)
    future(&walk);
  symmetry_free(&walk.symmetry);
  machine_free(&walk.machine);
  map_free(&walk.exact);
  map_free(&walk.merged);
  labels_free(&labels);
  return walk.shared > 0;
}

static void
test_futures(void **state)
{
  (void)state;
  struct dice dice = {43};
  unsigned shared = 0;
  for (unsigned i = 0; i < WALKS; i++) {
    struct tiny tiny = equal_threads(&dice);
    shared += walk_through(tiny.prog, &dice);
    tiny_free(&tiny);
  }
  assert_true(shared > WALKS / 3);
}

/* ---- single programs ---- */

/* Main creates two equal threads. */
static struct maker
begin_pair(void)
{
  struct maker m = {.tiny = tiny_new()};
  m.shared[0] = tiny_global(&m.tiny, 1);
  m.note = tiny_global(&m.tiny, 1);
  m.lock[0] = tiny_global(&m.tiny, 1);
  vec_push(&m.tiny.prog->loops, ((struct loop){.function = "f", .bound = 1}));
  tiny_thread(&m.tiny);
  return m;
}

static void
create_pair(struct maker *m)
{
  tiny_child(&m->tiny, EVENT_CREATE, 1);
  tiny_child(&m->tiny, EVENT_CREATE, 2);
}

static enum run_end
find_bug(struct maker *m)
{
  struct labels labels = {0};
  tiny_done(&m->tiny);
  labels_find(&labels, m->tiny.prog);
  struct exploration found = search(m->tiny.prog, &labels, false, false);
  assert_int_equal(found.verdict, EXPLORE_BUG);
  enum run_end end = end_of(m->tiny.prog, &labels, &found);
  exploration_free(&found);
  labels_free(&labels);
  tiny_free(&m->tiny);
  return end;
}

/* Whoever comes second never ends. When main has joined the thread that was created last, something
 * is wrong, whether the other one ends or not. */
static void
test_between_joins(void **state)
{
  (void)state;
  struct maker m = begin_pair();
  create_pair(&m);
  tiny_child(&m.tiny, EVENT_JOIN, 2);
  tiny_event(&m.tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_child(&m.tiny, EVENT_JOIN, 1);
  for (thread_id t = 1; t <= 2; t++) {
    tiny_thread(&m.tiny);
    value_id came = take_number(&m, m.shared[0]);
    tiny_event(&m.tiny, EVENT_ASSUME, tiny_is(&m.tiny, came, 0));
  }
  assert_int_equal(find_bug(&m), RUN_VIOLATION);
}

/* Whoever comes second is cut. The first one waits for a lock that main holds. That is a circle if
 * main waits for this thread, and none if it waits for the other one, which might go on. */
static void
test_lock_of_the_creator(void **state)
{
  (void)state;
  struct maker m = begin_pair();
  lock(&m, &(struct hand){.thread = 0}, m.lock[0]);
  create_pair(&m);
  tiny_child(&m.tiny, EVENT_JOIN, 2);
  tiny_child(&m.tiny, EVENT_JOIN, 1);
  for (thread_id t = 1; t <= 2; t++) {
    tiny_thread(&m.tiny);
    value_id came = take_number(&m, m.shared[0]);
    m.tiny.guard = tiny_is(&m.tiny, came, 1);
    tiny_event(&m.tiny, EVENT_CUT, VALUE_FALSE);
    m.tiny.guard = VALUE_TRUE;
    lock(&m, &(struct hand){.thread = t}, m.lock[0]);
  }
  m.tiny.prog->asks = PROPERTY_DEADLOCK;
  assert_int_equal(find_bug(&m), RUN_DEADLOCK);
}

/* Each thread notes its name and takes a number. It may be either of them whose name stays. */
static void
test_name_in_memory(void **state)
{
  (void)state;
  for (unsigned number = 0; number < 2; number++) {
    struct maker m = begin_pair();
    create_pair(&m);
    for (thread_id t = 1; t <= 2; t++) {
      tiny_thread(&m.tiny);
      tiny_store(&m.tiny, m.note, 0, tiny_const(&m.tiny, 1, t + 1));
      value_id came = take_number(&m, m.shared[0]);
      value_id all = tiny_load(&m.tiny, m.shared[0], 0, 1);
      value_id own = tiny_is(&m.tiny, tiny_load(&m.tiny, m.note, 0, 1), t + 1);
      value_id bad = value_and(m.tiny.prog, tiny_is(&m.tiny, came, number),
                               value_and(m.tiny.prog, own, tiny_is(&m.tiny, all, 2)));
      tiny_event(&m.tiny, EVENT_ASSERT, value_not(m.tiny.prog, bad));
    }
    assert_int_equal(find_bug(&m), RUN_VIOLATION);
  }
}

/* ---- numbers of states ---- */

enum work { COUNT, COUNT_LOCKED };

/* So many threads add 1, by a load and a store; main joins them, and there is something at the end. */
static struct exploration
count_states(enum work work, uint32_t threads, bool asymmetric)
{
  struct maker m = begin_pair();
  struct exploration found;
  struct labels labels = {0};
  for (thread_id t = 1; t <= threads; t++)
    tiny_child(&m.tiny, EVENT_CREATE, t);
  for (thread_id t = 1; t <= threads; t++)
    tiny_child(&m.tiny, EVENT_JOIN, t);
  value_id none = tiny_is(&m.tiny, tiny_load(&m.tiny, m.shared[0], 0, 1), 0);
  tiny_event(&m.tiny, EVENT_ASSERT, value_not(m.tiny.prog, none));
  for (thread_id t = 1; t <= threads; t++) {
    tiny_thread(&m.tiny);
    if (work == COUNT_LOCKED)
      lock(&m, &(struct hand){.thread = t}, m.lock[0]);
    value_id old = tiny_load(&m.tiny, m.shared[0], 0, 1);
    tiny_store(&m.tiny, m.shared[0], 0, tiny_plus(&m.tiny, old, 1));
    if (work == COUNT_LOCKED)
      unlock(&m, &(struct hand){.thread = t}, m.lock[0]);
  }
  m.tiny.prog->no_merge = true;
  m.tiny.prog->asks = PROPERTY_DEADLOCK;
  tiny_done(&m.tiny);
  labels_find(&labels, m.tiny.prog);
  found = search(m.tiny.prog, &labels, false, asymmetric);
  labels_free(&labels);
  tiny_free(&m.tiny);
  return found;
}

static void
test_states(void **state)
{
  (void)state;
  static const struct {
    enum work work;
    uint32_t threads, asymmetric, symmetric;
  } rows[] = {
    {COUNT, 2, 21, 15}, {COUNT, 4, 503, 86}, {COUNT_LOCKED, 3, 55, 20}, {COUNT_LOCKED, 5, 309, 32}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (int symmetric = 0; symmetric < 2; symmetric++) {
      struct exploration found = count_states(rows[i].work, rows[i].threads, !symmetric);
      assert_int_equal(found.verdict, EXPLORE_SAFE);
      assert_int_equal(found.states, symmetric ? rows[i].symmetric : rows[i].asymmetric);
      exploration_free(&found);
    }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_between_joins),  cmocka_unit_test(test_lock_of_the_creator),
    cmocka_unit_test(test_name_in_memory), cmocka_unit_test(test_states),
    cmocka_unit_test(test_futures),        cmocka_unit_test(test_random_programs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
