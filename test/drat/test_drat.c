/* The checker accepts what is a proof and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "drat.h"

static struct drat_report
check(const char *formula, const char *proof)
{
  struct drat_report report;
  drat_check(&report, (struct drat_text){formula, strlen(formula)},
             (struct drat_text){proof, strlen(proof)}, NULL);
  return report;
}

static void
accepts(const char *formula, const char *proof)
{
  struct drat_report report = check(formula, proof);
  if (!report.accepted)
    fail_msg("%s:%d: %s", report.file, (int)report.line, report.why);
}

static void
rejects(const char *formula, const char *proof, const char *file, unsigned line, const char *why)
{
  struct drat_report report = check(formula, proof);
  assert_false(report.accepted);
  assert_string_equal(report.file, file);
  assert_int_equal(report.line, line);
  assert_non_null(strstr(report.why, why));
}

/* All eight clauses over three variables: two literals at a time must be derived first. */
#define EIGHT                                                                                      \
  "c all of them\np cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n"                             \
  "-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n"

static void
accepts_a_proof(void **state)
{
  (void)state;
  accepts(EIGHT, "1 2 0\n1 0\n-1 2 0\n0\n");
  accepts(EIGHT, "c a comment\n1 2 0 1 0\r\n\t-1 2\n0 0"); /* lines do not matter */
  accepts(EIGHT, "1 2 0\nd 1 2 3 0\nd 2 1 -3 0\n1 1 2 0\n-1 2 0\n2 0\nd 2 1 0\n1 0\n0\n");
}

/* Unit propagation needs no lemma; the empty clause is a contradiction already. */
static void
accepts_the_empty_proof_where_it_is_one(void **state)
{
  (void)state;
  accepts("p cnf 2 3\n1 0\n-1 2 0\n-2 0\n", "");
  accepts("p cnf 2 3\n1 0\n-1 2 0\n-2 0\n", "0\n");
  accepts("p cnf 1 1\n0\n", "");
  rejects(EIGHT, "", "proof", 1, "without a contradiction");
  rejects(EIGHT, "0\n", "proof", 1, "does not follow");
}

static void
rejects_missing_and_wrong_steps(void **state)
{
  (void)state;
  rejects(EIGHT, "1 2 0\n-1 2 0\n0\n", "proof", 3, "does not follow"); /* 2 follows, but not more */
  rejects(EIGHT, "1 0\n-1 2 0\n0\n", "proof", 1, "does not follow");
  rejects(EIGHT, "1 2 0\n1 0\n", "proof", 3, "without a contradiction");
  rejects("p cnf 2 2\n1 2 0\n-1 -2 0\n", "c\n1 0\n-2 0\n", "proof", 2, "does not follow");
  rejects("p cnf 1 1\n1 0\n", "-1 0\n0\n", "proof", 1, "does not follow");
  rejects("p cnf 1 0\n", "0\n", "proof", 1, "does not follow");
}

/* That 3 is new or pure would make the clause a RAT; this checker wants implied clauses only. */
static void
rejects_clauses_that_only_keep_solutions(void **state)
{
  (void)state;
  rejects("p cnf 3 2\n1 2 0\n-1 2 0\n", "3 0\n", "proof", 1, "does not follow");
}

static void
forgets_what_is_deleted(void **state)
{
  (void)state;
  const char *formula = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 3 0\n-1 -3 0\n";
  accepts(formula, "1 0\n");
  rejects(formula, "d 2 1 2 0\n1 0\n", "proof", 2, "does not follow");
  /* But what once held without assumptions goes on to hold. */
  accepts(EIGHT, "1 2 0\n1 0\nd 1 0\n-1 2 0\n0\n");
}

static void
rejects_wrong_deletions(void **state)
{
  (void)state;
  rejects(EIGHT, "d 1 2 0\n", "proof", 1, "not there");
  rejects(EIGHT, "1 2 0\nd 1 2 0\nd 1 2 0\n", "proof", 3, "not there");
  rejects(EIGHT, "d 1 2 3 0\n1 2 0\n", "proof", 2, "does not follow"); /* it is really gone */
  rejects("p cnf 3 0\n", "d 0\n", "proof", 1, "not there");
  /* Of two copies one stays. */
  accepts(EIGHT, "1 2 0\n1 2 0\nd 1 2 0\n1 0\n-1 2 0\n0\n");
  /* A literal and its opposite, and repeated ones, are clauses like others. */
  rejects("p cnf 2 2\n1 -1 0\n2 2 0\n", "d -1 1 0\nd 2 0\nd 2 0\n", "proof", 3, "not there");
}

