/* What deepening raises next, and what it says of a stage that is done. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "check/deepen.h"
#include "tiny.h"

/* Two threads of `steps` steps each, and loops f:10, f:20 and g (recursion), which a bound of
 * their own can raise, and the command line, which nothing can. */
struct fixture {
  struct tiny tiny;
  struct unwind_cuts cuts;
  struct engine_result result;
  struct plan plan;
  struct arena arena;
};

enum { F10, F20, G, LINE, LOOPS };

static struct fixture
make(unsigned steps)
{
  static const char *const functions[LOOPS] = {"f", "f", "g", ""};
  static const unsigned lines[LOOPS] = {10, 20, 0, 0};
  struct fixture f = {.tiny = tiny_new(), .plan = {.rounds = 1, .unwind = 1, .goal = 1}};
  for (int t = 0; t < 2; t++) {
    tiny_thread(&f.tiny);
    for (unsigned i = 0; i < steps; i++)
      tiny_label(&f.tiny, LABEL_STEP);
  }
  for (uint32_t i = 0; i < LOOPS; i++) {
    struct loop loop = {.function = functions[i], .bound = i == LINE ? 0 : 1};
    tiny_add(&f.tiny, (struct event){.kind = EVENT_CUT, .loop = i});
    vec_push(&f.tiny.prog->loops, loop);
    struct unwind_cut cut = {functions[i], lines[i], 1, i, false};
    if (i != LINE)
      vec_push(&f.cuts.all, cut);
  }
  tiny_done(&f.tiny);
  f.result.cut = UINT32_MAX;
  f.result.loops_known = true;
  vec_resize(&f.result.hit, LOOPS);
  return f;
}

static void
drop(struct fixture *f)
{
  vec_free(&f->result.hit);
  vec_free(&f->cuts.all);
  plan_free(&f->plan);
  arena_free(&f->arena);
  tiny_free(&f->tiny);
}

/* The stage after one with that result; unfolding again gives the loops the bounds of the rules. */
static enum raised
next(struct fixture *f)
{
  enum raised raised =
    plan_raise(&f->plan, &f->result, f->tiny.prog, &f->tiny.labels, &f->cuts, &f->arena);
  for (size_t i = 0; i < f->plan.rules.n; i++)
    for (size_t c = 0; c < f->cuts.all.n; c++)
      if (!strcmp(f->plan.rules.at[i].function, f->cuts.all.at[c].function) &&
          f->plan.rules.at[i].line == f->cuts.all.at[c].line) {
        f->cuts.all.at[c].bound = f->plan.rules.at[i].bound;
        f->tiny.prog->loops.at[f->cuts.all.at[c].loop].bound = f->plan.rules.at[i].bound;
      }
  return raised;
}

static const char *
rules(struct fixture *f)
{
  struct unwinding given = {0}, bounds = plan_bounds(&f->plan, &given, &f->arena);
  struct str out = {0};
  for (size_t i = 0; i < bounds.n; i++) {
    str_add(&out, i ? "," : "");
    unwinding_word(&out, &bounds.rules[i]);
  }
  const char *text = arena_strdup(&f->arena, str_text(&out));
  str_free(&out);
  return text;
}

static void
nothing_left(void **state)
{
  (void)state;
  struct fixture f = make(5);
  f.result.rounds_complete = f.result.loops_complete = true;
  assert_int_equal(next(&f), RAISED_NOTHING);
  f.result.loops_complete = false; /* but no bound can raise it */
  f.result.hit.at[LINE] = true;
  assert_int_equal(next(&f), RAISED_NOTHING);
  assert_int_equal(stage_unwind(&f.result, f.tiny.prog, &f.cuts), 0);
  drop(&f);
}

static void
only_rounds(void **state)
{
  static const unsigned want[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 18};
  (void)state;
  struct fixture f = make(50);
  f.result.loops_complete = true;
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    assert_int_equal(next(&f), RAISED_ROUNDS);
    assert_int_equal(f.plan.rounds, want[i]);
  }
  assert_string_equal(rules(&f), "");
  drop(&f);
}

/* Nobody needs more rounds than hold every schedule. */
static void
enough_rounds(void **state)
{
  (void)state;
  struct fixture f = make(8);
  unsigned most = 1;
  while (!engine_rounds_complete(f.tiny.prog, &f.tiny.labels, most))
    most++;
  assert_int_equal(most, 9);
  f.result.loops_complete = true;
  f.plan.rounds = 8;
  assert_int_equal(next(&f), RAISED_ROUNDS);
  assert_int_equal(f.plan.rounds, most);
  drop(&f);
}

static void
only_loops_that_were_hit(void **state)
{
  static const unsigned want[] = {2, 3, 4, 6, 8, 12, 16, 24};
  (void)state;
  struct fixture f = make(5);
  f.result.rounds_complete = true;
  f.result.hit.at[F20] = true;
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    assert_int_equal(next(&f), RAISED_LOOPS);
    assert_int_equal(f.plan.goal, want[i]);
  }
  assert_int_equal(f.plan.rounds, 1);
  assert_string_equal(rules(&f), "f:20=24");
  assert_int_equal(stage_unwind(&f.result, f.tiny.prog, &f.cuts), 24);
  f.result.hit.at[F10] = f.result.hit.at[G] = true;
  assert_int_equal(stage_unwind(&f.result, f.tiny.prog, &f.cuts), 1);
  assert_int_equal(next(&f), RAISED_LOOPS);
  assert_int_equal(f.plan.goal, 2);
  /* a rule for all of g comes first: it must not undo the others */
  assert_string_equal(rules(&f), "g=2,f:20=32,f:10=2");
  drop(&f);
}

