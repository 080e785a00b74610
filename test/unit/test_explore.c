/* interp_explore: all schedules within the rounds and all inputs, with the number of states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "tiny.h"

/* ---- helpers -------------------------------------------------------------- */

static const struct explore_limits PLENTY = {.max_states = 1000000, .max_input_bits = 8};

static enum run_end
end_of_witness(const struct tiny *tiny, const struct exploration *result)
{
  struct run run;
  interp_run(&run, tiny->prog, &tiny->labels, &result->witness);
  enum run_end end = run.end;
  run_free(&run);
  return end;
}

static struct exploration
explore(const struct tiny *tiny, unsigned rounds, struct explore_limits limits)
{
  struct exploration result;
  interp_explore(&result, tiny->prog, &tiny->labels, rounds, limits);
  if (result.verdict == EXPLORE_BUG)
    assert_int_equal(end_of_witness(tiny, &result), RUN_VIOLATION);
  return result;
}

static void
expect(const struct tiny *tiny, unsigned rounds, enum explore_verdict verdict)
{
  struct exploration result = explore(tiny, rounds, PLENTY);
  assert_int_equal(result.verdict, verdict);
  exploration_free(&result);
}

static void
expect_safe(const struct tiny *tiny, unsigned rounds, uint64_t states)
{
  struct exploration result = explore(tiny, rounds, PLENTY);
  assert_int_equal(result.verdict, EXPLORE_SAFE);
  assert_int_equal(result.states, states);
  exploration_free(&result);
}

/* main: creates threads 1..n in its START label and does nothing else. */
static void
main_creates(struct tiny *tiny, thread_id n)
{
  tiny_thread(tiny);
  for (thread_id child = 1; child <= n; child++)
    tiny_child(tiny, EVENT_CREATE, child);
}

/* The thread at hand waits for another and looks whether x is `expected`. */
static void
join_and_check(struct tiny *tiny, thread_id other, object_id x, uint64_t expected)
{
  tiny_label(tiny, LABEL_STEP);
  tiny_child(tiny, EVENT_JOIN, other);
  tiny_label(tiny, LABEL_STEP);
  tiny_event(tiny, EVENT_ASSERT, tiny_is(tiny, tiny_load(tiny, x, 0, 4), expected));
}

/* ---- interleavings -------------------------------------------------------- */

static void
increment(struct tiny *tiny, object_id x, bool atomic)
{
  tiny_label(tiny, LABEL_STEP);
  value_id old = tiny_load(tiny, x, 0, 4);
  if (!atomic)
    tiny_label(tiny, LABEL_STEP);
  tiny_store(tiny, x, 0, tiny_plus(tiny, old, 1));
}

static struct tiny
two_increments(bool atomic)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  main_creates(&tiny, 2);
  tiny_thread(&tiny);
  increment(&tiny, x, atomic);
  tiny_thread(&tiny);
  increment(&tiny, x, atomic);
  join_and_check(&tiny, 1, x, 2);
  tiny_done(&tiny);
  return tiny;
}

static void
lost_update(void **state)
{
  (void)state;
  struct tiny tiny = two_increments(false);
  /* Thread 1 at 0..3 and then thread 2 at 0..3; beyond that only after 1 has ended; and the
   * beginning, before main has created them. */
  expect_safe(&tiny, 1, 4 * 4 + 2 + 1);
  expect(&tiny, 2, EXPLORE_BUG);
  tiny_free(&tiny);
}

static void
no_lost_update_in_section(void **state)
{
  (void)state;
  struct tiny tiny = two_increments(true);
  for (unsigned rounds = 1; rounds <= 4; rounds++)
    expect_safe(&tiny, rounds, 3 * 3 + 2 + 1);
  tiny_free(&tiny);
}

static void
locked_increment(struct tiny *tiny, object_id mutex, object_id x)
{
  tiny_label(tiny, LABEL_STEP);
  value_id held = tiny_load(tiny, mutex, 0, 4);
  tiny_event(tiny, EVENT_BLOCK, tiny_is(tiny, held, 0));
  tiny_store(tiny, mutex, 0, tiny_const(tiny, 4, 1));
  increment(tiny, x, false);
  tiny_label(tiny, LABEL_STEP);
  tiny_store(tiny, mutex, 0, tiny_const(tiny, 4, 0));
}

