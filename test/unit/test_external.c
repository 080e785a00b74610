/* Solvers that are programs: what is understood of their answers, and what becomes of those that do
 * not answer as they should. The stand-ins are shell scripts. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sat/adapter.h"

/* ---- answers ---- */

static void
expect_answer(enum sat_form form, const char *text, const char *claims, const char *model)
{
  struct answer answer = {0};
  char got[8] = "";
  int variables = (int)strlen(model);
  answer_read(&answer, form, text, variables);
  strcat(got, answer.sat ? "s" : "");
  strcat(got, answer.unsat ? "u" : "");
  strcat(got, answer.unknown ? "?" : "");
  assert_string_equal(got, claims);
  for (int i = 1; i <= variables; i++)
    assert_int_equal(answer.model.at[i], model[i - 1] == '1');
  answer_free(&answer);
}

static void
answers_of_dimacs_solvers(void **state)
{
  (void)state;
  expect_answer(SAT_FORM_DIMACS, "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n", "s", "101");
  expect_answer(SAT_FORM_DIMACS, "s UNSATISFIABLE\n", "u", "000");
  expect_answer(SAT_FORM_DIMACS, "s UNSATISFIABLE \r\n", "u", "0");
  expect_answer(SAT_FORM_DIMACS, "s UNKNOWN", "?", "0");
  expect_answer(SAT_FORM_DIMACS, "SATISFIABLE\nSAT\n-1 2 3 0\n", "s", "011");
  expect_answer(SAT_FORM_DIMACS, "UNSATISFIABLE\nUNSAT\n", "u", "0");
  expect_answer(SAT_FORM_DIMACS, "INDETERMINATE\nINDET\n", "?", "0");
  expect_answer(SAT_FORM_DIMACS, "s SATISFIABLE\ns UNSATISFIABLE\n", "su", "0");
  expect_answer(SAT_FORM_DIMACS, "v 4 -9999999999999999999999 1 0\n", "", "000");
  expect_answer(SAT_FORM_DIMACS, "v -2147483648 -9223372036854775808 1\n", "", "000");
  expect_answer(SAT_FORM_DIMACS, "v 1 x 2 0\nv\n v 3\nv  2\n", "", "110");
  expect_answer(SAT_FORM_DIMACS, "c s SATISFIABLE\nit is SATISFIABLE\ns  SAT\nsat!\n", "", "0");
  expect_answer(SAT_FORM_DIMACS, "", "", "0");
}

static void
answers_of_smt_solvers(void **state)
{
  (void)state;
  expect_answer(SAT_FORM_SMT2, "sat\n((v1 true)\n (v2 false) (v3 true))\n", "s", "101");
  expect_answer(SAT_FORM_SMT2, "unsat\n(error \"line 3: there is no sat model \")\n", "u", "0");
  expect_answer(SAT_FORM_SMT2, "unknown", "?", "0");
  expect_answer(SAT_FORM_SMT2, "(error \"unsat v1 true", "", "0");
  expect_answer(SAT_FORM_SMT2, "((v9 true) (v true) (v1 v2 true) (|v3| true))", "", "010");
  expect_answer(SAT_FORM_SMT2, "v1", "", "0");
}

static void
expect_smt2(const struct sink *sink, const struct smt2_text *with, const char *expected)
{
  char text[1000] = "";
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(sink_smt2_write(sink, file, with));
  rewind(file);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  assert_string_equal(text, expected);
}

static void
formula_as_smt2(void **state)
{
  (void)state;
  struct sink *sink = sink_dimacs();
  int a = sink_fresh(sink), b = sink_fresh(sink), unit = -a;
  sink_2(sink, a, -b);
  sink_1(sink, b);
  sink_clause(sink, NULL, 0);
  expect_smt2(sink, &(struct smt2_text){.comment = "two\nlines", .units = &unit, .n = 1},
              "; two\n; lines\n(set-option :produce-models true)\n(set-logic QF_UF)\n"
              "(declare-const v1 Bool)\n(declare-const v2 Bool)\n(assert (or v1 (not v2)))\n"
              "(assert v2)\n(assert false)\n(assert (not v1))\n(check-sat)\n");
  const char *const names[] = {NULL, NULL, "|x(1)|"};
  expect_smt2(sink, &(struct smt2_text){.names = names, .values = true},
              "(set-option :produce-models true)\n(set-logic QF_UF)\n(declare-const v1 Bool)\n"
              "(declare-const |x(1)| Bool)\n(assert (or v1 (not |x(1)|)))\n(assert |x(1)|)\n"
              "(assert false)\n(check-sat)\n(get-value (v1 |x(1)|))\n");
  sink_free(sink);
}

/* ---- solving ---- */

