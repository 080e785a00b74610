/* The engine's verdicts on programs small enough to know the answer, or to find it by brute force,
 * and the claim that some number of rounds contains every interleaving. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"
#include "engine/engine.h"
#include "ir/text.h"
#include "random_prog.h"
#include "tiny.h"

/* ---- rounds ------------------------------------------------------------------ */

static unsigned
rounds_needed(const struct tiny *tiny)
{
  unsigned rounds = 1;
  while (!engine_rounds_complete(tiny->prog, &tiny->labels, rounds))
    rounds++;
  return rounds;
}

static enum explore_verdict
explore(const struct tiny *tiny, unsigned rounds)
{
  struct exploration exploration = {0};
  interp_explore(&exploration, tiny->prog, &tiny->labels, rounds,
                 (struct explore_limits){.max_states = 1000000, .max_input_bits = 8});
  enum explore_verdict verdict = exploration.verdict;
  exploration_free(&exploration);
  return verdict;
}

/* The bug shows with as many rounds as the engine demands, and not with one less. */
static void
expect_tight(struct tiny *tiny, unsigned rounds)
{
  tiny_done(tiny);
  assert_int_equal(rounds_needed(tiny), rounds);
  assert_int_equal(explore(tiny, rounds), EXPLORE_BUG);
  if (rounds > 1)
    assert_int_equal(explore(tiny, rounds - 1), EXPLORE_SAFE);
  tiny_free(tiny);
}

/* A label that waits for x = from and sets x to from + 1. */
static void
relay(struct tiny *tiny, object_id x, uint64_t from)
{
  tiny_label(tiny, LABEL_STEP);
  value_id seen = tiny_load(tiny, x, 0, 1);
  tiny_event(tiny, EVENT_BLOCK, tiny_is(tiny, seen, from));
  tiny_store(tiny, x, 0, tiny_const(tiny, 1, from + 1));
}

static void
test_single_thread(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  relay(&tiny, x, 0);
  relay(&tiny, x, 1);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  expect_tight(&tiny, 1);
}

/* Two threads in turn, the second one first: 2 1 | 2 1 goes down twice. */
static void
test_two_threads(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_thread(&tiny);
  relay(&tiny, x, 1);
  relay(&tiny, x, 3);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_thread(&tiny);
  relay(&tiny, x, 0);
  relay(&tiny, x, 2);
  expect_tight(&tiny, 3);
}

/* 3 2 1 three times over: the busiest thread takes its labels off the count, whichever it is. */
static void
test_three_threads(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  for (thread_id child = 1; child <= 3; child++)
    tiny_child(&tiny, EVENT_CREATE, child);
  for (thread_id child = 1; child <= 3; child++) {
    tiny_thread(&tiny);
    for (uint64_t turn = 0; turn < 3; turn++)
      relay(&tiny, x, 3 * turn + 3 - child);
    if (child == 1)
      tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  }
  expect_tight(&tiny, 7);
}

/* A thread without visible events still has to end before it can be joined. */
static void
test_join_of_a_silent_thread(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_label(&tiny, LABEL_STEP);
  tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_thread(&tiny);
  expect_tight(&tiny, 2);
}

/* 0, then 2 1 three times over, where the first 2 is the start that creates thread 1. Merged into
 * the first step of thread 2 it would be missing in the count. */
static void
test_start_that_creates(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_thread(&tiny);
  relay(&tiny, x, 0);
  relay(&tiny, x, 2);
  relay(&tiny, x, 4);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  relay(&tiny, x, 1);
  relay(&tiny, x, 3);
  expect_tight(&tiny, 4);
}

/* Neither a stop nor a start that creates nobody needs a round of its own. */
static void
test_labels_not_counted(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  value_id input = tiny_input(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  for (uint64_t child = 1; child <= 2; child++) {
    tiny_thread(&tiny);
    relay(&tiny, x, 2 - child);
    tiny_label(&tiny, LABEL_STOP);
    tiny_event(&tiny, EVENT_ASSUME, input);
    if (child == 1)
      tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  }
  expect_tight(&tiny, 2);
}

/* ---- rounds, at random --------------------------------------------------------- */

static unsigned
pick(uint64_t *seed, unsigned below)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(*seed >> 33) % below;
}

