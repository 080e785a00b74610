/* Every schedule, without rounds: with and without leaving out orders, against brute force by
 * rounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <cmocka.h>

#include "ir/text.h"
#include "random_prog.h"

enum {
  PROGS = 6000 / HEDDLE_ONE_OF,
  LATE_PROGS = 6000 / HEDDLE_ONE_OF,
  LITMUS_PROGS = 3000 / HEDDLE_ONE_OF,
};

struct count {
  unsigned bugs, deadlocks, races, safe, cuts, smaller;
};

static struct exploration
search(const struct prog *prog, const struct labels *labels, bool unreduced)
{
  struct exploration result;
  struct all_limits limits = {.max_states = 3000000, .max_input_bits = 8, .unreduced = unreduced};
  interp_explore_all(&result, prog, labels, &limits);
  return result;
}

static void
complain(const struct prog *prog, const char *what)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fprintf(stderr, "%s; asks %u: %s\n", str_text(&text), prog->asks, what);
  str_free(&text);
  fail();
}

/* The run that is told must end as it is said to. */
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
compare(const struct prog *prog, const struct labels *labels, struct count *count)
{
  struct exploration brute, results[2];
  interp_explore(&brute, prog, labels, (unsigned)labels->all.n + 1,
                 (struct explore_limits){.max_states = 1000000, .max_input_bits = 8});
  for (unsigned unreduced = 0; unreduced < 2; unreduced++) {
    struct exploration *result = &results[unreduced];
    *result = search(prog, labels, unreduced);
    if (result->verdict != brute.verdict || brute.verdict == EXPLORE_GAVE_UP)
      complain(prog, unreduced ? "unreduced, another verdict" : "another verdict");
    if (brute.verdict == EXPLORE_SAFE && result->cut != brute.cut)
      complain(prog, "another opinion on cuts");
    if (result->verdict != EXPLORE_BUG)
      continue;
    enum run_end end = end_of(prog, labels, result);
    if (end != RUN_VIOLATION && end != RUN_DEADLOCK && end != RUN_RACE)
      complain(prog, "the run does not fail");
    count->deadlocks += end == RUN_DEADLOCK;
    count->races += end == RUN_RACE;
  }
  count->bugs += brute.verdict == EXPLORE_BUG;
  if (brute.verdict == EXPLORE_SAFE) {
    count->safe++;
    count->cuts += brute.cut;
    count->smaller += results[0].states < results[1].states;
  }
  exploration_free(&brute);
  exploration_free(&results[0]);
  exploration_free(&results[1]);
}

static void
ask(struct dice *dice, struct prog *prog)
{
  prog->asks = (roll(dice, 2) ? PROPERTY_DEADLOCK : 0) | (roll(dice, 4) ? 0 : PROPERTY_RACE);
  random_tell_nobody(prog);
}

static void
compare_and_free(struct tiny *tiny, struct count *count)
{
  struct labels labels = {0};
  labels_find(&labels, tiny->prog);
  compare(tiny->prog, &labels, count);
  labels_free(&labels);
  tiny_free(tiny);
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
    {.threads = 3, .units = 5, .rare_asserts = true, .rare_stops = true, .adds = true},
    {.threads = 5, .units = 3, .rare_asserts = true, .adds = true},
  };
  enum { SHAPES = sizeof shapes / sizeof *shapes };
  struct dice dice = {17};
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % SHAPES]);
    ask(&dice, tiny.prog);
    compare_and_free(&tiny, &count);
  }
  /* Otherwise there was nothing to compare. */
  assert_true(count.bugs > PROGS / 10 && count.safe > PROGS / 5 && count.cuts > PROGS / 50);
  assert_true(count.deadlocks > PROGS / 50 && count.races > PROGS / 50);
  assert_true(count.smaller > count.safe / 4);
}

/* Stores that others see late. */
static void
test_late_stores(void **state)
{
  (void)state;
  static const struct random_shape shapes[] = {
    {.threads = 2, .units = 6, .rare_asserts = true, .rare_stops = true},
    {.threads = 3, .units = 4, .rare_asserts = true, .rare_stops = true},
    {.threads = 4, .units = 3, .rare_asserts = true},
    {.threads = 3, .units = 4, .rare_asserts = true, .rare_stops = true, .adds = true},
  };
  enum { SHAPES = sizeof shapes / sizeof *shapes };
  struct dice dice = {23};
  struct count count = {0};
  for (unsigned i = 0; i < LATE_PROGS; i++) {
    struct tiny tiny = random_prog(&dice, shapes[i % SHAPES]);
    tiny.prog->memory = roll(&dice, 2) ? MEMORY_TSO : MEMORY_PSO;
    ask(&dice, tiny.prog);
    compare_and_free(&tiny, &count);
  }
  assert_true(count.bugs > LATE_PROGS / 10 && count.safe > LATE_PROGS / 5);
  assert_true(count.cuts > LATE_PROGS / 50);
  assert_true(count.deadlocks > LATE_PROGS / 50 && count.races > LATE_PROGS / 50);
  assert_true(count.smaller > count.safe / 4);
}

