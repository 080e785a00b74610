/* All schedules by one order of labels, against brute force that leaves nothing out: violations,
 * deadlocks, races and cuts of random programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <cmocka.h>

#include "encode/encode.h"
#include "engine/engine.h"
#include "ir/text.h"
#include "random_prog.h"

enum {
  PROGS = 3000 / HEDDLE_ONE_OF,
  LITMUS = 1500 / HEDDLE_ONE_OF,
  WEAK = 2000 / HEDDLE_ONE_OF,
  WEAK_LITMUS = 2000 / HEDDLE_ONE_OF,
  WEAK_ROUNDS = 7,
  DIVIDED = 600 / HEDDLE_ONE_OF,
};

struct count {
  unsigned violations, deadlocks, races, safe, cuts, refined, parts;
};

static void
complain(const struct prog *prog, const char *what)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fprintf(stderr, "%s; asks %u, memory model %u: %s\n", str_text(&text), prog->asks, prog->memory,
          what);
  str_free(&text);
  fail();
}

/* Under a weak memory model by rounds. They are enough for most of these programs. */
static struct exploration
explore(const struct prog *prog, const struct labels *labels)
{
  struct exploration brute;
  if (prog->memory != MEMORY_SC) {
    interp_explore(&brute, prog, labels, WEAK_ROUNDS,
                   (struct explore_limits){.max_states = 3000000, .max_input_bits = 8});
    return brute;
  }
  struct all_limits limits = {.max_states = 3000000, .max_input_bits = 8, .unreduced = true};
  interp_explore_all(&brute, prog, labels, &limits);
  return brute;
}

/* That a cut inside of a section is reached may be said though it is not. */
static bool
has_cut_in_section(const struct prog *prog)
{
  for (event_id e = 0; e < prog->events.n; e++)
    if (prog->events.at[e].kind == EVENT_CUT && prog->events.at[e].section)
      return true;
  return false;
}

static void
count_bug(const struct engine_result *result, struct count *count)
{
  count->violations += result->run.end == RUN_VIOLATION;
  count->deadlocks += result->run.end == RUN_DEADLOCK;
  count->races += result->run.end == RUN_RACE;
}

static void
compare(const struct prog *prog, const struct labels *labels, const struct engine_options *options,
        struct count *count)
{
  struct exploration brute = explore(prog, labels);
  struct engine_result result;
  engine_check(&result, prog, labels, options);
  if (result.verdict == VERDICT_INTERNAL)
    complain(prog, result.reason);
  if (brute.verdict == EXPLORE_GAVE_UP || result.verdict == VERDICT_UNKNOWN)
    complain(prog, "no answer");
  if ((brute.verdict == EXPLORE_BUG) != (result.verdict == VERDICT_BUG))
    complain(prog, brute.verdict == EXPLORE_BUG ? "a bug is missed" : "a bug is invented");
  if (brute.verdict == EXPLORE_SAFE) {
    bool cut = !result.loops_complete;
    assert_true(result.loops_known && result.rounds_complete);
    assert_int_equal(result.verdict, cut ? VERDICT_BOUNDED : VERDICT_SAFE);
    if (cut != brute.cut && !(cut && has_cut_in_section(prog)))
      complain(prog, "another opinion on cuts");
    count->safe++;
    count->cuts += cut;
  } else {
    count_bug(&result, count);
  }
  count->refined += result.refinements > 0;
  count->parts += result.parts;
  if (prog->threads.n == 2 && !options->lazily && prog->memory == MEMORY_SC) /* it is exact */
    assert_int_equal(result.refinements, 0);
  engine_result_free(&result);
  exploration_free(&brute);
}