static void
random_step(struct tiny *tiny, const object_id *cells, uint64_t *seed)
{
  object_id from = cells[pick(seed, 2)], to = cells[pick(seed, 2)];
  tiny_label(tiny, LABEL_STEP);
  value_id seen = tiny_load(tiny, from, 0, 1);
  if (pick(seed, 4) == 0)
    tiny_event(tiny, EVENT_BLOCK, tiny_is(tiny, seen, pick(seed, 2)));
  tiny_store(tiny, to, 0, tiny_plus(tiny, seen, pick(seed, 2)));
}

static void
random_check(struct tiny *tiny, const object_id *cells, uint64_t *seed)
{
  tiny_label(tiny, LABEL_STEP);
  value_id x = tiny_is(tiny, tiny_load(tiny, cells[0], 0, 1), 1 + pick(seed, 2));
  value_id y = tiny_is(tiny, tiny_load(tiny, cells[1], 0, 1), pick(seed, 2));
  tiny_event(tiny, EVENT_ASSERT, value_not(tiny->prog, value_and(tiny->prog, x, y)));
}

/* Two or three threads, in a row or each created by the one before, in either order of ids. */
static struct tiny
random_program(uint64_t *seed)
{
  struct tiny tiny = tiny_new();
  object_id cells[2] = {tiny_global(&tiny, 1), tiny_global(&tiny, 1)};
  thread_id threads = 2 + pick(seed, 2);
  bool chain = pick(seed, 3) == 0, down = pick(seed, 2);
  thread_id checker = pick(seed, threads + 1);
  for (thread_id thread = 0; thread <= threads; thread++) {
    tiny_thread(&tiny);
    thread_id next = !thread ? (down ? threads : 1) : down ? thread - 1 : thread + 1;
    if (chain && next >= 1 && next <= threads)
      tiny_child(&tiny, EVENT_CREATE, next);
    for (thread_id child = 1; !chain && !thread && child <= threads; child++)
      tiny_child(&tiny, EVENT_CREATE, child);
    for (unsigned steps = thread ? pick(seed, 3) : 0; steps; steps--)
      random_step(&tiny, cells, seed);
    if (!thread && pick(seed, 2)) {
      tiny_label(&tiny, LABEL_STEP);
      tiny_child(&tiny, EVENT_JOIN, 1 + pick(seed, threads));
    }
    if (thread == checker)
      random_check(&tiny, cells, seed);
  }
  tiny_done(&tiny);
  return tiny;
}

static void
test_more_rounds_add_nothing(void **state)
{
  (void)state;
  uint64_t seed = 7;
  unsigned bugs = 0, late = 0;
  enum { PROGRAMS = 1500 };
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct tiny tiny = random_program(&seed);
    unsigned rounds = rounds_needed(&tiny);
    enum explore_verdict verdict = explore(&tiny, rounds);
    assert_int_equal(verdict, explore(&tiny, rounds + 3));
    bugs += verdict == EXPLORE_BUG;
    late += verdict == EXPLORE_BUG && explore(&tiny, rounds - 1) == EXPLORE_SAFE;
    tiny_free(&tiny);
  }
  /* Otherwise the comparison has nothing to compare. */
  assert_in_range(bugs, PROGRAMS / 20, PROGRAMS - PROGRAMS / 20);
  assert_true(late > 0);
}

/* ---- verdicts ------------------------------------------------------------------- */

static struct engine_result
check(const struct tiny *tiny, struct engine_options options)
{
  struct labels labels = {0};
  struct engine_result result;
  labels_find(&labels, tiny->prog);
  engine_check(&result, tiny->prog, &labels, &options);
  labels_free(&labels);
  return result;
}

