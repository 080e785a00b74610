#define _POSIX_C_SOURCE 200809L /* mkdtemp, symlink */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sat/sat.h"

static enum sat_answer
solve(struct sat *sat, const int *assumptions, size_t n)
{
  return sat->ops->solve(sat, assumptions, n, NULL);
}

/* holes + 1 pigeons sit in holes, at most one in each. */
static void
pigeonhole(struct sink *sink, int holes)
{
  int *in = malloc((size_t)(holes + 1) * (size_t)holes * sizeof *in);
  assert_non_null(in);
  for (int p = 0; p <= holes; p++) {
    for (int h = 0; h < holes; h++)
      in[p * holes + h] = sink_fresh(sink);
    sink_clause(sink, in + p * holes, (size_t)holes);
  }
  for (int h = 0; h < holes; h++)
    for (int p = 0; p <= holes; p++)
      for (int q = 0; q < p; q++)
        sink_2(sink, -in[p * holes + h], -in[q * holes + h]);
  free(in);
}

static double
now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void
counter_counts(void **state)
{
  (void)state;
  struct sink *sink = sink_counter();
  assert_int_equal(sink_fresh(sink), 1);
  assert_int_equal(sink_fresh(sink), 2);
  sink_1(sink, 1);
  sink_2(sink, 1, -2);
  sink_3(sink, 1, 2, -1);
  sink_4(sink, 1, 2, 1, 2);
  sink_clause(sink, NULL, 0);
  assert_int_equal(sink->variables, 2);
  assert_int_equal(sink->clauses, 5);
  sink_free(sink);
  sink_free(NULL);
}

static void
counter_agrees_with_dimacs_and_cadical(void **state)
{
  (void)state;
  struct sink *sinks[] = {sink_counter(), sink_dimacs(), &sat_cadical(0)->sink};
  for (size_t i = 0; i < 3; i++) {
    pigeonhole(sinks[i], 3);
    assert_int_equal(sinks[i]->variables, 12);
    assert_int_equal(sinks[i]->clauses, 4 + 3 * 6);
    sink_free(sinks[i]);
  }
}

static void
expect_dimacs(struct sink *sink, const char *comment, const char *expected)
{
  char text[256];
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(sink_dimacs_write(sink, file, comment));
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  assert_string_equal(text, expected);
}

static void
dimacs_text(void **state)
{
  (void)state;
  struct sink *sink = sink_dimacs();
  expect_dimacs(sink, NULL, "p cnf 0 0\n");
  for (int i = 1; i <= 5; i++)
    assert_int_equal(sink_fresh(sink), i);
  sink_3(sink, 1, -2, 3);
  sink_1(sink, -4);
  sink_clause(sink, NULL, 0);
  expect_dimacs(sink, "made by hand", "c made by hand\np cnf 5 3\n1 -2 3 0\n-4 0\n0\n");
  expect_dimacs(sink, "two\n\nlines\n", "c two\nc\nc lines\np cnf 5 3\n1 -2 3 0\n-4 0\n0\n");
  sink_2(sink, 5, 1);
  expect_dimacs(sink, "", "p cnf 5 4\n1 -2 3 0\n-4 0\n0\n5 1 0\n");
  sink_free(sink);
}

static void
dimacs_reports_a_full_disk(void **state)
{
  (void)state;
  FILE *full = fopen("/dev/full", "w");
  if (!full)
    skip();
  struct sink *sink = sink_dimacs();
  assert_false(sink_dimacs_write(sink, full, NULL));
  fclose(full);
  sink_free(sink);
}