static void
mutex_excludes(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id mutex = tiny_global(&tiny, 4), x = tiny_global(&tiny, 4);
  main_creates(&tiny, 2);
  tiny_thread(&tiny);
  locked_increment(&tiny, mutex, x);
  tiny_thread(&tiny);
  locked_increment(&tiny, mutex, x);
  join_and_check(&tiny, 1, x, 2);
  tiny_done(&tiny);
  /* Each thread at 0..5, but not both in 2..4, where they hold the mutex; thread 2 at 6 and 7 after
   * thread 1 has ended; and the beginning. Who came first makes no difference to x. */
  expect_safe(&tiny, 4, 36 - 9 + 2 + 1);
  tiny_free(&tiny);
}

static void
join_orders(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  join_and_check(&tiny, 1, x, 5);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 5));
  tiny_done(&tiny);
  expect_safe(&tiny, 1, 1 + 3);     /* main never runs after thread 1 */
  expect_safe(&tiny, 2, 1 + 3 + 2); /* joined, checked */
  tiny_free(&tiny);
}

/* ---- states --------------------------------------------------------------- */

static struct tiny
three_stores_each(void)
{
  struct tiny tiny = tiny_new();
  main_creates(&tiny, 2);
  for (thread_id thread = 1; thread <= 2; thread++) {
    object_id x = tiny_global(&tiny, 4);
    tiny_thread(&tiny);
    for (uint64_t i = 1; i <= 3; i++) {
      tiny_label(&tiny, LABEL_STEP);
      tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, i));
    }
  }
  tiny_done(&tiny);
  return tiny;
}

static void
turns_are_not_part_of_states(void **state)
{
  (void)state;
  struct tiny tiny = three_stores_each();
  expect_safe(&tiny, 0, 1);
  expect_safe(&tiny, 1, 1 + 5 * 5);
  expect_safe(&tiny, 3, 1 + 5 * 5);
  struct explore_limits limits = {.max_states = 26, .max_input_bits = 8};
  struct exploration result = explore(&tiny, 3, limits);
  assert_int_equal(result.verdict, EXPLORE_SAFE);
  exploration_free(&result);
  result = explore(&tiny, 3, (struct explore_limits){.max_states = 25, .max_input_bits = 8});
  assert_int_equal(result.verdict, EXPLORE_GAVE_UP);
  exploration_free(&result);
  tiny_free(&tiny);
}

/* Thread 1 sets x, thread 2 looks at it and uses what it saw in its next label, or never. */
static struct tiny
look_and_use(bool use)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  main_creates(&tiny, 2);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 1));
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  value_id seen = tiny_load(&tiny, x, 0, 4);
  tiny_label(&tiny, LABEL_STEP);
  value_id small = value_op(tiny.prog, OP_ULT, 1, seen, tiny_const(&tiny, 4, 9), 0, 0);
  tiny_event(&tiny, EVENT_ASSERT, use ? small : VALUE_TRUE);
  tiny_done(&tiny);
  return tiny;
}

static void
dead_loads_are_not_part_of_states(void **state)
{
  (void)state;
  struct tiny tiny = look_and_use(false);
  expect_safe(&tiny, 1, 1 + 3 * 4);
  expect_safe(&tiny, 2, 1 + 3 * 4);
  tiny_free(&tiny);
  tiny = look_and_use(true);
  expect_safe(&tiny, 1, 1 + 3 * 4);
  expect_safe(&tiny, 2, 1 + 3 * 4 + 1); /* saw 0 although x is 1 now */
  tiny_free(&tiny);
}

/* A label that waits for a flag (if there is one) and then sets another to `value`. */
static void
wait_and_set(struct tiny *tiny, object_id wait, uint64_t until, object_id set, uint64_t value)
{
  tiny_label(tiny, LABEL_STEP);
  if (wait)
    tiny_event(tiny, EVENT_BLOCK, tiny_is(tiny, tiny_load(tiny, wait, 0, 1), until));
  tiny_store(tiny, set, 0, tiny_const(tiny, 1, value));
}

/* Depth first, thread 1 first runs on and raises `busy`, which keeps thread 2 from going ahead at
 * once: they reach the state in which both have met in round 3. If thread 1 begins with a shorter
 * context they do so in round 2, and only then is there time left for the assertion. */
static void
state_reached_again_earlier(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id busy = tiny_global(&tiny, 1), ready = tiny_global(&tiny, 1);
  object_id met = tiny_global(&tiny, 1), ask = tiny_global(&tiny, 1),
            answer = tiny_global(&tiny, 1);
  main_creates(&tiny, 2);
  tiny_thread(&tiny);
  wait_and_set(&tiny, 0, 0, busy, 1);
  wait_and_set(&tiny, ready, 1, busy, 0);
  wait_and_set(&tiny, met, 1, ask, 1);
  wait_and_set(&tiny, answer, 1, busy, 1);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_thread(&tiny);
  wait_and_set(&tiny, 0, 0, ready, 1);
  wait_and_set(&tiny, busy, 0, met, 1);
  wait_and_set(&tiny, ask, 1, answer, 1);
  tiny_done(&tiny);
  expect(&tiny, 2, EXPLORE_SAFE);
  expect(&tiny, 3, EXPLORE_BUG);
  tiny_free(&tiny);
}