static void
expect_verdict(struct tiny *tiny, unsigned rounds, enum verdict verdict)
{
  for (unsigned kind = ENGINE_SAT; kind <= ENGINE_EXPLICIT; kind++) {
    struct engine_result result =
      check(tiny, (struct engine_options){.kind = (enum engine_kind)kind, .rounds = rounds});
    assert_int_equal(result.verdict, verdict);
    if (verdict == VERDICT_BUG) {
      assert_int_equal(result.run.end, RUN_VIOLATION);
      assert_int_equal(tiny->prog->events.at[result.run.at].kind, EVENT_ASSERT);
    }
    engine_result_free(&result);
  }
}

/* Two threads add one to x without protection; main looks at the sum after joining them. */
static struct tiny
lost_update(uint64_t wrong)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_child(&tiny, EVENT_JOIN, 2);
  value_id sum = tiny_load(&tiny, x, 0, 1);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, sum, wrong)));
  for (thread_id child = 1; child <= 2; child++) {
    tiny_thread(&tiny);
    value_id old = tiny_load(&tiny, x, 0, 1);
    tiny_store(&tiny, x, 0, tiny_plus(&tiny, old, 1));
  }
  tiny_done(&tiny);
  return tiny;
}

static void
test_lost_update(void **state)
{
  (void)state;
  struct tiny tiny = lost_update(1);
  expect_verdict(&tiny, 1, VERDICT_BOUNDED);
  expect_verdict(&tiny, 2, VERDICT_BOUNDED);
  expect_verdict(&tiny, 3, VERDICT_BUG);
  tiny_free(&tiny);
}

static void
test_safe_needs_all_rounds(void **state)
{
  (void)state;
  struct tiny tiny = lost_update(3);
  expect_verdict(&tiny, 2, VERDICT_BOUNDED);
  expect_verdict(&tiny, 20, VERDICT_SAFE);
  tiny_free(&tiny);
}

/* A loop that one value of the input drives beyond its bound. */
static void
test_cut(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  vec_push(&tiny.prog->loops, ((struct loop){.function = "main", .bound = 2}));
  value_id input = tiny_input(&tiny, 8);
  tiny_thread(&tiny);
  tiny.guard = tiny_is(&tiny, input, 77);
  event_id cut = tiny_event(&tiny, EVENT_CUT, VALUE_FALSE);
  tiny.guard = VALUE_TRUE;
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, input, 77)));
  tiny_done(&tiny);
  expect_verdict(&tiny, 1, VERDICT_BOUNDED);
  struct engine_result result = check(&tiny, (struct engine_options){.rounds = 1});
  assert_true(result.loops_known);
  assert_false(result.loops_complete);
  assert_true(result.rounds_complete);
  assert_int_equal(result.cut, cut);
  engine_result_free(&result);
  tiny_free(&tiny);
}

/* A load of two bytes depends on a store to the second of them alone. */
static void
test_overlapping_store(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 2);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  value_id both = tiny_load(&tiny, x, 0, 2);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, both, 0x300)));
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 1, tiny_const(&tiny, 1, 3));
  tiny_done(&tiny);
  expect_verdict(&tiny, 2, VERDICT_BUG);
  tiny_free(&tiny);
}

/* Nobody sees a section whose last assumption fails, though the store comes first. */
static void
test_discarded_section(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  value_id seen = tiny_load(&tiny, x, 0, 1);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, seen, 1)));
  tiny_thread(&tiny);
  value_id input = tiny_input(&tiny, 1);
  event_id store = tiny_store(&tiny, x, 0, value_resize(tiny.prog, input, 8, false));
  event_id stop = tiny_event(&tiny, EVENT_ASSUME, value_not(tiny.prog, input));
  tiny.prog->sections = 1;
  tiny.prog->events.at[store].section = tiny.prog->events.at[stop].section = 1;
  tiny_done(&tiny);
  expect_verdict(&tiny, 2, VERDICT_SAFE);
  tiny_free(&tiny);
}

