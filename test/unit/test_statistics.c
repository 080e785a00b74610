#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "swarm/statistics.h"

#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-9)

static void
summaries_of_few_numbers(void **state)
{
  (void)state;
  struct summary none = summary_of(NULL, 0);
  assert_int_equal(none.n, 0);
  assert_near(none.mean, 0);
  struct summary one = summary_of((double[]){7}, 1);
  assert_near(one.least, 7);
  assert_near(one.most, 7);
  assert_near(one.mean, 7);
  assert_near(one.deviation, 0);
  /* mean 5, squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, of 7 */
  struct summary many = summary_of((double[]){2, 4, 4, 4, 5, 5, 7, 9}, 8);
  assert_near(many.least, 2);
  assert_near(many.most, 9);
  assert_near(many.mean, 5);
  assert_near(many.deviation * many.deviation, 32.0 / 7);
}

/* One of two instances has a bug: n draws miss it with probability 1/2^n, and the time is its. */
static void
one_of_two(void **state)
{
  (void)state;
  struct race race = {(double[]){3}, 1, 2};
  assert_near(race_probability(&race, 0), 0);
  assert_near(race_probability(&race, 1), 0.5);
  assert_near(race_probability(&race, 3), 0.875);
  assert_near(race_expected(&race, 1), 3);
  assert_near(race_expected(&race, 100), 3);
  assert_int_equal(race_cores(&race, 0.5), 1);
  assert_int_equal(race_cores(&race, 0.95), 5); /* 31/32 */
  assert_int_equal(race_cores(&race, 0.99), 7); /* 127/128 */
}

/* Times 1 and 4, and one without a bug. Of the 9 pairs 5 contain the 1, 3 the 4 only, 1 nothing. */
static void
two_of_three(void **state)
{
  (void)state;
  struct race race = {(double[]){1, 4}, 2, 3};
  assert_near(race_expected(&race, 1), 2.5);
  assert_near(race_probability(&race, 2), 8.0 / 9);
  assert_near(race_expected(&race, 2), (5 * 1 + 3 * 4) / 8.0);
  assert_near(race_expected(&race, 1000), 1);
}

static void
all_and_none(void **state)
{
  (void)state;
  struct race all = {(double[]){2, 6}, 2, 2}, none = {NULL, 0, 9}, nothing = {NULL, 0, 0};
  assert_near(race_probability(&all, 1), 1);
  assert_near(race_expected(&all, 1), 4);
  assert_near(race_expected(&all, 2), (3 * 2 + 1 * 6) / 4.0);
  assert_int_equal(race_cores(&all, 0.99), 1);
  assert_near(race_probability(&none, 2000), 0);
  assert_int_equal(race_cores(&none, 0.01), 0);
  assert_near(race_probability(&nothing, 5), 0);
}

/* Against counting all draws: every sequence of n out of N. */
static void
as_by_counting(void **state)
{
  (void)state;
  enum { N = 5, BUGGY = 3 };
  const double seconds[BUGGY] = {0.5, 2, 7};
  struct race race = {seconds, BUGGY, N};
  for (unsigned n = 1; n <= 5; n++) {
    unsigned draws = 1, with_bug = 0;
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
      draws *= N;
    for (unsigned draw = 0; draw < draws; draw++) {
      unsigned fastest = N;
      for (unsigned i = 0, rest = draw; i < n; i++, rest /= N)
        fastest = rest % N < fastest ? rest % N : fastest;
      if (fastest < BUGGY) {
        with_bug++;
        sum += seconds[fastest];
      }
    }
    assert_near(race_probability(&race, n), (double)with_bug / draws);
    assert_near(race_expected(&race, n), sum / with_bug);
  }
}

/* The least number of cores, also where bugs are rare. */
static void
cores_are_just_enough(void **state)
{
  (void)state;
  double seconds[40] = {0};
  for (size_t buggy = 1; buggy < 40; buggy++)
    for (double probability = 0.05; probability < 1; probability += 0.09) {
      struct race race = {seconds, buggy, 10 * buggy + 3 * (40 - buggy)};
      unsigned cores = race_cores(&race, probability);
      assert_true(race_probability(&race, cores) >= probability);
      assert_true(race_probability(&race, cores - 1) < probability);
    }
  struct race rare = {seconds, 1, 100000000};
  assert_true(fabs(race_probability(&rare, 1) - 1e-8) < 1e-16);
}

/* By hand: jobs of 2 seconds. */
static void
a_farm(void **state)
{
  (void)state;
  const double seconds[] = {2};
  struct farm farm = {.seconds = seconds, .tried = 1, .jobs = 5};
  assert_near(farm_ranks(&farm, 1), 10);
  assert_near(farm_ranks(&farm, 2), 6);
  assert_near(farm_ranks(&farm, 9), 2);
  assert_near(farm_shares(&farm, 3), 4);
  farm = (struct farm){seconds, 1, 5, 10, 1, 0.5, 0.25};
  assert_near(farm_ranks(&farm, 1), 10 + 5 * (0.5 + 0.25 + 1 + 2) + 0.5);
  assert_near(farm_ranks(&farm, 5), 10 + 0.5 + 5 * 0.25 + 1 + 2 + 0.5);
  assert_near(farm_shares(&farm, 2), 10 + 3 * (1 + 2));
  farm.direct = 100; /* who directs is what all wait for */
  assert_near(farm_ranks(&farm, 2), 10 + 0.5 + 5 * 100 + 1 + 2 + 0.5);
  struct farm_limits limits = farm_limits(&farm, 2);
  assert_near(limits.work, 5 * (1 + 2 + 0.5) / 2);
  assert_near(limits.longest, 3);
  assert_near(limits.direct, 500);
}

/* With as many jobs as one likes no core has nothing to do, whatever the jobs that were tried. */
static void
a_farm_is_used(void **state)
{
  (void)state;
  double seconds[50], sum = 0;
  for (size_t i = 0; i < 50; i++)
    sum += seconds[i] = 1 + (double)(i * 37 % 50) / 10;
  struct farm farm = {.seconds = seconds, .tried = 50, .jobs = 100000};
  for (unsigned cores = 1; cores <= 1000; cores *= 10) {
    double least = farm_limits(&farm, cores).work;
    assert_true(fabs(least * cores / (sum / 50 * 100000) - 1) < 0.02);
    assert_true(farm_ranks(&farm, cores) >= least && farm_ranks(&farm, cores) <= least + 6);
    assert_true(farm_shares(&farm, cores) >= least && farm_shares(&farm, cores) <= 1.25 * least);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(summaries_of_few_numbers),
    cmocka_unit_test(one_of_two),
    cmocka_unit_test(two_of_three),
    cmocka_unit_test(all_and_none),
    cmocka_unit_test(as_by_counting),
    cmocka_unit_test(cores_are_just_enough),
    cmocka_unit_test(a_farm),
    cmocka_unit_test(a_farm_is_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