static void
rejects_garbage(void **state)
{
  (void)state;
  rejects("", "", "formula", 1, "p cnf");
  rejects("p dnf 1 1\n1 0\n", "", "formula", 1, "p cnf");
  rejects("p cnf 1\n1 0\n", "", "formula", 1, "not a number");
  rejects("p cnf -1 1\n", "", "formula", 1, "negative");
  rejects("p cnf 1 2\n1 0\n", "", "formula", 3, "as many clauses");
  rejects("p cnf 1 1\n1 0\n-1 0\n", "", "formula", 4, "as many clauses");
  rejects("p cnf 1 1\n2 0\n", "", "formula", 2, "does not have");
  rejects("p cnf 2 1\n1 2\n", "", "formula", 3, "middle of a clause");
  rejects("p cnf 2 1\nd 1 2 0\n", "", "formula", 2, "not a number");
  rejects("p cnf 99999999999999999999 1\n", "", "formula", 1, "too large");
  rejects(EIGHT, "1 2 0\n1 x 0\n", "proof", 2, "not a number");
  rejects(EIGHT, "1 2-3 0\n", "proof", 1, "not a number");
  rejects(EIGHT, "1 -0-1 0\n", "proof", 1, "not a number");
  rejects(EIGHT, "1 2", "proof", 1, "middle of a clause");
  rejects(EIGHT, "d", "proof", 1, "middle of a clause");
  rejects(EIGHT, "delete 1 0", "proof", 1, "neither");
  rejects(EIGHT, "1 4 0\n", "proof", 1, "does not have");
  rejects(EIGHT, "-2147483648 0\n", "proof", 1, "too large");
}

/* ---- random formulas and proofs ---- */

enum { VARIABLES = 4, MOST_CLAUSES = 30, MOST_STEPS = 12 };

static uint32_t
draw(uint64_t *seed, uint32_t below)
{
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*seed >> 33) % below;
}

struct random {
  char formula[2048], proof[1024];
  bool solvable;
};

/* The solutions, as a set of the sixteen assignments, of a random clause, which is written out. */
static unsigned
random_clause(uint64_t *seed, char **out)
{
  unsigned solutions = 0;
  for (unsigned i = 0, n = 2 + draw(seed, 2); i < n; i++) {
    unsigned variable = draw(seed, VARIABLES), positive = draw(seed, 2);
    *out += sprintf(*out, "%s%u ", positive ? "" : "-", variable + 1);
    for (unsigned a = 0; a < 1u << VARIABLES; a++)
      solutions |= (unsigned)((a >> variable & 1) == positive) << a;
  }
  *out += sprintf(*out, "0\n");
  return solutions;
}

static void
random_case(struct random *random, uint64_t *seed)
{
  unsigned solutions = (1u << (1u << VARIABLES)) - 1, n = 4 + draw(seed, MOST_CLAUSES - 3);
  char *out = random->formula;
  out += sprintf(out, "p cnf %d %u\n", VARIABLES, n);
  for (unsigned i = 0; i < n; i++)
    solutions &= random_clause(seed, &out);
  random->solvable = solutions != 0;
  out = random->proof;
  for (unsigned i = 0, steps = draw(seed, MOST_STEPS); i < steps; i++)
    random_clause(seed, &out);
  sprintf(out, "0\n");
}

/* Every clause in which all variables occur, then shorter and shorter ones: this refutes whatever
 * has no solution. */
static void
full_proof(char *out)
{
  for (unsigned n = VARIABLES; n > 0; n--)
    for (unsigned a = 0; a < 1u << n; a++) {
      for (unsigned v = 0; v < n; v++)
        out += sprintf(out, "%s%u ", a >> v & 1 ? "" : "-", v + 1);
      out += sprintf(out, "0\n");
    }
  sprintf(out, "0\n");
}

/* No proof of something false is accepted, and whatever has no solution has a proof. */
static void
agrees_with_truth_tables(void **state)
{
  (void)state;
  uint64_t seed = 5;
  unsigned accepted = 0, unsolvable = 0;
  char full[2048];
  full_proof(full);
  for (unsigned i = 0; i < 20000; i++) {
    struct random random;
    random_case(&random, &seed);
    bool holds = check(random.formula, random.proof).accepted;
    assert_false(holds && random.solvable);
    assert_int_equal(check(random.formula, full).accepted, !random.solvable);
    accepted += holds;
    unsolvable += !random.solvable;
  }
  assert_in_range(unsolvable, 5000, 15000);
  assert_in_range(accepted, 1000, unsolvable - 1000); /* both ways of a random proof occur */
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(accepts_a_proof),
    cmocka_unit_test(accepts_the_empty_proof_where_it_is_one),
    cmocka_unit_test(rejects_missing_and_wrong_steps),
    cmocka_unit_test(rejects_clauses_that_only_keep_solutions),
    cmocka_unit_test(forgets_what_is_deleted),
    cmocka_unit_test(rejects_wrong_deletions),
    cmocka_unit_test(rejects_garbage),
    cmocka_unit_test(agrees_with_truth_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
