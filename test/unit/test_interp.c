/* interp_run: what a prog does under one given schedule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "interp/interp.h"
#include "random_prog.h"
#include "tiny.h"

static struct run
run_it(struct tiny *tiny, size_t n, const struct context *contexts, uint64_t input)
{
  struct schedule schedule = {0};
  for (size_t i = 0; i < n; i++)
    vec_push(&schedule.contexts, contexts[i]);
  vec_push(&schedule.inputs, input);
  struct run run;
  interp_run(&run, tiny->prog, &tiny->labels, &schedule);
  schedule_free(&schedule);
  return run;
}
#define RUN(tiny, ...)                                                                             \
  run_it((tiny), sizeof((struct context[]){__VA_ARGS__}) / sizeof(struct context),                 \
         (struct context[]){__VA_ARGS__}, 0)
#define CONTEXT(thread, labels) {(thread), (labels)}

static void
assert_step(const struct run *run, size_t i, event_id event, uint32_t context, uint64_t value)
{
  assert_true(i < run->steps.n);
  assert_int_equal(run->steps.at[i].event, event);
  assert_int_equal(run->steps.at[i].context, context);
  assert_int_equal(run->steps.at[i].value, value);
}

static void
finish(struct run *run, struct tiny *tiny)
{
  run_free(run);
  tiny_free(tiny);
}

/* main creates a thread that increments x (load and store are labels 1 and 2), increments x itself
 * and, after joining, expects 2. */
struct increments {
  struct tiny tiny;
  object_id x;
  event_id create, child_load, child_store, load, store, join, check;
};

static void
make_increments(struct increments *inc)
{
  struct tiny *tiny = &inc->tiny;
  *tiny = tiny_new();
  inc->x = tiny_global(tiny, 4);
  tiny_thread(tiny);
  inc->create = tiny_child(tiny, EVENT_CREATE, 1);
  tiny_label(tiny, LABEL_STEP);
  inc->load = (event_id)tiny->prog->events.n;
  value_id mine = tiny_load(tiny, inc->x, 0, 4);
  tiny_label(tiny, LABEL_STEP);
  inc->store = tiny_store(tiny, inc->x, 0, tiny_plus(tiny, mine, 1));
  tiny_label(tiny, LABEL_STEP);
  inc->join = tiny_child(tiny, EVENT_JOIN, 1);
  value_id end = tiny_load(tiny, inc->x, 0, 4);
  inc->check = tiny_event(tiny, EVENT_ASSERT, tiny_is(tiny, end, 2));
  tiny_thread(tiny);
  tiny_label(tiny, LABEL_STEP);
  inc->child_load = (event_id)tiny->prog->events.n;
  value_id its = tiny_load(tiny, inc->x, 0, 4);
  tiny_label(tiny, LABEL_STEP);
  inc->child_store = tiny_store(tiny, inc->x, 0, tiny_plus(tiny, its, 1));
  tiny_done(tiny);
}

static void
one_after_the_other(void **state)
{
  (void)state;
  struct increments inc;
  make_increments(&inc);
  struct run run = RUN(&inc.tiny, CONTEXT(0, 3), CONTEXT(1, 3), CONTEXT(0, 4));
  assert_int_equal(run.end, RUN_DONE);
  assert_false(run.cut);
  assert_int_equal(run.steps.n, 8);
  assert_step(&run, 0, inc.create, 0, 1);
  assert_step(&run, 1, inc.load, 0, 0);
  assert_step(&run, 2, inc.store, 0, 1);
  assert_int_equal(run.steps.at[2].addr, inc.tiny.prog->objects.at[inc.x].base);
  assert_step(&run, 3, inc.child_load, 1, 1);
  assert_step(&run, 4, inc.child_store, 1, 2);
  assert_step(&run, 5, inc.join, 2, 1);
  assert_step(&run, 6, inc.join + 1, 2, 2);
  assert_step(&run, 7, inc.check, 2, 1);
  finish(&run, &inc.tiny);
}

static void
lost_update(void **state)
{
  (void)state;
  struct increments inc;
  make_increments(&inc);
  struct run run =
    RUN(&inc.tiny, CONTEXT(0, 2), CONTEXT(1, 3), CONTEXT(0, 2), CONTEXT(1, 3), CONTEXT(0, 4));
  assert_int_equal(run.end, RUN_VIOLATION);
  assert_int_equal(run.at, inc.check);
  assert_int_equal(run.steps.n, 8);
  assert_step(&run, 4, inc.store, 4, 1);
  assert_step(&run, 7, inc.check, 4, 0);
  finish(&run, &inc.tiny);
}