/* ---- stopping ------------------------------------------------------------- */

/* Thread 1 stores 1 and gets stuck at an assume, in a label of its own or not; thread 2 looks. */
static struct tiny
store_then_assume(bool own_label)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  main_creates(&tiny, 2);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 1));
  if (own_label)
    tiny_label(&tiny, LABEL_STOP);
  tiny_event(&tiny, EVENT_ASSUME, VALUE_FALSE);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  tiny_event(&tiny, EVENT_ASSERT, tiny_is(&tiny, tiny_load(&tiny, x, 0, 4), 0));
  tiny_done(&tiny);
  return tiny;
}

static void
store_before_assume(void **state)
{
  (void)state;
  struct tiny tiny = store_then_assume(true);
  expect(&tiny, 1, EXPLORE_BUG);
  tiny_free(&tiny);
  tiny = store_then_assume(false);
  expect_safe(&tiny, 2, 1 + 2 * 3);
  tiny_free(&tiny);
}

static void
assert_before_assume(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_event(&tiny, EVENT_ASSUME, VALUE_FALSE);
  tiny_done(&tiny);
  struct exploration result = explore(&tiny, 1, PLENTY);
  assert_int_equal(result.verdict, EXPLORE_BUG);
  assert_int_equal(result.states, 1);
  assert_int_equal(result.witness.contexts.n, 1);
  assert_int_equal(result.witness.contexts.at[0].thread, 0);
  assert_int_equal(result.witness.contexts.at[0].labels, 1);
  exploration_free(&result);
  tiny_free(&tiny);
}

/* Thread 1 is cut off if it sees x = 0, which it does unless main has set it before. */
static struct tiny
cut_unless(bool set_before)
{
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, set_before));
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  value_id seen = tiny_load(&tiny, x, 0, 4);
  tiny_label(&tiny, LABEL_STOP);
  tiny.guard = tiny_is(&tiny, seen, 0);
  tiny_event(&tiny, EVENT_CUT, VALUE_FALSE);
  tiny_done(&tiny);
  return tiny;
}

static void
cut_is_noticed(void **state)
{
  (void)state;
  for (int set_before = 0; set_before < 2; set_before++) {
    struct tiny tiny = cut_unless(set_before);
    struct exploration result = explore(&tiny, 1, PLENTY);
    assert_int_equal(result.verdict, EXPLORE_SAFE);
    assert_int_equal(result.cut, !set_before);
    assert_int_equal(result.states, set_before ? 5 : 4);
    exploration_free(&result);
    tiny_free(&tiny);
  }
}

static void
access_outside_targets(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4), y = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_load_at(&tiny, tiny_addr(&tiny, y, 0), x, 0, 4);
  tiny_done(&tiny);
  expect(&tiny, 1, EXPLORE_GAVE_UP);
  tiny_free(&tiny);
}

/* ---- inputs --------------------------------------------------------------- */

static void
inputs_are_enumerated(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  value_id a = tiny_input(&tiny, 3), b = tiny_input(&tiny, 3);
  tiny_thread(&tiny);
  value_id sum = value_op(tiny.prog, OP_ADD, 3, a, b, 0, 0);
  value_id odd = value_and(tiny.prog, tiny_is(&tiny, sum, 5), tiny_is(&tiny, a, 6));
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, odd));
  tiny_done(&tiny);
  struct exploration result = explore(&tiny, 1, PLENTY);
  assert_int_equal(result.verdict, EXPLORE_BUG);
  assert_int_equal(result.witness.inputs.n, 2);
  assert_int_equal(result.witness.inputs.at[0], 6);
  assert_int_equal(result.witness.inputs.at[1], 7);
  exploration_free(&result);
  result = explore(&tiny, 1, (struct explore_limits){.max_states = 1000, .max_input_bits = 2});
  assert_int_equal(result.verdict, EXPLORE_GAVE_UP);
  exploration_free(&result);
  tiny_free(&tiny);
}