static void
test_random_programs(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 8, .rare_asserts = true, .rare_stops = true},
    {.threads = 3, .units = 6, .rare_asserts = true, .rare_stops = true},
    {.threads = 4, .units = 4, .rare_asserts = true, .rare_stops = true},
    {.threads = 5, .units = 3, .rare_asserts = true},
  };
  enum { SHAPES = sizeof shapes / sizeof *shapes };
  struct dice dice = {23};
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % SHAPES]);
    struct labels labels = {0};
    struct engine_options options = {.kind = ENGINE_ORDER,
                                     .seed = i,
                                     .lazily = i % 2,
                                     .no_slice = i % 3 == 0,
                                     .no_narrow = i % 5 == 0,
                                     .no_guess = i % 7 == 0};
    tiny.prog->asks =
      (roll(&dice, 2) ? PROPERTY_DEADLOCK : 0) | (roll(&dice, 4) ? 0 : PROPERTY_RACE);
    random_tell_nobody(tiny.prog);
    labels_find(&labels, tiny.prog);
    compare(tiny.prog, &labels, &options, &count);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  /* Otherwise there was nothing to compare. */
  assert_true(count.violations > PROGS / 20 && count.deadlocks > PROGS / 20);
  assert_true(count.races > PROGS / 50 && count.cuts > PROGS / 100);
  assert_true(count.safe > PROGS / 2 && count.refined > PROGS / 200);
}

/* ---- little but visible: who has seen what? -------------------------------------- */

enum { CELLS = 2, WORKERS = 6, LOOKS = 2 };

/* Worker w does some accesses; what it loads it leaves in seen[w]. Some enter a lock for that, and
 * one of those may never leave. Main joins all and says that they have not seen all of these
 * values. */
struct litmus {
  struct tiny tiny;
  struct dice *dice;
  object_id cell[CELLS], lock, seen[WORKERS][LOOKS];
  unsigned workers, looks[WORKERS], accesses;
};

static void
in_section(struct litmus *m, event_id first, uint32_t section)
{
  for (event_id e = first; e < m->tiny.prog->events.n; e++)
    m->tiny.prog->events.at[e].section = section;
  if (m->tiny.prog->sections < section)
    m->tiny.prog->sections = section;
}

static void
enter(struct litmus *m, uint32_t section)
{
  event_id first = (event_id)m->tiny.prog->events.n;
  value_id held = tiny_load(&m->tiny, m->lock, 0, 1);
  tiny_event(&m->tiny, EVENT_BLOCK, tiny_is(&m->tiny, held, 0));
  tiny_store(&m->tiny, m->lock, 0, tiny_const(&m->tiny, 1, 1));
  in_section(m, first, section);
}

static void
access_cell(struct litmus *m, unsigned w)
{
  struct tiny *tiny = &m->tiny;
  object_id cell = m->cell[roll(m->dice, CELLS)];
  unsigned *looks = &m->looks[w];
  if (*looks < LOOKS && chance(m->dice, 2)) {
    value_id value = tiny_load(tiny, cell, 0, 1);
    tiny_store(tiny, m->seen[w][*looks], 0, value);
    if (chance(m->dice, 3))
      tiny_store(tiny, cell, 0, tiny_plus(tiny, value, 1));
    ++*looks;
  } else {
    if (chance(m->dice, 2))
      tiny->guard = tiny_is(tiny, tiny_load(tiny, cell, 0, 1), roll(m->dice, 2));
    tiny_store(tiny, cell, 0, tiny_const(tiny, 1, 1 + roll(m->dice, 2)));
    tiny->guard = VALUE_TRUE;
  }
}

static void
add_worker(struct litmus *m, unsigned w)
{
  bool locks = chance(m->dice, 3), leaves = !chance(m->dice, 4);
  value_id guard = VALUE_TRUE;
  tiny_thread(&m->tiny);
  if (locks && chance(m->dice, 3))
    guard = tiny_is(&m->tiny, tiny_load(&m->tiny, m->cell[0], 0, 1), roll(m->dice, 2));
  m->tiny.guard = guard;
  if (locks)
    enter(m, w + 1);
  m->tiny.guard = VALUE_TRUE;
  for (unsigned i = 1 + roll(m->dice, m->accesses); i-- > 0;)
    access_cell(m, w);
  m->tiny.guard = guard;
  if (locks && leaves)
    tiny_store(&m->tiny, m->lock, 0, tiny_const(&m->tiny, 1, 0));
}