static void
join_waits_for_the_last_label(void **state)
{
  (void)state;
  struct increments inc;
  make_increments(&inc);
  struct run run = RUN(&inc.tiny, CONTEXT(0, 3), CONTEXT(1, 2), CONTEXT(0, 4));
  assert_int_equal(run.end, RUN_STUCK);
  assert_int_equal(run.at, inc.join);
  assert_int_equal(run.steps.n, 4);
  finish(&run, &inc.tiny);
}

static void
invalid_schedules(void **state)
{
  (void)state;
  struct increments inc;
  make_increments(&inc);
  struct run run = RUN(&inc.tiny, CONTEXT(1, 0), CONTEXT(1, 1), CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_INVALID); /* not created */
  assert_int_equal(run.steps.n, 0);
  run_free(&run);
  run = RUN(&inc.tiny, CONTEXT(0, 5));
  assert_int_equal(run.end, RUN_INVALID); /* main has 4 labels */
  run_free(&run);
  run = RUN(&inc.tiny, CONTEXT(0, 2), CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_INVALID); /* backwards */
  run_free(&run);
  run = RUN(&inc.tiny, CONTEXT(2, 0));
  assert_int_equal(run.end, RUN_INVALID); /* no such thread */
  run_free(&run);
  run = RUN(&inc.tiny, CONTEXT(1, 0), CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_DONE); /* an empty context is nothing */
  finish(&run, &inc.tiny);
}

/* The group [store, assume false]: as if it had never begun. */
static void
failing_group_leaves_nothing(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_label(&tiny, LABEL_STEP);
  value_id seen = tiny_load(&tiny, x, 0, 4);
  event_id block = tiny_event(&tiny, EVENT_BLOCK, tiny_is(&tiny, seen, 7));
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 0, tiny_const(&tiny, 4, 7));
  event_id assume = tiny_event(&tiny, EVENT_ASSUME, VALUE_FALSE);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1), CONTEXT(1, 1));
  assert_int_equal(run.end, RUN_STUCK);
  assert_int_equal(run.at, assume);
  assert_int_equal(run.steps.n, 1);
  run_free(&run);
  run = RUN(&tiny, CONTEXT(0, 2));
  assert_int_equal(run.end, RUN_STUCK);
  assert_int_equal(run.at, block);
  finish(&run, &tiny);
}

static void
violation_before_failing_assume(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  event_id first = tiny_event(&tiny, EVENT_ASSERT, VALUE_TRUE);
  event_id second = tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_event(&tiny, EVENT_ASSUME, VALUE_FALSE);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_VIOLATION);
  assert_int_equal(run.at, second);
  assert_int_equal(run.steps.n, 2);
  assert_step(&run, 0, first, 0, 1);
  assert_step(&run, 1, second, 0, 0);
  finish(&run, &tiny);
}

static void
mixed_sizes(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 8);
  tiny_init(&tiny, x, 0, tiny_const(&tiny, 8, UINT64_C(0x8877665544332211)));
  tiny_thread(&tiny);
  tiny_store(&tiny, x, 2, tiny_const(&tiny, 4, 0xddccbbaa));
  event_id byte = (event_id)tiny.prog->events.n;
  tiny_load(&tiny, x, 4, 1);
  tiny_store(&tiny, x, 1, tiny_const(&tiny, 1, 0x5a));
  event_id whole = (event_id)tiny.prog->events.n;
  tiny_load(&tiny, x, 0, 8);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_DONE);
  assert_step(&run, 1, byte, 0, 0xcc);
  assert_step(&run, 3, whole, 0, UINT64_C(0x8877ddccbbaa5a11));
  finish(&run, &tiny);
}

static void
inputs_in_memory_and_values(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 2);
  value_id input = tiny_input(&tiny, 16);
  tiny_init(&tiny, x, 0, input);
  tiny_thread(&tiny);
  value_id high = tiny_load(&tiny, x, 1, 1);
  value_id low = value_extract(tiny.prog, input, 0, 8);
  event_id check = tiny_event(&tiny, EVENT_ASSERT, value_eq(tiny.prog, high, low));
  tiny_done(&tiny);
  struct context all[] = {CONTEXT(0, 1)};
  struct run run = run_it(&tiny, 1, all, 0x4242);
  assert_int_equal(run.end, RUN_DONE);
  assert_step(&run, 0, 0, 0, 0x42);
  run_free(&run);
  run = run_it(&tiny, 1, all, 0x4142);
  assert_int_equal(run.end, RUN_VIOLATION);
  assert_step(&run, 0, 0, 0, 0x41);
  assert_step(&run, 1, check, 0, 0);
  finish(&run, &tiny);
}