static void
taking_turns(void **state)
{
  static const struct {
    unsigned rounds, unwind;
  } want[] = {{2, 1}, {3, 1}, {3, 2}, {4, 2}, {4, 3}, {5, 3}, {5, 4}, {6, 4}, {6, 6}};
  (void)state;
  struct fixture f = make(50);
  f.result.hit.at[F10] = true;
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    next(&f);
    assert_int_equal(f.plan.rounds, want[i].rounds);
    assert_int_equal(f.plan.goal, want[i].unwind);
  }
  drop(&f);
}

/* Where the engine names one loop, or none. */
static void
less_known(void **state)
{
  (void)state;
  struct fixture f = make(5);
  f.result.rounds_complete = true;
  vec_free(&f.result.hit);
  f.result.cut = F20; /* the event of that number */
  assert_int_equal(next(&f), RAISED_LOOPS);
  assert_string_equal(rules(&f), "f:20=2");
  assert_int_equal(stage_unwind(&f.result, f.tiny.prog, &f.cuts), 1);
  f.result.cut = UINT32_MAX;
  assert_int_equal(next(&f), RAISED_LOOPS);
  assert_string_equal(rules(&f), "g=2,f:20=3,f:10=2");
  f.result.loops_known = false;
  assert_int_equal(stage_unwind(&f.result, f.tiny.prog, &f.cuts), 2);
  drop(&f);
}

/* A cut without a function is one that --unwind moves. */
static void
the_bound_of_all(void **state)
{
  (void)state;
  struct fixture f = make(5);
  f.result.rounds_complete = true;
  struct unwind_cut cut = {"", 0, 1, G, false};
  f.cuts.all.at[G] = cut;
  f.result.hit.at[G] = true;
  assert_int_equal(next(&f), RAISED_LOOPS);
  assert_int_equal(f.plan.unwind, 2);
  assert_string_equal(rules(&f), "");
  drop(&f);
}

/* With the user's bounds, only loops of the library are raised, and only those that a run
 * reaches. */
static void
only_the_library(void **state)
{
  (void)state;
  struct fixture f = make(5);
  f.result.hit.at[F10] = f.result.hit.at[F20] = true;
  f.cuts.all.at[F20].library = f.cuts.all.at[G].library = true;
  f.cuts.all.at[F20].bound = 8;
  assert_int_equal(plan_raise_unbounded(&f.plan, &f.result, f.tiny.prog, &f.cuts, &f.arena),
                   RAISED_LOOPS);
  assert_string_equal(rules(&f), "f:20=12");
  assert_int_equal(f.plan.goal, 1);
  assert_int_equal(f.plan.rounds, 1);
  f.result.loops_known = false;
  assert_int_equal(plan_raise_unbounded(&f.plan, &f.result, f.tiny.prog, &f.cuts, &f.arena),
                   RAISED_NOTHING);
  f.result.loops_known = true;
  f.cuts.all.at[F20].bound = 128; /* enough is enough */
  assert_int_equal(plan_raise_unbounded(&f.plan, &f.result, f.tiny.prog, &f.cuts, &f.arena),
                   RAISED_NOTHING);
  drop(&f);
}

/* Objects: small ones before everything else, then in their turn; they are no unwindings. */
static void
sizes(void **state)
{
  (void)state;
  struct fixture f = make(50);
  f.tiny.prog->loops.at[F10].sizes = true;
  f.cuts.all.at[F10].bound = 16;
  f.result.hit.at[F10] = true;
  assert_int_equal(next(&f), RAISED_LOOPS);
  assert_string_equal(rules(&f), "f:10=32bytes");
  f.cuts.all.at[F10].bound = 64;
  assert_int_equal(next(&f), RAISED_ROUNDS);
  assert_int_equal(next(&f), RAISED_ROUNDS);
  assert_int_equal(next(&f), RAISED_LOOPS);
  assert_string_equal(rules(&f), "f:10=128bytes");
  assert_int_equal(f.plan.rounds, 3);
  assert_int_equal(stage_unwind(&f.result, f.tiny.prog, &f.cuts), 0);
  f.result.rounds_complete = true;
  f.cuts.all.at[F10].bound = 900000;
  assert_int_equal(next(&f), RAISED_LOOPS);
  f.cuts.all.at[F10].bound = 1000000;
  assert_int_equal(next(&f), RAISED_NOTHING);
  drop(&f);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nothing_left),
    cmocka_unit_test(only_rounds),
    cmocka_unit_test(enough_rounds),
    cmocka_unit_test(only_loops_that_were_hit),
    cmocka_unit_test(taking_turns),
    cmocka_unit_test(less_known),
    cmocka_unit_test(the_bound_of_all),
    cmocka_unit_test(only_the_library),
    cmocka_unit_test(sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