/* ---- random programs, with everything that makes the problem smaller ------------- */

/* What the solver says is what brute force says, which audits the analysis on its way. */
static enum verdict
compare_engines(const struct tiny *tiny, struct engine_options options)
{
  struct engine_result solved = check(tiny, options);
  options.kind = ENGINE_EXPLICIT;
  struct engine_result explored = check(tiny, options);
  enum verdict verdict = solved.verdict;
  bool same = verdict == explored.verdict && verdict < VERDICT_UNKNOWN &&
              (verdict == VERDICT_BUG || solved.loops_complete == explored.loops_complete);
  if (!same) {
    struct str text = {0};
    prog_print(&text, tiny->prog, NULL);
    fprintf(
      stderr, "%s; %u rounds, asks %u, memory model %u: verdict %d (%s), by brute force %d (%s)\n",
      str_text(&text), options.rounds, tiny->prog->asks, tiny->prog->memory, verdict,
      solved.reason ? solved.reason : "", explored.verdict, explored.reason ? explored.reason : "");
    str_free(&text);
    fail();
  }
  engine_result_free(&solved);
  engine_result_free(&explored);
  return verdict;
}

static void
test_random_programs(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 6, .rare_stops = true},
    {.threads = 3, .units = 5, .rare_asserts = true, .rare_stops = true},
    {.threads = 4, .units = 4, .rare_asserts = true},
  };
  static const unsigned asks[] = {0, PROPERTY_DEADLOCK, PROPERTY_RACE};
  enum { PROGRAMS = 1500 };
  unsigned count[VERDICT_UNKNOWN] = {0};
  struct dice dice = {11};
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % 3]);
    tiny.prog->asks = asks[roll(&dice, 3)];
    struct engine_options options = {.rounds = 1 + roll(&dice, 4), .seed = i};
    count[compare_engines(&tiny, options)]++;
    tiny_free(&tiny);
  }
  for (unsigned i = 0; i < VERDICT_UNKNOWN; i++)
    assert_true(count[i] > PROGRAMS / 5);
}

/* ---- memory models -------------------------------------------------------------- */

struct only {
  unsigned bugs[MEMORY_PSO + 1]; /* under this model, and not under the one before */
};

/* Solver and brute force agree under each model, and each has the bugs of the stronger ones. */
static void
compare_models(struct tiny *tiny, struct engine_options options, struct only *only)
{
  bool before = false;
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_PSO; model++) {
    tiny->prog->memory = model;
    bool bug = compare_engines(tiny, options) == VERDICT_BUG;
    assert_true(bug || !before);
    only->bugs[model] += bug && !before;
    before = bug;
  }
}

static void
test_memory_models(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 7, .rare_stops = true, .rare_asserts = true, .weak = true},
    {.threads = 3, .units = 5, .rare_asserts = true, .rare_stops = true, .weak = true},
    {.threads = 4, .units = 4, .rare_asserts = true, .weak = true},
  };
  static const unsigned asks[] = {0, PROPERTY_DEADLOCK, PROPERTY_RACE};
  enum { PROGRAMS = 400 };
  struct only only = {0};
  struct dice dice = {12};
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % 3]);
    tiny.prog->asks = asks[roll(&dice, 3)];
    struct engine_options options = {.rounds = 1 + roll(&dice, 4), .seed = i};
    compare_models(&tiny, options, &only);
    tiny_free(&tiny);
  }
  assert_true(only.bugs[MEMORY_SC] > PROGRAMS / 5);
}

/* By hand: the bug is there from this model on; beyond the last, nowhere. */
static void
expect_from(struct tiny tiny, enum memory_model first)
{
  for (enum memory_model model = MEMORY_SC; model <= MEMORY_PSO; model++) {
    tiny.prog->memory = model;
    bool bug = compare_engines(&tiny, (struct engine_options){.rounds = 3}) == VERDICT_BUG;
    assert_int_equal(bug, model >= first);
  }
  tiny_free(&tiny);
}