static void
address_outside_targets(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4), y = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_store(&tiny, y, 0, tiny_const(&tiny, 4, 1));
  tiny_load_at(&tiny, tiny_addr(&tiny, y, 0), y, 0, 4);
  tiny_label(&tiny, LABEL_STEP);
  event_id bad = (event_id)tiny.prog->events.n;
  tiny_load_at(&tiny, tiny_addr(&tiny, y, 0), x, 0, 4);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 2));
  assert_int_equal(run.end, RUN_INVALID);
  assert_int_equal(run.at, bad);
  assert_int_equal(run.steps.n, 2);
  finish(&run, &tiny);
}

/* Two targets: the address picks one. */
static void
address_chosen_by_load(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id a = tiny_global(&tiny, 8), p = tiny_global(&tiny, 8);
  tiny_init(&tiny, p, 0, tiny_addr(&tiny, a, 4));
  tiny_init(&tiny, a, 0, tiny_const(&tiny, 8, UINT64_C(0x0000000900000005)));
  tiny_thread(&tiny);
  value_id addr = tiny_load(&tiny, p, 0, 8);
  tiny_load_at(&tiny, addr, a, 0, 4);
  tiny_target(&tiny, a, 4);
  vec_last(&tiny.prog->events).n_targets = 2;
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_DONE);
  assert_step(&run, 1, 1, 0, 9);
  assert_int_equal(run.steps.at[1].addr, tiny.prog->objects.at[a].base + 4);
  finish(&run, &tiny);
}

static void
guards_and_locals(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4), local = tiny_global(&tiny, 8);
  tiny_init(&tiny, x, 0, tiny_const(&tiny, 4, 3));
  tiny_thread(&tiny);
  value_id first = tiny_load(&tiny, x, 0, 4);
  tiny.guard = tiny_is(&tiny, first, 4);
  value_id never = tiny_load(&tiny, x, 0, 4); /* does not happen */
  tiny.guard = value_and(tiny.prog, tiny.guard, tiny_is(&tiny, never, 0));
  tiny_event(&tiny, EVENT_ASSERT, VALUE_FALSE);
  tiny_event(&tiny, EVENT_CUT, VALUE_FALSE);
  tiny.guard = VALUE_TRUE;
  value_id merged =
    value_ite(tiny.prog, tiny_is(&tiny, first, 4), never, tiny_plus(&tiny, first, 5));
  event_id set = tiny_add(&tiny, (struct event){.kind = EVENT_LOCAL,
                                                .value = merged,
                                                .bytes = 4,
                                                .first_target = tiny_target(&tiny, local, 4),
                                                .n_targets = 1});
  event_id fence = tiny_event(&tiny, EVENT_FENCE, VALUE_FALSE);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_DONE);
  assert_int_equal(run.steps.n, 3);
  assert_step(&run, 1, set, 0, 8);
  assert_int_equal(run.steps.at[1].addr, tiny.prog->objects.at[local].base + 4);
  assert_step(&run, 2, fence, 0, 0);
  finish(&run, &tiny);
}

/* main looks at the child's load before the child has run (it counts as 0) and again after joining
 * it: the first look must not be remembered. */
static void
early_look_is_not_remembered(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_init(&tiny, x, 0, tiny_const(&tiny, 4, 1));
  event_id its_load = 4;
  value_id theirs = value_loaded(tiny.prog, 32, its_load);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny.guard = tiny_is(&tiny, theirs, 1);
  tiny_event(&tiny, EVENT_FENCE, VALUE_FALSE);
  tiny.guard = VALUE_TRUE;
  tiny_label(&tiny, LABEL_STEP);
  tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_event(&tiny, EVENT_ASSERT, tiny_is(&tiny, theirs, 1));
  tiny_thread(&tiny);
  assert_int_equal(tiny_load(&tiny, x, 0, 4), theirs);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1), CONTEXT(1, 1), CONTEXT(0, 2));
  assert_int_equal(run.end, RUN_DONE);
  assert_int_equal(run.steps.n, 4); /* no fence */
  finish(&run, &tiny);
}