static void
add_main(struct litmus *m, const uint32_t *values)
{
  struct tiny *tiny = &m->tiny;
  value_id all = VALUE_TRUE;
  tiny_thread(tiny);
  for (unsigned w = 0; w < m->workers; w++)
    tiny_child(tiny, EVENT_CREATE, (thread_id)(w + 1));
  for (unsigned w = 0; w < m->workers; w++)
    tiny_child(tiny, EVENT_JOIN, (thread_id)(w + 1));
  for (unsigned i = 0; i < m->workers * LOOKS; i++) {
    value_id seen = tiny_load(tiny, m->seen[i / LOOKS][i % LOOKS], 0, 1);
    if (values[i])
      all = value_and(tiny->prog, all, tiny_is(tiny, seen, values[i] - 1));
  }
  tiny_event(tiny, EVENT_ASSERT, value_not(tiny->prog, all));
}

static struct tiny
litmus(struct dice *dice, unsigned workers, unsigned accesses)
{
  struct litmus m = {.tiny = tiny_new(), .dice = dice, .workers = workers, .accesses = accesses};
  uint32_t values[WORKERS * LOOKS];
  for (unsigned c = 0; c < CELLS; c++)
    m.cell[c] = tiny_global(&m.tiny, 1);
  m.lock = tiny_global(&m.tiny, 1);
  for (unsigned i = 0; i < WORKERS * LOOKS; i++) {
    m.seen[i / LOOKS][i % LOOKS] = tiny_global(&m.tiny, 1);
    values[i] = chance(dice, 3) ? 1 + roll(dice, 3) : 0; /* 0: whatever */
  }
  add_main(&m, values);
  for (unsigned w = 0; w < workers; w++)
    add_worker(&m, w);
  tiny_done(&m.tiny);
  return m.tiny;
}

static void
test_litmus(void **state)
{
  (void)state;
  static const struct {
    unsigned workers, accesses;
  } sizes[] = {{3, 3}, {4, 2}, {3, 4}, {6, 1}};
  struct dice dice = {5};
  struct count count = {0};
  for (unsigned i = 0; i < LITMUS; i++) {
    struct tiny tiny = litmus(&dice, sizes[i % 4].workers, sizes[i % 4].accesses);
    struct labels labels = {0};
    struct engine_options options = {
      .kind = ENGINE_ORDER, .seed = i, .lazily = i % 2, .no_slice = i % 5 == 0};
    tiny.prog->asks = chance(&dice, 4) ? PROPERTY_DEADLOCK : 0;
    labels_find(&labels, tiny.prog);
    compare(tiny.prog, &labels, &options, &count);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_true(count.violations > LITMUS / 10 && count.deadlocks > LITMUS / 50);
  assert_true(count.safe > LITMUS / 2 && count.refined > LITMUS / 50);
}

/* Divided into parts, however small. What some of them add after a model is told to the others, and
 * rivals add theirs. Some workers are told the problem as text. */
static void
test_divided_litmus(void **state)
{
  (void)state;
  struct dice dice = {26};
  struct count count = {0};
  for (unsigned i = 0; i < DIVIDED; i++) {
    struct tiny tiny = litmus(&dice, 3 + i % 3, 4 - i % 3);
    struct labels labels = {0};
    struct engine_options options = {.kind = ENGINE_ORDER,
                                     .seed = i,
                                     .lazily = i % 4 != 0,
                                     .jobs = i % 6 ? 1 : 2 + roll(&dice, 2),
                                     .leaves = 2 + roll(&dice, 5),
                                     .slice = 1 + roll(&dice, 10),
                                     .transport = chance(&dice, 3) ? &transport_told : NULL};
    tiny.prog->asks = chance(&dice, 4) ? PROPERTY_DEADLOCK : 0;
    labels_find(&labels, tiny.prog);
    compare(tiny.prog, &labels, &options, &count);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_true(count.violations > DIVIDED / 10 && count.safe > DIVIDED / 4);
  assert_true(count.refined > DIVIDED / 50 && count.parts > DIVIDED / 2);
}

/* ---- late stores --------------------------------------------------------------------- */

/* How many have a bug under this model, and not under the one before. */
struct only {
  unsigned bugs[MEMORY_PSO + 1];
};

static void
compare_models(struct prog *prog, struct engine_options options, struct count *count,
               struct only *only)
{
  bool before = false;
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_PSO; model++) {
    struct labels labels = {0};
    unsigned safe = count->safe;
    prog->memory = model;
    labels_find(&labels, prog);
    compare(prog, &labels, &options, count);
    bool bug = safe == count->safe;
    assert_true(bug || !before);
    only->bugs[model] += bug && !before;
    before = bug;
    labels_free(&labels);
  }
}

static void
test_weak_programs(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 7, .rare_stops = true, .rare_asserts = true, .weak = true},
    {.threads = 3, .units = 5, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 4, .rare_asserts = true, .weak = true},
  };
  struct dice dice = {24};
  struct count count = {0};
  struct only only = {0};
  for (unsigned i = 0; i < WEAK; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % 3]);
    struct engine_options options = {.kind = ENGINE_ORDER,
                                     .seed = i,
                                     .lazily = i % 2,
                                     .no_slice = i % 3 == 0,
                                     .no_narrow = i % 5 == 0,
                                     .no_guess = i % 7 == 0};
    tiny.prog->asks =
      (roll(&dice, 2) ? PROPERTY_DEADLOCK : 0) | (roll(&dice, 4) ? 0 : PROPERTY_RACE);
    random_tell_nobody(tiny.prog);
    compare_models(tiny.prog, options, &count, &only);
    tiny_free(&tiny);
  }
  assert_true(count.violations > WEAK / 20 && count.deadlocks > WEAK / 20);
  assert_true(count.races > WEAK / 20 && count.cuts > WEAK / 50 && count.safe > WEAK / 2);
}