static void
test_which_model(void **state)
{
  (void)state;
  expect_from(tiny_store_buffering(false), MEMORY_TSO);
  expect_from(tiny_store_buffering(true), MEMORY_TSO);
  expect_from(tiny_message_passing(false), MEMORY_PSO);
  expect_from(tiny_message_passing(true), MEMORY_PSO + 1);
}

static void
test_litmus(void **state)
{
  (void)state;
  enum { PROGRAMS = 2000 };
  struct only only = {0};
  struct dice dice = {13};
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct tiny tiny = random_litmus(&dice);
    struct engine_options options = {.rounds = 2 + roll(&dice, 3), .seed = i};
    compare_models(&tiny, options, &only);
    tiny_free(&tiny);
  }
  assert_true(only.bugs[MEMORY_SC] > PROGRAMS / 20);
  assert_true(only.bugs[MEMORY_TSO] > 3 && only.bugs[MEMORY_PSO] > 0);
}

/* ---- limits --------------------------------------------------------------------- */

static bool
at_once(void *argument)
{
  ++*(unsigned *)argument;
  return true;
}

static void
test_interrupt(void **state)
{
  (void)state;
  struct tiny tiny = lost_update(3);
  unsigned polls = 0;
  struct engine_result result =
    check(&tiny, (struct engine_options){.rounds = 3, .stop = at_once, .argument = &polls});
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.limit, LIMIT_INTERRUPT);
  assert_string_equal(result.reason, "interrupted");
  assert_true(polls > 0);
  engine_result_free(&result);
  tiny_free(&tiny);
}

/* Stops at the question about races, once the one about assertions is answered. */
static bool
at_races(void *argument)
{
  const struct engine_status *status = argument;
  return status->phase && !strcmp(status->phase, "looking for races");
}

static void
test_what_was_answered_is_kept(void **state)
{
  (void)state;
  struct tiny tiny = lost_update(1);
  tiny.prog->asks = PROPERTY_RACE;
  struct engine_status status = {0};
  struct engine_options options = {
    .rounds = 2, .stop = at_races, .argument = &status, .status = &status};
  struct engine_result result = check(&tiny, options);
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.limit, LIMIT_INTERRUPT);
  assert_string_equal(result.phase, "looking for races");
  assert_int_equal(result.answered, 1);
  assert_int_equal(status.answered, 1);
  engine_result_free(&result);
  tiny_free(&tiny);
}

static void
test_time_limit(void **state)
{
  (void)state;
  struct tiny tiny = lost_update(3);
  struct engine_result result = check(&tiny, (struct engine_options){.rounds = 3, .seconds = 1e-9});
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.limit, LIMIT_TIME);
  engine_result_free(&result);
  tiny_free(&tiny);
}

/* The explicit search does not enumerate wide inputs; the solver does not mind them. */
static void
test_giving_up(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  value_id input = tiny_input(&tiny, 32);
  tiny_thread(&tiny);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, input, 123456)));
  tiny_done(&tiny);
  struct engine_result result =
    check(&tiny, (struct engine_options){.kind = ENGINE_EXPLICIT, .rounds = 1});
  assert_int_equal(result.verdict, VERDICT_UNKNOWN);
  assert_int_equal(result.limit, LIMIT_SIZE);
  assert_non_null(strstr(result.reason, "gave up"));
  engine_result_free(&result);
  result = check(&tiny, (struct engine_options){.kind = ENGINE_SAT, .rounds = 1});
  assert_int_equal(result.verdict, VERDICT_BUG);
  assert_int_equal(result.schedule.inputs.at[0], 123456);
  engine_result_free(&result);
  tiny_free(&tiny);
}