static void
join_of_thread_never_created(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  tiny_thread(&tiny);
  tiny.guard = VALUE_FALSE;
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_label(&tiny, LABEL_STEP);
  tiny.guard = VALUE_TRUE;
  event_id join = tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_thread(&tiny);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 2));
  assert_int_equal(run.end, RUN_STUCK);
  assert_int_equal(run.at, join);
  run_free(&run);
  run = RUN(&tiny, CONTEXT(0, 1), CONTEXT(1, 1));
  assert_int_equal(run.end, RUN_INVALID);
  finish(&run, &tiny);
}

/* A thread that spins until x is set; the bound allows one look. */
static void
cut_where_the_bound_ends(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_thread(&tiny);
  tiny_label(&tiny, LABEL_STEP);
  value_id seen = tiny_load(&tiny, x, 0, 4);
  tiny_label(&tiny, LABEL_STOP);
  tiny.guard = tiny_is(&tiny, seen, 0);
  event_id cut = tiny_event(&tiny, EVENT_CUT, VALUE_FALSE);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_DONE);
  assert_false(run.cut); /* it stands before the load */
  run_free(&run);
  run = RUN(&tiny, CONTEXT(0, 2));
  assert_int_equal(run.end, RUN_DONE);
  assert_true(run.cut);
  assert_int_equal(run.steps.n, 1); /* asking does not leave steps */
  run_free(&run);
  run = RUN(&tiny, CONTEXT(0, 3));
  assert_int_equal(run.end, RUN_STUCK);
  assert_int_equal(run.at, cut);
  assert_true(run.cut);
  finish(&run, &tiny);
}

/* Longer than any call stack would bear. */
static void
deep_values(void **state)
{
  (void)state;
  struct tiny tiny = tiny_new();
  object_id x = tiny_global(&tiny, 4);
  tiny_init(&tiny, x, 0, tiny_const(&tiny, 4, 1));
  tiny_thread(&tiny);
  value_id first = tiny_load(&tiny, x, 0, 4), value = first;
  uint32_t expected = 1;
  for (uint32_t i = 0; i < 500000; i++) {
    value = value_op(tiny.prog, OP_MUL, 32, value, tiny_const(&tiny, 4, 3 + 2 * i), 0, 0);
    value = value_op(tiny.prog, OP_XOR, 32, value, first, 0, 0);
    expected = (expected * (3 + 2 * i)) ^ 1;
  }
  event_id store = tiny_store(&tiny, x, 0, value);
  tiny_done(&tiny);
  struct run run = RUN(&tiny, CONTEXT(0, 1));
  assert_int_equal(run.end, RUN_DONE);
  assert_step(&run, 1, store, 0, expected);
  finish(&run, &tiny);
}

/* ---- random runs --------------------------------------------------------------------------- */

/* Can this thread pass one more label in the end? */
static bool
can_go_on(const struct prog *prog, const struct labels *labels, const struct schedule *schedule,
          thread_id thread)
{
  struct schedule longer = {0};
  uint32_t passed = 0;
  for (size_t i = 0; i < schedule->contexts.n; i++) {
    vec_push(&longer.contexts, schedule->contexts.at[i]);
    if (schedule->contexts.at[i].thread == thread)
      passed = schedule->contexts.at[i].labels;
  }
  for (size_t i = 0; i < schedule->inputs.n; i++)
    vec_push(&longer.inputs, schedule->inputs.at[i]);
  bool more = passed < labels_count(labels, thread);
  if (more) {
    struct run run;
    vec_push(&longer.contexts, ((struct context){thread, passed + 1}));
    interp_run(&run, prog, labels, &longer);
    more = run.end != RUN_STUCK && run.end != RUN_INVALID;
    run_free(&run);
  }
  schedule_free(&longer);
  return more;
}

/* A random run can be run, and ends with a violation, with main, or when nobody can go on; another
 * seed gives another run. */