static void
test_weak_litmus(void **state)
{
  (void)state;
  struct dice dice = {25};
  struct count count = {0};
  struct only only = {0};
  for (unsigned i = 0; i < WEAK_LITMUS; i++) {
    struct tiny tiny = i % 2 ? random_litmus(&dice) : litmus(&dice, 2 + i % 4 / 2, 4 - i % 4 / 2);
    struct engine_options options = {
      .kind = ENGINE_ORDER, .seed = i, .lazily = i % 2, .no_slice = i % 5 == 0};
    compare_models(tiny.prog, options, &count, &only);
    tiny_free(&tiny);
  }
  assert_true(count.violations > WEAK_LITMUS / 20 && count.safe > WEAK_LITMUS / 2);
  bool all = HEDDLE_ONE_OF == 1; /* these are rare */
  assert_true(!all || (only.bugs[MEMORY_TSO] > 3 && only.bugs[MEMORY_PSO] > 0));
}

/* ---- rules that random programs seldom need ---------------------------------------- */

static void
expect_bug(struct tiny *tiny)
{
  struct labels labels = {0};
  struct count count = {0};
  struct engine_options options = {.kind = ENGINE_ORDER};
  tiny_done(tiny);
  labels_find(&labels, tiny->prog);
  compare(tiny->prog, &labels, &options, &count);
  assert_int_equal(count.violations, 1);
  labels_free(&labels);
  tiny_free(tiny);
}

/* A store that does not happen does not hide the one before it. */
static void
test_perhaps_stored(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, 1));
  tiny.guard = tiny_input(&tiny, 1);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, 2));
  tiny.guard = VALUE_TRUE;
  value_id seen = tiny_load(&tiny, x, 0, 1);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, seen, 1)));
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, 3));
  expect_bug(&tiny);
}

static void
lock_if(struct tiny *tiny, object_id lock, value_id guard, uint32_t section)
{
  event_id first = (event_id)tiny->prog->events.n;
  tiny->guard = guard;
  value_id held = tiny_load(tiny, lock, 0, 1);
  tiny_event(tiny, EVENT_BLOCK, tiny_is(tiny, held, 0));
  tiny_store(tiny, lock, 0, tiny_const(tiny, 1, 1));
  for (event_id e = first; e < tiny->prog->events.n; e++)
    tiny->prog->events.at[e].section = section;
  if (tiny->prog->sections < section)
    tiny->prog->sections = section;
  tiny->guard = VALUE_TRUE;
}