static void
tee_hands_on_to_both_until_it_is_stopped(void **state)
{
  (void)state;
  struct sink *first = sink_counter(), *second = sink_dimacs(), *tee = sink_tee(first, second);
  assert_int_equal(sink_fresh(tee), 1);
  assert_int_equal(sink_fresh(tee), 2);
  sink_2(tee, 1, -2);
  sink_tee_stop(tee);
  assert_int_equal(sink_fresh(tee), 3);
  sink_1(tee, 3);
  assert_int_equal(first->variables, 3);
  assert_int_equal(first->clauses, 2);
  expect_dimacs(second, NULL, "p cnf 2 1\n1 -2 0\n");
  sink_tee_go_on(tee);
  sink_1(tee, 2);
  assert_int_equal(first->clauses, 3);
  expect_dimacs(second, NULL, "p cnf 2 2\n1 -2 0\n2 0\n");
  sink_free(tee);
  sink_free(first);
  sink_free(second);
}

/* ---- proofs ---- */

struct files {
  char folder[64], formula[80], proof[80];
};

/* A formula with this unit (0 = none), in a folder of its own. */
static void
write_files(struct files *files, struct sink *sink, int unit)
{
  strcpy(files->folder, "/tmp/test-sat-XXXXXX");
  assert_non_null(mkdtemp(files->folder));
  sprintf(files->formula, "%s/f.cnf", files->folder);
  sprintf(files->proof, "%s/f.drat", files->folder);
  FILE *file = fopen(files->formula, "w");
  assert_non_null(file);
  assert_true(sink_dimacs_write_with(sink, file, "a comment", &unit, unit != 0));
  fclose(file);
}

static void
remove_files(const struct files *files)
{
  remove(files->proof);
  remove(files->formula);
  assert_int_equal(rmdir(files->folder), 0);
}

static bool
exists(const char *path)
{
  return !access(path, F_OK);
}

/* The proof begins with a number or `d`, and ends with the empty clause, perhaps deletions behind
 * it; the solver's answer is not in it. */
static void
looks_like_a_proof(const char *path)
{
  char line[4096];
  bool empty = false;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    assert_non_null(strchr("-0123456789d", line[0]));
    empty |= !strcmp(line, "0\n");
  }
  fclose(file);
  assert_true(empty);
}

static void
proof_of_what_has_no_solution(void **state)
{
  (void)state;
  struct str error = {0};
  struct files files;
  struct sink *sink = sink_dimacs();
  assert_true(sat_prover_found(&error));
  pigeonhole(sink, 5);
  write_files(&files, sink, 0);
  assert_int_equal(sat_prove(files.formula, files.proof, NULL, &error), SAT_UNSAT);
  looks_like_a_proof(files.proof);
  remove_files(&files);
  sink_free(sink);

  sink = sink_dimacs();
  int a = sink_fresh(sink), b = sink_fresh(sink);
  sink_2(sink, a, b);
  write_files(&files, sink, -1); /* 1 or 2, and not 1 */
  assert_int_equal(sat_prove(files.formula, files.proof, NULL, &error), SAT_SAT);
  assert_false(exists(files.proof));
  remove_files(&files);
  sink_free(sink);
  assert_int_equal(error.n, 0);
}

static void
proof_ends_at_a_limit(void **state)
{
  (void)state;
  struct str error = {0};
  struct files files;
  struct sink *sink = sink_dimacs();
  pigeonhole(sink, 12);
  write_files(&files, sink, 0);
  struct sat_limits limits = {.seconds = 0.3};
  assert_int_equal(sat_prove(files.formula, files.proof, &limits, &error), SAT_UNKNOWN);
  assert_int_equal(error.n, 0);
  assert_false(exists(files.proof));
  remove_files(&files);
  sink_free(sink);
}

