/* Critical sections as single steps leave nothing out: every schedule with and without merging, of
 * programs with locks that are used rightly and wrongly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <stdio.h>
#include <cmocka.h>

#include "engine/engine.h"
#include "ir/text.h"
#include "random_locks.h"

enum { SOLVED = 5 }; /* each fifth program is given to engines, too */

struct count {
  unsigned bugs, safe, cuts, deadlocks, races, gave_up, before, after;
};

static struct exploration
search(struct prog *prog, bool no_merge, bool unreduced, struct count *count)
{
  struct exploration result;
  struct labels labels;
  struct all_limits limits = {.max_states = 300000, .max_input_bits = 8, .unreduced = unreduced};
  prog->no_merge = no_merge;
  labels_find(&labels, prog);
  interp_explore_all(&result, prog, &labels, &limits);
  *(no_merge ? &count->before : &count->after) += (unsigned)labels.all.n;
  if (result.verdict == EXPLORE_BUG) {
    struct run run;
    interp_run(&run, prog, &labels, &result.witness);
    count->deadlocks += run.end == RUN_DEADLOCK;
    count->races += run.end == RUN_RACE;
    run_free(&run);
  }
  labels_free(&labels);
  return result;
}

static void
complain(const struct prog *prog, unsigned seed)
{
  struct str text = {0};
  prog_print(&text, prog, NULL);
  fprintf(stderr, "%s; asks %u, number %u: another verdict\n", str_text(&text), prog->asks, seed);
  str_free(&text);
  fail();
}

/* Does an engine that looks at every schedule say the same? */
static bool
agrees(const struct prog *prog, const struct labels *labels, enum engine_kind kind,
       const struct exploration *fine)
{
  struct engine_result result;
  engine_check(&result, prog, labels, &(struct engine_options){.kind = kind});
  bool same = fine->verdict == EXPLORE_BUG ? result.verdict == VERDICT_BUG
                                           : result.rounds_complete && result.loops_known &&
                                               result.loops_complete != fine->cut;
  engine_result_free(&result);
  return same;
}

/* What engines say of merged labels, and of slices. */
static void
compare_engines(struct prog *prog, unsigned seed, const struct exploration *fine)
{
  struct labels labels;
  struct engine_result both;
  prog->no_merge = false;
  labels_find(&labels, prog);
  engine_check(&both, prog, &labels, &(struct engine_options){.kind = ENGINE_BOTH, .rounds = 3});
  if (!agrees(prog, &labels, ENGINE_EXPLICIT, fine) || !agrees(prog, &labels, ENGINE_ORDER, fine) ||
      both.verdict == VERDICT_INTERNAL ||
      (both.verdict == VERDICT_BUG && fine->verdict != EXPLORE_BUG))
    complain(prog, seed);
  engine_result_free(&both);
  labels_free(&labels);
}

static void
compare(struct prog *prog, unsigned seed, struct count *count)
{
  struct exploration fine = search(prog, true, true, count);
  for (unsigned unreduced = 0; unreduced < 2; unreduced++) {
    struct exploration merged = search(prog, false, unreduced, count);
    bool known = fine.verdict != EXPLORE_GAVE_UP && merged.verdict != EXPLORE_GAVE_UP;
    if (known && (fine.verdict != merged.verdict ||
                  (fine.verdict == EXPLORE_SAFE && fine.cut != merged.cut)))
      complain(prog, seed);
    count->gave_up += !known;
    exploration_free(&merged);
  }
  if ((seed % SOLVED == 0 || seed > 8000) && fine.verdict != EXPLORE_GAVE_UP)
    compare_engines(prog, seed, &fine);
  count->bugs += fine.verdict == EXPLORE_BUG;
  count->safe += fine.verdict == EXPLORE_SAFE;
  count->cuts += fine.verdict == EXPLORE_SAFE && fine.cut;
  exploration_free(&fine);
}

static void
compare_one(unsigned i, struct count *count)
{
  struct dice dice = {i};
  struct tiny tiny = random_locks(&dice);
  tiny.prog->asks = (i % 2 ? PROPERTY_DEADLOCK : 0) | (i % 8 == 3 ? PROPERTY_RACE : 0);
  compare(tiny.prog, i, count);
  tiny_free(&tiny);
}

/* Programs on which somebody was wrong before. */
static const unsigned telling[] = {5001315, 5005108, 5005940, 5335, 1038501};

static void
nothing_is_lost(void **state)
{
  (void)state;
  enum { PROGS = 8000 / HEDDLE_ONE_OF };
  struct count count = {0};
  for (unsigned i = 0; i < PROGS; i++)
    compare_one(i, &count);
  for (unsigned i = 0; i < sizeof telling / sizeof *telling; i++)
    compare_one(telling[i], &count);
  print_message("%u bugs (%u deadlocks, %u races), %u safe, %u cut, %u gave up, labels %u, %u\n",
                count.bugs, count.deadlocks, count.races, count.safe, count.cuts, count.gave_up,
                2 * count.before, count.after);
  assert_true(count.bugs > PROGS / 8 && count.safe > PROGS / 8 && count.cuts > PROGS / 200);
  assert_true(count.gave_up < PROGS / 20 && count.after < 2 * count.before * 9 / 10);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