static void
unlock_if(struct tiny *tiny, object_id lock, value_id guard)
{
  tiny->guard = guard;
  tiny_store(tiny, lock, 0, tiny_const(tiny, 1, 0));
  tiny->guard = VALUE_TRUE;
}

/* A thread that does not take the lock keeps nobody out: between its two stores another one looks,
 * enters and looks again. */
static void
test_perhaps_locked(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id lock = tiny_global(&tiny, 1), x = tiny_global(&tiny, 1);
  value_id guard = tiny_input(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  lock_if(&tiny, lock, guard, 1);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, 1));
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 1, 2));
  unlock_if(&tiny, lock, guard);
  tiny_thread(&tiny);
  value_id before = tiny_load(&tiny, x, 0, 1);
  lock_if(&tiny, lock, VALUE_TRUE, 2);
  value_id inside = tiny_load(&tiny, x, 0, 1);
  value_id both = value_and(tiny.prog, tiny_is(&tiny, before, 1), tiny_is(&tiny, inside, 1));
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, both));
  unlock_if(&tiny, lock, VALUE_TRUE);
  expect_bug(&tiny);
}

/* ---- rules of late stores that random programs seldom need --------------------------- */

static struct prog *
read_prog(const char *text, enum memory_model memory, unsigned asks)
{
  struct diags diags = {0};
  struct str all = {0};
  str_add(&all, "prog 1 pointer 64\n");
  str_add(&all, text);
  struct prog *prog = prog_parse(str_text(&all), "test", &diags);
  assert_non_null(prog);
  prog->memory = memory;
  prog->asks = asks;
  str_free(&all);
  return prog;
}

static struct count
ask_order(const char *text, enum memory_model memory, unsigned asks)
{
  struct prog *prog = read_prog(text, memory, asks);
  struct labels labels = {0};
  struct count count = {0};
  labels_find(&labels, prog);
  compare(prog, &labels, &(struct engine_options){.kind = ENGINE_ORDER}, &count);
  labels_free(&labels);
  prog_free(prog);
  return count;
}

/* A barrier in a section waits for a store of that section, if it is there. */
static void
test_prompt(void **state)
{
  (void)state;
  static const char text[] = "object 1 global \"ready\" base 64 size 1\n"
                             "object 2 global \"x\" base 128 size 1\n"
                             "input 0 nondet.1 \"waits\"\n"
                             "thread 0 \"main\"\n"
                             "create 1\n"
                             "v1 = load.1 64:64 [1+0] seq_cst\n"
                             "v2 = load.1 128:64 [2+0]\n"
                             "v3 = ult.1 v2 v1\n"
                             "v4 = and.1 v3 in0\n"
                             "v5 = not.1 v4\n"
                             "assert v5 assertion \"\"\n"
                             "thread 1 \"worker\"\n"
                             "atomic 1 {\n"
                             "store.1 64:64 1:8 [1+0] seq_cst\n"
                             "store.1 128:64 1:8 [2+0]\n"
                             "fence seq_cst if in0\n"
                             "}\n";
  assert_int_equal(ask_order(text, MEMORY_TSO, 0).safe, 1);
  assert_int_equal(ask_order(text, MEMORY_PSO, 0).safe, 1);
}