static void
proof_that_cannot_be_written(void **state)
{
  (void)state;
  struct str error = {0};
  struct files files;
  struct sink *sink = sink_dimacs();
  pigeonhole(sink, 6);
  write_files(&files, sink, 0);
  assert_int_equal(sat_prove(files.formula, "/nonexistent/p", NULL, &error), SAT_UNKNOWN);
  assert_non_null(strstr(str_text(&error), "cannot write '/nonexistent/p'"));
  str_free(&error);
  /* A full disk: the link, not what it points to, is removed. */
  assert_int_equal(symlink("/dev/full", files.proof), 0);
  assert_int_equal(sat_prove(files.formula, files.proof, NULL, &error), SAT_UNKNOWN);
  assert_non_null(strstr(str_text(&error), "No space left"));
  assert_false(exists(files.proof));
  str_free(&error);
  assert_int_equal(sat_prove("/nonexistent/f", files.proof, NULL, &error), SAT_UNKNOWN);
  assert_non_null(strstr(str_text(&error), "cannot read '/nonexistent/f'"));
  str_free(&error);
  remove_files(&files);
  sink_free(sink);
}

static void
pigeonhole_is_unsat(void **state)
{
  (void)state;
  for (unsigned seed = 0; seed < 3; seed++) {
    struct sat *sat = sat_cadical(seed);
    pigeonhole(&sat->sink, 5);
    assert_int_equal(solve(sat, NULL, 0), SAT_UNSAT);
    sat->ops->free(sat);
  }
}

static void
model_satisfies_the_clauses(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(UINT32_MAX);
  int a = sink_fresh(&sat->sink), b = sink_fresh(&sat->sink), c = sink_fresh(&sat->sink);
  sink_2(&sat->sink, a, b);
  sink_2(&sat->sink, -a, -b);
  sink_2(&sat->sink, -b, c);
  for (int sign = -1; sign <= 1; sign += 2) {
    assert_int_equal(solve(sat, (int[]){sign * b}, 1), SAT_SAT);
    assert_int_equal(sat->ops->value(sat, b), sign > 0);
    assert_int_equal(sat->ops->value(sat, -b), sign < 0);
    assert_int_equal(sat->ops->value(sat, a), sign < 0);
    assert_int_equal(sat->ops->value(sat, -a), sign > 0);
  }
  assert_true(sat->ops->value(sat, c));
  sat->ops->free(sat);
}

static void
unseen_variables_are_false(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(0);
  int variable[9];
  for (int i = 0; i < 9; i++)
    variable[i] = sink_fresh(&sat->sink);
  assert_int_equal(solve(sat, NULL, 0), SAT_SAT);
  assert_false(sat->ops->value(sat, variable[0]));
  sink_1(&sat->sink, variable[4]);
  assert_int_equal(solve(sat, (int[]){variable[6]}, 1), SAT_SAT);
  for (int i = 0; i < 9; i++) {
    assert_int_equal(sat->ops->value(sat, variable[i]), i == 4 || i == 6);
    assert_int_equal(sat->ops->value(sat, -variable[i]), !(i == 4 || i == 6));
  }
  sat->ops->free(sat);
}

static void
failed_assumptions_are_a_core(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(0);
  struct sink *sink = &sat->sink;
  int a = sink_fresh(sink), b = sink_fresh(sink), c = sink_fresh(sink), d = sink_fresh(sink);
  sink_3(sink, -a, -b, c);
  sink_2(sink, -c, -d);
  int free_one = sink_fresh(sink);
  int assumptions[] = {free_one, a, b, d};
  assert_int_equal(solve(sat, assumptions, 4), SAT_UNSAT);
  assert_true(sat->ops->failed(sat, a));
  assert_true(sat->ops->failed(sat, b));
  assert_true(sat->ops->failed(sat, d));
  assert_false(sat->ops->failed(sat, free_one));
  /* Assumptions hold for one call only, and clauses may be added in between. */
  assert_int_equal(solve(sat, NULL, 0), SAT_SAT);
  sink_1(sink, d);
  assert_int_equal(solve(sat, (int[]){a}, 1), SAT_SAT);
  assert_false(sat->ops->value(sat, b));
  assert_int_equal(solve(sat, (int[]){a, b}, 2), SAT_UNSAT);
  sink_1(sink, -d);
  assert_int_equal(solve(sat, (int[]){a}, 1), SAT_UNSAT);
  assert_false(sat->ops->failed(sat, a)); /* unsatisfiable without any assumption */
  sat->ops->free(sat);
}