/* An input counts as long as somebody may use it: 4 states between the two labels, 1 after. */
static void
inputs_live_until_their_last_use(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  value_id input = tiny_input(&tiny, 2);
  tiny_thread(&tiny);
  tiny_event(&tiny, EVENT_ASSUME, value_not(tiny.prog, tiny_is(&tiny, input, 3)));
  tiny_label(&tiny, LABEL_STEP);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, input, 3)));
  tiny_done(&tiny);
  expect_safe(&tiny, 1, 1 + 3 + 1);
  tiny_free(&tiny);
}

/* 32 bits that nobody looks at are no reason to give up. */
static void
inputs_are_lazy(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4), unread = tiny_global(&tiny, 4);
  value_id wide = tiny_input(&tiny, 32), initial = tiny_input(&tiny, 32);
  tiny_init(&tiny, x, 0, initial);
  tiny_init(&tiny, unread, 0, tiny_input(&tiny, 32));
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 1));
  value_id one = tiny_load(&tiny, x, 0, 4);
  value_id is_two = tiny_is(&tiny, one, 2);
  value_id either = value_ite(tiny.prog, is_two, wide, tiny_plus(&tiny, one, 7));
  tiny_event(&tiny, EVENT_ASSERT, tiny_is(&tiny, either, 8));
  tiny.guard = value_and(tiny.prog, tiny_is(&tiny, wide, 5), is_two);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny.guard = value_and(tiny.prog, is_two, tiny_is(&tiny, initial, 5));
  tiny_store(&tiny, unread, 0, wide);
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_done(&tiny);
  expect_safe(&tiny, 1, 2);
  tiny_free(&tiny);
}

static void
inputs_in_memory(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 2);
  value_id low = tiny_input(&tiny, 8);
  tiny_init(&tiny, x, 0, low);
  tiny_init(&tiny, x, 1, tiny_input(&tiny, 32));
  tiny_thread(&tiny);
  value_id seen = tiny_load(&tiny, x, 0, 1);
  tiny_event(&tiny, EVENT_ASSERT, value_eq(tiny.prog, seen, low));
  tiny_label(&tiny, LABEL_STEP);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, seen, 77)));
  tiny_done(&tiny);
  struct exploration result = explore(&tiny, 1, PLENTY);
  assert_int_equal(result.verdict, EXPLORE_BUG);
  assert_int_equal(result.witness.inputs.at[0], 77);
  exploration_free(&result);
  tiny_free(&tiny);
}

/* ---- against plain enumeration of schedules -------------------------------- */

/* Random programs of three threads over two bytes, and one input of two bits. Every schedule and
 * input is run from its beginning, without any notion of a state. */
struct dice {
  uint64_t seed;
};

static uint32_t
roll(struct dice *dice, uint32_t sides)
{
  dice->seed = hash_mix(dice->seed, 1);
  return (uint32_t)(dice->seed >> 20) % sides;
}

static value_id
random_value(struct tiny *tiny, struct dice *dice, const value_id *pool, size_t n)
{
  value_id value = pool[roll(dice, (uint32_t)n)];
  if (roll(dice, 2))
    value = tiny_plus(tiny, value, 1);
  if (roll(dice, 3) == 0)
    value = value_op(tiny->prog, OP_XOR, 8, value, pool[roll(dice, (uint32_t)n)], 0, 0);
  return value;
}

static value_id
random_condition(struct tiny *tiny, struct dice *dice, const value_id *pool, size_t n)
{
  value_id value = random_value(tiny, dice, pool, n);
  value_id is = tiny_is(tiny, value, roll(dice, 3));
  return roll(dice, 2) ? is : value_not(tiny->prog, is);
}

enum { POOL = 16 };

static void
random_thread(struct tiny *tiny, struct dice *dice, object_id x, value_id input, bool is_main)
{
  value_id pool[POOL] = {input, tiny_const(tiny, 1, 1)};
  size_t n = 2;
  tiny_thread(tiny);
  if (is_main)
    for (thread_id child = 1; child <= 2; child++)
      tiny_child(tiny, EVENT_CREATE, child);
  for (uint32_t events = 1 + roll(dice, 4); events > 0; events--) {
    tiny->guard = roll(dice, 3) ? VALUE_TRUE : random_condition(tiny, dice, pool, n);
    if (roll(dice, 4))
      tiny_label(tiny, LABEL_STEP);
    uint64_t where = roll(dice, 2);
    switch (roll(dice, 12)) {
    default:
      pool[n++] = tiny_load(tiny, x, where, 1);
      break;
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      tiny_store(tiny, x, where, random_value(tiny, dice, pool, n));
      break;
    case 5:
      tiny_event(tiny, EVENT_BLOCK, random_condition(tiny, dice, pool, n));
      break;
    case 6:
      tiny_event(tiny, EVENT_CUT, VALUE_FALSE);
      break;
    }
  }
  tiny->guard = VALUE_TRUE;
  if (!is_main && roll(dice, 2)) {
    tiny_label(tiny, LABEL_STEP);
    pool[n++] = tiny_load(tiny, x, 0, 1);
    value_id sum =
      value_op(tiny->prog, OP_ADD, 8, pool[n - 1], pool[roll(dice, (uint32_t)n)], 0, 0);
    tiny_event(tiny, EVENT_ASSERT, value_not(tiny->prog, tiny_is(tiny, sum, 3 + roll(dice, 4))));
  }
}