/* Nobody looks at x+1 before the join. But the store to it waits for the one to both bytes. */
static void
test_unnoticed(void **state)
{
  (void)state;
  static const char text[] = "object 1 global \"x\" base 64 size 2\n"
                             "object 2 global \"y\" base 128 size 1\n"
                             "object 3 global \"seen\" base 192 size 1\n"
                             "thread 0 \"main\"\n"
                             "create 1\n"
                             "store.1 128:64 1:8 [2+0] seq_cst\n"
                             "v1 = load.1 64:64 [1+0]\n"
                             "join 1\n"
                             "v2 = load.1 65:64 [1+1]\n"
                             "v3 = load.1 192:64 [3+0]\n"
                             "v4 = eq.1 v1 0:8\n"
                             "v5 = eq.1 v2 2:8\n"
                             "v6 = eq.1 v3 0:8\n"
                             "v7 = and.1 v4 v5\n"
                             "v8 = and.1 v7 v6\n"
                             "v9 = not.1 v8\n"
                             "assert v9 assertion \"\"\n"
                             "thread 1 \"worker\"\n"
                             "store.2 64:64 257:16 [1+0]\n"
                             "store.1 65:64 2:8 [1+1]\n"
                             "v10 = load.1 128:64 [2+0]\n"
                             "store.1 192:64 v10 [3+0]\n";
  assert_int_equal(ask_order(text, MEMORY_SC, 0).safe, 1);
  assert_int_equal(ask_order(text, MEMORY_TSO, 0).violations, 1);
  assert_int_equal(ask_order(text, MEMORY_PSO, 0).violations, 1);
}

/* Main joins or does not; who is joined has nothing in its buffer. */
static void
test_joined_perhaps(void **state)
{
  (void)state;
  static const char text[] = "object 1 global \"x\" base 64 size 1\n"
                             "input 0 nondet.1 \"joins\"\n"
                             "thread 0 \"main\"\n"
                             "create 1\n"
                             "join 1 if in0\n"
                             "v1 = load.1 64:64 [1+0]\n"
                             "v2 = eq.1 v1 0:8\n"
                             "v3 = and.1 v2 in0\n"
                             "v4 = not.1 v3\n"
                             "assert v4 assertion \"\"\n"
                             "thread 1 \"worker\"\n"
                             "store.1 64:64 1:8 [1+0]\n";
  assert_int_equal(ask_order(text, MEMORY_TSO, 0).safe, 1);
  assert_int_equal(ask_order(text, MEMORY_PSO, 0).safe, 1);
}

/* Two wait for each other as soon as a store is there. Two others are about to race only as long as
 * that store is in its buffer, and in a deadlock it is not. */
static void
test_deadlock_or_race(void **state)
{
  (void)state;
  static const char text[] = "object 1 global \"x\" base 64 size 1\n"
                             "object 2 global \"y\" base 128 size 1\n"
                             "object 3 global \"locks\" base 192 size 2\n"
                             "object 4 global \"stored\" base 256 size 1 internal\n"
                             "thread 0 \"main\"\n"
                             "create 1\n"
                             "create 2\n"
                             "create 3\n"
                             "create 4\n"
                             "thread 1 \"left\"\n"
                             "v0 = load.1 256:64 [4+0]\n"
                             "v9 = eq.1 v0 1:8\n"
                             "assume v9\n"
                             "v1 = load.1 192:64 [3+0] seq_cst locked\n"
                             "v2 = eq.1 v1 1:8\n"
                             "block v2 on 3:64\n"
                             "thread 2 \"right\"\n"
                             "v3 = load.1 193:64 [3+1] seq_cst locked\n"
                             "v4 = eq.1 v3 1:8\n"
                             "block v4 on 2:64\n"
                             "thread 3 \"writer\"\n"
                             "store.1 64:64 1:8 [1+0] relaxed\n"
                             "store.1 256:64 1:8 [4+0]\n"
                             "atomic 1 {\n"
                             "v5 = load.1 64:64 [1+0] relaxed\n"
                             "v6 = eq.1 v5 1:8\n"
                             "store.1 128:64 1:8 [2+0] if v6\n"
                             "}\n"
                             "thread 4 \"other\"\n"
                             "atomic 2 {\n"
                             "v7 = load.1 64:64 [1+0] relaxed\n"
                             "v8 = eq.1 v7 0:8\n"
                             "store.1 128:64 2:8 [2+0] if v8\n"
                             "}\n";
  unsigned both = PROPERTY_DEADLOCK | PROPERTY_RACE;
  assert_int_equal(ask_order(text, MEMORY_TSO, PROPERTY_RACE).races, 1);
  assert_int_equal(ask_order(text, MEMORY_TSO, both).deadlocks, 1);
  assert_int_equal(ask_order(text, MEMORY_PSO, both).deadlocks, 1);
}