/* Such as only happen under a weak memory model, and such as do not. */
static void
test_litmus(void **state)
{
  (void)state;
  struct dice dice = {29};
  struct count count = {0};
  for (unsigned i = 0; i < LITMUS_PROGS; i++) {
    struct tiny tiny = random_litmus(&dice);
    compare_and_free(&tiny, &count);
  }
  assert_true(count.bugs > LITMUS_PROGS / 20 && count.safe > LITMUS_PROGS / 5);
  assert_true(count.smaller > count.safe / 4);
}

/* One thread adds 1 to a number of two bytes, another adds 255 to the first of them: without a carry
 * if that is done first. */
static struct tiny
parts_prog(uint64_t forbidden)
{
  struct tiny tiny = tiny_new();
  object_id number = tiny_global(&tiny, 2);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_child(&tiny, EVENT_JOIN, 2);
  value_id result = tiny_load(&tiny, number, 0, 2);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, result, forbidden)));
  for (uint32_t bytes = 1; bytes <= 2; bytes++) {
    event_id first = (event_id)tiny.prog->events.n;
    tiny_thread(&tiny);
    tiny.prog->sections++;
    value_id old = tiny_load(&tiny, number, 0, bytes);
    tiny_store(&tiny, number, 0, tiny_plus(&tiny, old, bytes == 1 ? 255 : 1));
    for (event_id e = first; e < tiny.prog->events.n; e++)
      tiny.prog->events.at[e].section = tiny.prog->sections;
  }
  tiny_done(&tiny);
  return tiny;
}

static void
test_additions_to_parts(void **state)
{
  (void)state;
  static const uint64_t results[] = {0, 256};
  for (unsigned i = 0; i < 2; i++) {
    struct tiny tiny = parts_prog(results[i]);
    struct labels labels = {0};
    labels_find(&labels, tiny.prog);
    struct exploration found = search(tiny.prog, &labels, false);
    assert_int_equal(found.verdict, EXPLORE_BUG);
    exploration_free(&found);
    labels_free(&labels);
    tiny_free(&tiny);
  }
}

/* One thread adds 4 to a number with a lock, another adds 1 to it by a store that others see late. The
 * first addition is lost if it happens before that is seen. */
static struct tiny
late_addition_prog(void)
{
  struct tiny tiny = tiny_new();
  object_id number = tiny_global(&tiny, 1);
  tiny_thread(&tiny);
  tiny_child(&tiny, EVENT_CREATE, 1);
  tiny_child(&tiny, EVENT_CREATE, 2);
  tiny_child(&tiny, EVENT_JOIN, 1);
  tiny_child(&tiny, EVENT_JOIN, 2);
  value_id result = tiny_load(&tiny, number, 0, 1);
  tiny_event(&tiny, EVENT_ASSERT, value_not(tiny.prog, tiny_is(&tiny, result, 1)));
  for (unsigned i = 0; i < 2; i++) {
    event_id first = (event_id)tiny.prog->events.n;
    tiny_thread(&tiny);
    tiny.prog->sections++;
    value_id old = tiny_load(&tiny, number, 0, 1);
    tiny_store(&tiny, number, 0, tiny_plus(&tiny, old, i ? 1 : 4));
    for (event_id e = first; e < tiny.prog->events.n; e++) {
      tiny.prog->events.at[e].section = tiny.prog->sections;
      tiny.prog->events.at[e].locked = !i;
    }
  }
  tiny.prog->memory = MEMORY_TSO;
  tiny_done(&tiny);
  return tiny;
}

static void
test_late_addition(void **state)
{
  (void)state;
  struct tiny tiny = late_addition_prog();
  struct labels labels = {0};
  labels_find(&labels, tiny.prog);
  struct exploration found = search(tiny.prog, &labels, false);
  assert_int_equal(found.verdict, EXPLORE_BUG);
  exploration_free(&found);
  labels_free(&labels);
  tiny_free(&tiny);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_random_programs), cmocka_unit_test(test_late_stores),
    cmocka_unit_test(test_litmus), cmocka_unit_test(test_additions_to_parts),
    cmocka_unit_test(test_late_addition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
