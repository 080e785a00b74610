/* Schedules that are fixed turn by turn: drawn at random, they are in their own part, and that has
 * few others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "random_prog.h"
#include "tiling/fixed.h"

struct subject {
  struct tiny tiny;
  struct labels labels;
  unsigned rounds;
  struct schedule drawn;
  struct part part;
};

static struct subject
draw(struct dice *dice, unsigned i)
{
  struct random_shape shape = {.threads = 3, .units = 6, .rare_asserts = true, .rare_stops = true};
  struct subject subject = {.tiny = random_prog(dice, shape), .rounds = 2 + i % 3};
  labels_find(&subject.labels, subject.tiny.prog);
  interp_random_rounds(&subject.drawn, subject.tiny.prog, &subject.labels, subject.rounds, i);
  part_fix(&subject.part, subject.tiny.prog, &subject.labels, &subject.drawn);
  return subject;
}

static void
subject_free(struct subject *subject)
{
  part_free(&subject->part);
  schedule_free(&subject->drawn);
  labels_free(&subject->labels);
  tiny_free(&subject->tiny);
}

/* Without the turns in which a thread does nothing. */
static bool
contains_itself(const struct subject *subject)
{
  struct schedule dense = {0};
  size_t threads = subject->tiny.prog->threads.n;
  for (size_t i = 0; i < subject->drawn.contexts.n; i++) {
    struct context context = subject->drawn.contexts.at[i];
    uint32_t before = i < threads ? 0 : subject->drawn.contexts.at[i - threads].labels;
    if (context.labels > before)
      vec_push(&dense.contexts, context);
  }
  bool contained = part_contains(&subject->part, &subject->labels, subject->rounds, &dense);
  schedule_free(&dense);
  return contained;
}

static enum verdict
solve(const struct subject *subject, const struct part *part)
{
  struct engine_result result;
  struct engine_options options = {.rounds = subject->rounds, .part = part};
  engine_check(&result, subject->tiny.prog, &subject->labels, &options);
  enum verdict verdict = result.verdict;
  engine_result_free(&result);
  return verdict;
}

static uint64_t
count_states(const struct subject *subject, const struct part *part)
{
  struct exploration result;
  struct explore_limits limits = {.max_states = 10000, .max_input_bits = 8, .part = part};
  interp_explore(&result, subject->tiny.prog, &subject->labels, subject->rounds, limits);
  uint64_t states = result.states;
  exploration_free(&result);
  return states;
}

/* A violation that was met is found, others are not; and there is less to look at. */
static void
fixed_schedules(void **state)
{
  (void)state;
  struct dice dice = {77};
  unsigned met = 0, missed = 0, smaller = 0;
  for (unsigned i = 0; i < 600; i++) {
    struct subject subject = draw(&dice, i);
    struct run run;
    assert_true(contains_itself(&subject));
    interp_run(&run, subject.tiny.prog, &subject.labels, &subject.drawn);
    enum verdict whole = solve(&subject, NULL), fixed = solve(&subject, &subject.part);
    assert_int_not_equal(fixed, VERDICT_INTERNAL);
    if (run.end == RUN_VIOLATION)
      assert_int_equal(fixed, VERDICT_BUG);
    if (fixed == VERDICT_BUG)
      assert_int_equal(whole, VERDICT_BUG);
    met += run.end == RUN_VIOLATION;
    missed += whole == VERDICT_BUG && fixed != VERDICT_BUG;
    smaller += count_states(&subject, &subject.part) < count_states(&subject, NULL);
    run_free(&run);
    subject_free(&subject);
  }
  assert_in_range(met, 20, 100);
  assert_in_range(missed, 4, 100);
  assert_in_range(smaller, 100, 600);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(fixed_schedules)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