/* Both are about to write y only as long as the others have not seen x. */
static void
test_race_by_own_store(void **state)
{
  (void)state;
  static const char text[] = "object 1 global \"x\" base 64 size 1\n"
                             "object 2 global \"y\" base 128 size 1\n"
                             "thread 0 \"main\"\n"
                             "create 1\n"
                             "create 2\n"
                             "thread 1 \"writer\"\n"
                             "store.1 64:64 1:8 [1+0] relaxed\n"
                             "atomic 1 {\n"
                             "v1 = load.1 64:64 [1+0] relaxed\n"
                             "v2 = eq.1 v1 1:8\n"
                             "store.1 128:64 1:8 [2+0] if v2\n"
                             "}\n"
                             "thread 2 \"other\"\n"
                             "atomic 2 {\n"
                             "v3 = load.1 64:64 [1+0] relaxed\n"
                             "v4 = eq.1 v3 0:8\n"
                             "store.1 128:64 2:8 [2+0] if v4\n"
                             "}\n";
  assert_int_equal(ask_order(text, MEMORY_SC, PROPERTY_RACE).safe, 1);
  assert_int_equal(ask_order(text, MEMORY_TSO, PROPERTY_RACE).races, 1);
  assert_int_equal(ask_order(text, MEMORY_PSO, PROPERTY_RACE).races, 1);
}

/* ---- what becomes too large is not begun ----------------------------------------------- */

static uint64_t
clauses_within(const struct prog *prog, uint64_t most)
{
  struct labels labels = {0};
  struct sink *sink = sink_counter();
  labels_find(&labels, prog);
  struct values *values = values_find(prog);
  struct ranges *ranges = ranges_find(prog, values);
  struct encoding *encoding =
    encode_order(prog, &labels, values, ranges, sink, (struct encode_watch){.most = most});
  uint64_t clauses = sink->clauses;
  assert_true(encoding_is_whole(encoding) == !encoding_too_large(encoding));
  encoding_free(encoding);
  ranges_free(ranges);
  values_free(values);
  labels_free(&labels);
  sink_free(sink);
  return clauses;
}

/* Late stores to arbitrary places, with borders that are perhaps there: under PSO most of the
 * clauses say which of two is committed first. */
static void
test_estimate(void **state)
{
  (void)state;
  enum { STORES = 120 };
  struct str text = {0};
  str_add(&text, "object 1 global \"x\" base 64 size 4\ninput 0 nondet.64 \"at\"\n"
                 "input 1 nondet.1 \"fence\"\nthread 0 \"main\"\ncreate 1\n"
                 "v1 = load.4 64:64 [1+0]\nv2 = eq.1 v1 9:32\nv3 = not.1 v2\n"
                 "assert v3 assertion \"\"\nthread 1 \"worker\"\n");
  for (unsigned i = 0; i < STORES; i++)
    str_add(&text, "store.1 in0 1:8 [1+0 1+1 1+2 1+3]\nfence release if in1\n");
  struct prog *prog = read_prog(str_text(&text), MEMORY_PSO, 0);
  uint64_t all = clauses_within(prog, 0);
  for (uint64_t most = 10000; most < all; most += 10000)
    assert_true(clauses_within(prog, most) < most + most / 4);
  prog_free(prog);
  str_free(&text);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_prompt),           cmocka_unit_test(test_estimate),
    cmocka_unit_test(test_unnoticed),        cmocka_unit_test(test_joined_perhaps),
    cmocka_unit_test(test_deadlock_or_race), cmocka_unit_test(test_race_by_own_store),
    cmocka_unit_test(test_perhaps_stored),   cmocka_unit_test(test_perhaps_locked),
    cmocka_unit_test(test_random_programs),  cmocka_unit_test(test_litmus),
    cmocka_unit_test(test_divided_litmus),   cmocka_unit_test(test_weak_programs),
    cmocka_unit_test(test_weak_litmus),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