struct plain {
  const struct tiny *tiny;
  struct schedule schedule;
  bool bug, cut;
};

/* Appends the context of this turn in every possible way. */
static void
enumerate(struct plain *plain, unsigned turns, const uint32_t *from)
{
  if (!turns)
    return;
  const struct tiny *tiny = plain->tiny;
  thread_id thread = (thread_id)plain->schedule.contexts.n % 3;
  uint32_t passed[3] = {from[0], from[1], from[2]};
  vec_push(&plain->schedule.contexts, ((struct context){.thread = thread}));
  for (; passed[thread] <= labels_count(&tiny->labels, thread); passed[thread]++) {
    vec_last(&plain->schedule.contexts).labels = passed[thread];
    struct run run;
    interp_run(&run, tiny->prog, &tiny->labels, &plain->schedule);
    enum run_end end = run.end;
    plain->bug |= end == RUN_VIOLATION;
    plain->cut |= end == RUN_STUCK && tiny->prog->events.at[run.at].kind == EVENT_CUT;
    run_free(&run);
    if (end != RUN_DONE)
      break;
    enumerate(plain, turns - 1, passed);
  }
  plain->schedule.contexts.n--;
}

static void
same_as_plain_enumeration(void **state)
{
  (void)state;
  unsigned bugs = 0, cuts = 0, second_round = 0;
  struct dice dice = {7};
  for (unsigned i = 0; i < 300; i++) {
    struct tiny tiny = tiny_new();
    object_id x = tiny_global(&tiny, 2);
    value_id input = value_resize(tiny.prog, tiny_input(&tiny, 2), 8, false);
    if (roll(&dice, 2))
      tiny_init(&tiny, x, 0, input);
    for (thread_id thread = 0; thread < 3; thread++)
      random_thread(&tiny, &dice, x, input, !thread);
    tiny_done(&tiny);
    bool before = false;
    for (unsigned rounds = 1; rounds <= 2; rounds++) {
      struct plain plain = {.tiny = &tiny};
      vec_push(&plain.schedule.inputs, 0);
      for (uint64_t bits = 0; bits < 4; bits++) {
        plain.schedule.inputs.at[0] = bits;
        enumerate(&plain, 3 * rounds, (uint32_t[3]){0});
      }
      schedule_free(&plain.schedule);
      struct exploration result = explore(&tiny, rounds, PLENTY);
      assert_int_equal(result.verdict, plain.bug ? EXPLORE_BUG : EXPLORE_SAFE);
      if (!plain.bug)
        assert_int_equal(result.cut, plain.cut);
      exploration_free(&result);
      bugs += plain.bug;
      cuts += !plain.bug && plain.cut;
      second_round += plain.bug && !before && rounds == 2;
      before = plain.bug;
    }
    tiny_free(&tiny);
  }
  /* The comparison means something only if every kind of program is among them. */
  assert_in_range(bugs, 100, 500);
  assert_in_range(cuts, 20, 500);
  assert_in_range(second_round, 5, 300);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(lost_update),
    cmocka_unit_test(no_lost_update_in_section),
    cmocka_unit_test(mutex_excludes),
    cmocka_unit_test(join_orders),
    cmocka_unit_test(turns_are_not_part_of_states),
    cmocka_unit_test(dead_loads_are_not_part_of_states),
    cmocka_unit_test(state_reached_again_earlier),
    cmocka_unit_test(store_before_assume),
    cmocka_unit_test(assert_before_assume),
    cmocka_unit_test(cut_is_noticed),
    cmocka_unit_test(access_outside_targets),
    cmocka_unit_test(inputs_are_enumerated),
    cmocka_unit_test(inputs_live_until_their_last_use),
    cmocka_unit_test(inputs_are_lazy),
    cmocka_unit_test(inputs_in_memory),
    cmocka_unit_test(same_as_plain_enumeration),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