/* Either a or b, under no assumptions, then with a, then with -a and -b. */
static void
solves(enum sat_form form, const char *command)
{
  struct sat *sat = sat_external(form, command);
  int a = sink_fresh(&sat->sink), b = sink_fresh(&sat->sink);
  sink_2(&sat->sink, a, b);
  sink_2(&sat->sink, -a, -b);
  assert_int_equal(sat->ops->solve(sat, NULL, 0, NULL), SAT_SAT);
  assert_true(sat->ops->value(sat, a) != sat->ops->value(sat, b));
  assert_true(sat->ops->value(sat, a) != sat->ops->value(sat, -a));
  assert_int_equal(sat->ops->solve(sat, (int[]){b}, 1, NULL), SAT_SAT);
  assert_true(sat->ops->value(sat, b));
  assert_true(sat->ops->value(sat, -a));
  assert_false(sat->ops->value(sat, sink_fresh(&sat->sink)));
  assert_int_equal(sat->ops->solve(sat, (int[]){-a, -b}, 2, NULL), SAT_UNSAT);
  assert_true(sat->ops->failed(sat, -a));
  assert_true(sat->ops->failed(sat, -b));
  assert_int_equal(sat->ops->solve(sat, NULL, 0, NULL), SAT_SAT);
  assert_null(sat->ops->trouble(sat));
  assert_true(sat->ops->no_cores);
  sat->ops->free(sat);
}

static void
installed_solvers_answer(void **state)
{
  (void)state;
  static const struct {
    enum sat_form form;
    const char *command;
  } solvers[] = {
    {SAT_FORM_DIMACS, "cadical"}, {SAT_FORM_DIMACS, "  cadical   -q "},
    {SAT_FORM_DIMACS, "minisat"}, {SAT_FORM_DIMACS, "cryptominisat5"},
    {SAT_FORM_SMT2, "z3"},        {SAT_FORM_SMT2, "cvc5"},
  };
  for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
    struct str error = {0};
    if (sat_external_found(solvers[i].command, &error))
      solves(solvers[i].form, solvers[i].command);
    else
      print_message("not installed: %s\n", solvers[i].command);
    assert_true(error.n || i > 1 || sat_external_found("cadical", &error));
    str_free(&error);
  }
}

struct script {
  char folder[40], path[48];
};

static void
write_script(struct script *script, const char *text)
{
  strcpy(script->folder, "/tmp/test-external-XXXXXX");
  assert_non_null(mkdtemp(script->folder));
  sprintf(script->path, "%s/s", script->folder);
  FILE *file = fopen(script->path, "w");
  assert_non_null(file);
  fprintf(file, "#!/bin/sh\n%s\n", text);
  fclose(file);
  assert_int_equal(chmod(script->path, 0700), 0);
}

static void
remove_script(const struct script *script)
{
  remove(script->path);
  rmdir(script->folder);
}

/* A formula that is satisfied only with a and without b. */
static struct sat *
ask(const struct script *script, enum sat_form form, const struct sat_limits *limits,
    enum sat_answer expected)
{
  struct sat *sat = sat_external(form, script->path);
  int a = sink_fresh(&sat->sink), b = sink_fresh(&sat->sink);
  sink_2(&sat->sink, a, b);
  sink_1(&sat->sink, -b);
  enum sat_answer got = sat->ops->solve(sat, &a, 1, limits);
  assert_int_equal(got, expected);
  return sat;
}

static void
expect_trouble(enum sat_form form, const char *text, const char *trouble)
{
  struct script script;
  write_script(&script, text);
  struct sat *sat = ask(&script, form, NULL, SAT_UNKNOWN);
  const char *got = sat->ops->trouble(sat);
  assert_non_null(got);
  if (!strstr(got, trouble))
    fail_msg("'%s' is not in '%s'", trouble, got);
  assert_non_null(strstr(got, script.path));
  sat->ops->free(sat);
  remove_script(&script);
}