static void
empty_clause_is_unsat(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(0);
  sink_clause(&sat->sink, NULL, 0);
  assert_int_equal(solve(sat, NULL, 0), SAT_UNSAT);
  sat->ops->free(sat);
}

static void
time_limit_ends_the_search(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(0);
  pigeonhole(&sat->sink, 14);
  struct sat_limits limits = {.seconds = 0.2};
  double start = now();
  assert_int_equal(sat->ops->solve(sat, NULL, 0, &limits), SAT_UNKNOWN);
  assert_true(now() - start >= 0.15);
  /* The limit starts anew with each call, and the solver is still usable. */
  start = now();
  assert_int_equal(sat->ops->solve(sat, NULL, 0, &limits), SAT_UNKNOWN);
  assert_true(now() - start >= 0.15);
  sink_clause(&sat->sink, NULL, 0);
  assert_int_equal(solve(sat, NULL, 0), SAT_UNSAT);
  sat->ops->free(sat);
}

struct patience {
  unsigned calls, until;
};

static bool
lose_patience(void *argument)
{
  struct patience *patience = argument;
  return ++patience->calls >= patience->until;
}

static void
stop_callback_ends_the_search(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(0);
  pigeonhole(&sat->sink, 14);
  unsigned untils[] = {1, 2, 50};
  for (size_t i = 0; i < 3; i++) {
    struct patience patience = {.until = untils[i]};
    struct sat_limits limits = {.seconds = 3600, .stop = lose_patience, .argument = &patience};
    assert_int_equal(sat->ops->solve(sat, NULL, 0, &limits), SAT_UNKNOWN);
    assert_int_equal(patience.calls, untils[i]);
  }
  sat->ops->free(sat);
}

static void
limits_do_not_disturb_an_easy_problem(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(0);
  pigeonhole(&sat->sink, 4);
  struct patience patience = {.until = UINT32_MAX};
  struct sat_limits limits = {.seconds = 3600, .stop = lose_patience, .argument = &patience};
  assert_int_equal(sat->ops->solve(sat, NULL, 0, &limits), SAT_UNSAT);
  sat->ops->free(sat);
}

static void
options_are_checked(void **state)
{
  (void)state;
  struct sat *sat = sat_cadical(7);
  assert_true(sat->ops->option(sat, "elim", 0));
  assert_true(sat->ops->option(sat, "elim", 1));
  assert_true(sat->ops->option(sat, "seed", 12345));
  assert_true(sat->ops->option(sat, "seed", 0));
  assert_false(sat->ops->option(sat, "elim", 2));
  assert_false(sat->ops->option(sat, "no-such-option", 0));
  assert_false(sat->ops->option(sat, "no-such-option", 1));
  assert_string_equal(sat->ops->name, "cadical");
  assert_true(strlen(sat_cadical_version()) > 0);
  sat->ops->free(sat);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(counter_counts),
    cmocka_unit_test(counter_agrees_with_dimacs_and_cadical),
    cmocka_unit_test(dimacs_text),
    cmocka_unit_test(dimacs_reports_a_full_disk),
    cmocka_unit_test(tee_hands_on_to_both_until_it_is_stopped),
    cmocka_unit_test(proof_of_what_has_no_solution),
    cmocka_unit_test(proof_ends_at_a_limit),
    cmocka_unit_test(proof_that_cannot_be_written),
    cmocka_unit_test(pigeonhole_is_unsat),
    cmocka_unit_test(model_satisfies_the_clauses),
    cmocka_unit_test(unseen_variables_are_false),
    cmocka_unit_test(failed_assumptions_are_a_core),
    cmocka_unit_test(empty_clause_is_unsat),
    cmocka_unit_test(time_limit_ends_the_search),
    cmocka_unit_test(stop_callback_ends_the_search),
    cmocka_unit_test(limits_do_not_disturb_an_easy_problem),
    cmocka_unit_test(options_are_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