static void
random_runs(void **state)
{
  (void)state;
  struct dice dice = {5};
  unsigned violations = 0, stops = 0, different = 0;
  for (unsigned i = 0; i < 300; i++) {
    struct random_shape shape = {
      .threads = 3, .units = 6, .rare_asserts = i % 2 != 0, .rare_stops = true};
    struct tiny tiny = random_prog(&dice, shape);
    struct schedule schedule = {0}, other = {0};
    struct labels labels = {0};
    struct run run;
    labels_find(&labels, tiny.prog);
    interp_random(&schedule, tiny.prog, &labels, i);
    interp_random(&other, tiny.prog, &labels, i + 1000);
    size_t n = schedule.contexts.n;
    different += n != other.contexts.n || (n && memcmp(schedule.contexts.at, other.contexts.at,
                                                       n * sizeof *other.contexts.at) != 0);
    interp_run(&run, tiny.prog, &labels, &schedule);
    assert_true(run.end == RUN_DONE || run.end == RUN_VIOLATION);
    violations += run.end == RUN_VIOLATION;
    bool main_ended = false;
    for (size_t c = 0; c < schedule.contexts.n; c++)
      main_ended |= schedule.contexts.at[c].thread == 0 &&
                    schedule.contexts.at[c].labels == labels_count(&labels, 0);
    if (run.end == RUN_DONE && !main_ended) {
      stops++;
      for (thread_id t = 0; t < tiny.prog->threads.n; t++)
        assert_false(can_go_on(tiny.prog, &labels, &schedule, t));
    }
    run_free(&run);
    schedule_free(&schedule);
    schedule_free(&other);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_in_range(violations, 10, 270);
  assert_in_range(stops, 30, 270);
  assert_in_range(different, 100, 300);
}

/* A random run of some rounds can be run, has its contexts in the order of turns, ends where nobody
 * can go on in the last round or earlier with a violation or main, and depends on the seed. */
static void
random_rounds(void **state)
{
  (void)state;
  struct dice dice = {9};
  unsigned ends[2] = {0}, later_turns = 0, different = 0;
  for (unsigned i = 0; i < 300; i++) {
    struct random_shape shape = {
      .threads = 3, .units = 6, .rare_asserts = i % 2 != 0, .rare_stops = true};
    struct tiny tiny = random_prog(&dice, shape);
    struct schedule schedule = {0}, other = {0};
    struct labels labels = {0};
    struct run run;
    unsigned rounds = 1 + i % 3;
    size_t threads = tiny.prog->threads.n;
    labels_find(&labels, tiny.prog);
    interp_random_rounds(&schedule, tiny.prog, &labels, rounds, i);
    interp_random_rounds(&other, tiny.prog, &labels, rounds, i + 1000);
    size_t n = schedule.contexts.n;
    different += n != other.contexts.n ||
                 memcmp(schedule.contexts.at, other.contexts.at, n * sizeof *other.contexts.at);
    interp_run(&run, tiny.prog, &labels, &schedule);
    assert_true(run.end == RUN_DONE || run.end == RUN_VIOLATION);
    ends[run.end == RUN_VIOLATION]++;
    for (size_t c = 0; c < n; c++)
      assert_int_equal(schedule.contexts.at[c].thread, c % threads);
    assert_true(n <= rounds * threads);
    if (run.end == RUN_DONE && n == rounds * threads) /* nobody comes after the last one */
      assert_false(can_go_on(tiny.prog, &labels, &schedule, (thread_id)(threads - 1)));
    for (size_t c = threads; c < n; c++)
      later_turns += schedule.contexts.at[c].labels > schedule.contexts.at[c - threads].labels;
    run_free(&run);
    schedule_free(&schedule);
    schedule_free(&other);
    labels_free(&labels);
    tiny_free(&tiny);
  }
  assert_in_range(ends[0], 30, 290);
  assert_in_range(ends[1], 10, 270);
  assert_true(later_turns > 60);
  assert_true(different > 60);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_after_the_other),
    cmocka_unit_test(lost_update),
    cmocka_unit_test(join_waits_for_the_last_label),
    cmocka_unit_test(invalid_schedules),
    cmocka_unit_test(failing_group_leaves_nothing),
    cmocka_unit_test(violation_before_failing_assume),
    cmocka_unit_test(mixed_sizes),
    cmocka_unit_test(inputs_in_memory_and_values),
    cmocka_unit_test(address_outside_targets),
    cmocka_unit_test(address_chosen_by_load),
    cmocka_unit_test(guards_and_locals),
    cmocka_unit_test(early_look_is_not_remembered),
    cmocka_unit_test(join_of_thread_never_created),
    cmocka_unit_test(cut_where_the_bound_ends),
    cmocka_unit_test(deep_values),
    cmocka_unit_test(random_runs),
    cmocka_unit_test(random_rounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