static void
bad_solvers_have_not_answered(void **state)
{
  (void)state;
  const enum sat_form dimacs = SAT_FORM_DIMACS, smt2 = SAT_FORM_SMT2;
  expect_trouble(dimacs, "", "gave no answer");
  expect_trouble(dimacs, "echo c x; echo hello; exit 3",
                 "no answer and ended with exit code 3; "
                 "it printed 'hello'");
  expect_trouble(dimacs, "echo s SATISFIABLE", "a model that is none");
  expect_trouble(dimacs, "echo s SATISFIABLE; echo v 1 2 0", "a model that is none");
  expect_trouble(dimacs, "echo s SATISFIABLE; echo v -1 -2 0", "a model that is none");
  expect_trouble(dimacs, "echo s SATISFIABLE; echo v 1 -2 0; exit 20", "contradicts itself");
  expect_trouble(dimacs, "echo s UNSATISFIABLE; exit 10", "contradicts itself");
  expect_trouble(dimacs, "echo s UNSATISFIABLE; echo s SATISFIABLE", "contradicts itself");
  expect_trouble(dimacs, "exit 20", "gave no answer");
  expect_trouble(dimacs, "echo s UNKNOWN", "gave up");
  expect_trouble(dimacs, "echo s UNSATISFIABLE; kill -KILL $$", "was ended by signal 9");
  expect_trouble(dimacs, "echo unsat", "it printed 'unsat'");
  expect_trouble(dimacs, "yes", "prints far too much");
  expect_trouble(smt2, "echo '(error \"what is this?\")'", "it printed '(error");
  expect_trouble(smt2, "echo sat; echo '((v1 true) (v2 true))'", "a model that is none");
  expect_trouble(smt2, "echo unknown", "gave up");
}

static void
good_answers_are_taken(void **state)
{
  (void)state;
  static const struct {
    enum sat_form form;
    const char *text;
    enum sat_answer answer;
  } good[] = {
    {SAT_FORM_DIMACS, "echo s SATISFIABLE; echo v 1 -2 0", SAT_SAT},
    {SAT_FORM_DIMACS, "echo s SATISFIABLE; echo v 1 0; exit 10", SAT_SAT},
    {SAT_FORM_DIMACS, "grep -qx '1 0' && echo s UNSATISFIABLE", SAT_UNSAT},
    {SAT_FORM_SMT2, "echo sat; echo '((v1 true))'", SAT_SAT},
    {SAT_FORM_SMT2, "echo unsat; echo '(error \"no model\")'; exit 1", SAT_UNSAT},
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    struct script script;
    write_script(&script, good[i].text);
    struct sat *sat = ask(&script, good[i].form, NULL, good[i].answer);
    assert_null(sat->ops->trouble(sat));
    sat->ops->free(sat);
    remove_script(&script);
  }
}

static bool
stop_at_once(void *argument)
{
  (void)argument;
  return true;
}

/* Dead, even if nobody has waited for it. */
static bool
is_gone(int process)
{
  char path[40], state = 'Z';
  sprintf(path, "/proc/%d/stat", process);
  FILE *file = fopen(path, "r");
  if (!file)
    return kill(process, 0);
  int read = fscanf(file, "%*d (%*[^)]) %c", &state);
  fclose(file);
  return read != 1 || state == 'Z';
}

static void
limits_end_solver_and_children(void **state)
{
  (void)state;
  struct script script;
  write_script(&script, "sleep 3600 & echo $! >$0.pid; wait");
  char path[60];
  sprintf(path, "%s.pid", script.path);
  struct sat_limits limits = {.seconds = 0.5};
  struct sat *sat;
  int process = 0;
  for (; !process; limits.seconds *= 2) { /* until it has got as far as that */
    sat = ask(&script, SAT_FORM_DIMACS, &limits, SAT_UNKNOWN);
    assert_null(sat->ops->trouble(sat));
    sat->ops->free(sat);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%d", &process) != 1)
      process = 0;
    if (file)
      fclose(file);
    assert_true(limits.seconds < 600);
  }
  while (!is_gone(process))
    nanosleep(&(struct timespec){0, 20000000}, NULL);
  limits = (struct sat_limits){.stop = stop_at_once};
  sat = ask(&script, SAT_FORM_DIMACS, &limits, SAT_UNKNOWN);
  assert_null(sat->ops->trouble(sat));
  sat->ops->free(sat);
  remove(path);
  remove_script(&script);
}

static void
missing_programs(void **state)
{
  (void)state;
  static const char *const missing[] = {"no-such-solver -q", "/nonexistent/solver", "/tmp",
                                        "/etc/passwd", " "};
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
    struct str error = {0};
    assert_false(sat_external_found(missing[i], &error));
    assert_non_null(strstr(str_text(&error), i < 4 ? "is it installed?" : "empty"));
    str_free(&error);
  }
  struct script script = {"", "/nonexistent/solver"};
  struct sat *sat = ask(&script, SAT_FORM_DIMACS, NULL, SAT_UNKNOWN);
  assert_non_null(strstr(sat->ops->trouble(sat), "cannot run the solver '/nonexistent/solver'"));
  sat->ops->free(sat);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(answers_of_dimacs_solvers),
    cmocka_unit_test(answers_of_smt_solvers),
    cmocka_unit_test(formula_as_smt2),
    cmocka_unit_test(installed_solvers_answer),
    cmocka_unit_test(bad_solvers_have_not_answered),
    cmocka_unit_test(good_answers_are_taken),
    cmocka_unit_test(limits_end_solver_and_children),
    cmocka_unit_test(missing_programs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