/* The words of the option are those of the table, in its order. */
static void
test_table(void **state)
{
  (void)state;
  struct str word = {0}, name = {0};
  for (unsigned kind = 0; kind < ENGINES; kind++) {
    const struct engine *engine = engine_get(kind);
    assert_true(options_word(&word, ENGINE_WORDS, kind));
    name.n = 0;
    str_printf(&name, "%s%s", engine->name, engine->has_command ? ":COMMAND" : "");
    assert_string_equal(str_text(&word), str_text(&name));
    assert_ptr_equal(engine_find(engine->name), engine);
  }
  assert_false(options_word(&word, ENGINE_WORDS, ENGINES));
  assert_null(engine_find("oracle"));
  str_free(&word);
  str_free(&name);
}

static void
expect_wish(enum engine_kind kind, struct engine_wish wish, const char *complaint)
{
  struct str error = {0};
  assert_int_equal(engine_can(engine_get(kind), &wish, &error), !*complaint);
  assert_string_equal(str_text(&error), complaint);
  str_free(&error);
}

static void
test_wishes(void **state)
{
  (void)state;
  expect_wish(ENGINE_SAT,
              (struct engine_wish){.memory = MEMORY_PSO,
                                   .properties = PROPERTY_RACE,
                                   .abilities = ENGINE_CERTIFIES | ENGINE_DIVIDES},
              "");
  expect_wish(ENGINE_ORDER, (struct engine_wish){.properties = PROPERTY_RACE}, "");
  expect_wish(ENGINE_ORDER, (struct engine_wish){.rounds = true},
              "the engine 'order' is about all schedules at once: leave out '--rounds'");
  expect_wish(ENGINE_ORDER, (struct engine_wish){.abilities = ENGINE_PARTS},
              "the engine 'order' is about all schedules at once: leave out '--tiles', "
              "'--instance', '--schedule' and '--context-switches'");
  expect_wish(ENGINE_ORDER, (struct engine_wish){.memory = MEMORY_PSO}, "");
  expect_wish(ENGINE_EXPLICIT, (struct engine_wish){.abilities = ENGINE_CERTIFIES},
              "option '--certify': only the engines 'rounds', 'order' make proofs");
  expect_wish(ENGINE_SMT2, (struct engine_wish){.abilities = ENGINE_DIVIDES},
              "option '--jobs': only the engines 'rounds', 'order' can be divided; others can "
              "work on instances, see '--tiles'");
  expect_wish(ENGINE_CBMC, (struct engine_wish){.memory = MEMORY_TSO},
              "other verifiers are told of the memory model 'sc' only");
  expect_wish(ENGINE_KLEE, (struct engine_wish){.properties = PROPERTY_RACE | PROPERTY_ASSERT},
              "other verifiers are not told of the property 'race': leave it out of '--property'");
  expect_wish(ENGINE_SAT, (struct engine_wish){.keeps = true},
              "'--keep' is for engines that are other verifiers");
  expect_wish(ENGINE_GCC, (struct engine_wish){.keeps = true}, "");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_table),
    cmocka_unit_test(test_wishes),
    cmocka_unit_test(test_single_thread),
    cmocka_unit_test(test_two_threads),
    cmocka_unit_test(test_three_threads),
    cmocka_unit_test(test_join_of_a_silent_thread),
    cmocka_unit_test(test_start_that_creates),
    cmocka_unit_test(test_labels_not_counted),
    cmocka_unit_test(test_more_rounds_add_nothing),
    cmocka_unit_test(test_lost_update),
    cmocka_unit_test(test_safe_needs_all_rounds),
    cmocka_unit_test(test_cut),
    cmocka_unit_test(test_overlapping_store),
    cmocka_unit_test(test_discarded_section),
    cmocka_unit_test(test_random_programs),
    cmocka_unit_test(test_memory_models),
    cmocka_unit_test(test_which_model),
    cmocka_unit_test(test_litmus),
    cmocka_unit_test(test_interrupt),
    cmocka_unit_test(test_what_was_answered_is_kept),
    cmocka_unit_test(test_time_limit),
    cmocka_unit_test(test_giving_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
