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

/* ---- what was added to a formula of one order ---- */

/* Three threads of one label each: 1, 2, 3 say that it happens, 4, 5, 6 that the first is before the
 * second, the first before the third, the second before the third. The first two store, and 7 says
 * that the third loads from the first. 8 is the question. */
#define BEGIN "-7 1 0\n-7 3 0\n-7 5 0\n"
#define NODES                                                                                      \
  "node 0 1 1 1 label\nnode 1 2 2 2 label\nnode 2 3 3 3 label\n"                                   \
  "before 0 4 5\nbefore 1 6\nbefore 2\n"
#define ACCESSES                                                                                   \
  "writer 0 1 10 0 4 1\nwriter 1 2 20 1 4 2\nreading 0 3 30 2 4 3\n"                               \
  "source 0 0 7\nsource 0 - F\n"

/* The nodes are in a circle. */
#define CIRCLE(clause) "p cnf 8 8\n" BEGIN "4 0\n6 0\n-5 0\n" clause "8 0\n"
/* The second thread stores between the first and the third. */
#define BETWEEN(clause) "p cnf 8 9\n" BEGIN "7 0\n2 0\n6 0\n4 0\n" clause "8 0\n"

static struct drat_report
check_account(const char *formula, const char *account)
{
  struct drat_report report;
  drat_check(&report, (struct drat_text){formula, strlen(formula)}, (struct drat_text){"0\n", 2},
             &(struct drat_text){account, strlen(account)});
  return report;
}

static void
accepts_account(const char *formula, const char *account, unsigned instances)
{
  struct drat_report report = check_account(formula, account);
  if (!report.accepted)
    fail_msg("%s:%d: %s", report.file, (int)report.line, report.why);
  assert_int_equal(report.instances, instances);
  assert_string_equal(report.question, "cut");
}

static void
refuses(const char *formula, const char *account, const char *file, unsigned line, const char *why)
{
  struct drat_report report = check_account(formula, account);
  assert_false(report.accepted);
  if (strcmp(report.file, file) || report.line != line || !strstr(report.why, why))
    fail_msg("%s:%d: %s; expected %s:%u: %s", report.file, (int)report.line, report.why, file, line,
             why);
}

#define CIRCLE_HEAD "order 8 6\nquestion cut 8\n"
#define BETWEEN_HEAD "order 8 7\nquestion cut 8\n"

static void
accepts_instances(void **state)
{
  (void)state;
  accepts_account(CIRCLE("-4 -6 5 0\n"), CIRCLE_HEAD NODES ACCESSES "transitive 0 1 2\n", 1);
  accepts_account(CIRCLE("5 -6 -4 5 0\n"), CIRCLE_HEAD NODES "\n  transitive 0 1  2", 1);
  accepts_account(BETWEEN("-7 -2 -6 -4 0\n"), BETWEEN_HEAD NODES ACCESSES "between 0 0 1\n", 1);
  accepts_account("p cnf 2 3\n1 0\n-1 0\n2 0\n", "order 2 2\nquestion cut 2\n", 0);
}

/* If the order of two is known, the clause is for nodes that happen. */
static void
wants_nodes_that_happen(void **state)
{
  (void)state;
  const char *account = CIRCLE_HEAD "node 0 1 1 1 label\nnode 1 2 2 2 label\nnode 2 3 3 3 label\n"
                                    "before 0 T 5\nbefore 1 6\nbefore 2\ntransitive 0 1 2\n";
  accepts_account("p cnf 8 8\n1 0\n2 0\n3 0\n6 0\n-5 0\n-7 1 0\n-6 5 -1 -2 -3 0\n8 0\n", account,
                  1);
#define KNOWN(clause) "p cnf 8 8\n-2 1 0\n3 0\n2 0\n6 0\n-5 0\n-7 1 0\n" clause "8 0\n"
  accepts_account(KNOWN("-6 5 -1 -2 -3 0\n"), account, 1);
  refuses(KNOWN("-6 5 0\n"), account, "account", 9, "another clause");
  refuses(KNOWN("-6 5 -1 -2 0\n"), account, "account", 9, "another clause");
  refuses(KNOWN("-6 5 -2 -3 0\n"), account, "account", 9, "another clause");
  refuses(CIRCLE("-6 5 -1 -2 -3 0\n"), account, "account", 4, "what is known before it");
}

static void
refuses_what_is_no_instance(void **state)
{
  (void)state;
  const char *good = CIRCLE_HEAD NODES ACCESSES "transitive 0 1 2\n";
  refuses(CIRCLE("-4 -6 0\n"), good, "account", 14, "another clause");
  refuses(CIRCLE("-4 6 5 0\n"), good, "account", 14, "another clause");
  refuses(CIRCLE("-4 -6 5 1 0\n"), good, "account", 14, "another clause");
  refuses(CIRCLE("0\n"), good, "account", 14, "another clause");
  refuses(CIRCLE("-4 -6 5 0\n"), CIRCLE_HEAD NODES "transitive 0 2 1\n", "account", 9, "another");
  refuses(CIRCLE("-4 -6 5 0\n"), CIRCLE_HEAD NODES "transitive 0 1 1\n", "account", 9, "not three");
  refuses(CIRCLE("-4 -6 5 0\n"), CIRCLE_HEAD NODES "transitive 0 1 3\n", "account", 9,
          "nothing of");
  refuses(CIRCLE("-4 -6 5 0\n"), CIRCLE_HEAD NODES "transitive 0 1\n", "account", 9, "number");
  refuses(CIRCLE("-4 -6 5 0\n"), CIRCLE_HEAD NODES "transitive 0 1 2 2\n", "account", 9, "goes on");
  refuses(BETWEEN("-7 -2 -6 -4 0\n"), BETWEEN_HEAD NODES ACCESSES "between 0 0 0\n", "account", 14,
          "is the source");
  refuses(BETWEEN("-7 -2 -6 -4 0\n"), BETWEEN_HEAD NODES ACCESSES "between 0 1 0\n", "account", 14,
          "no source");
  refuses(BETWEEN("-7 -2 -6 -4 0\n"), BETWEEN_HEAD NODES ACCESSES "between 0 - 1\n", "account", 14,
          "another clause");
  refuses(BETWEEN("-2 -6 -4 0\n"), BETWEEN_HEAD NODES ACCESSES "between 0 0 1\n", "account", 14,
          "another clause");
  refuses(BETWEEN("-7 -6 -4 0\n"), BETWEEN_HEAD NODES ACCESSES "between 0 0 1\n", "account", 14,
          "another clause");
  refuses(BETWEEN("-7 -2 -6 -4 0\n"),
          BETWEEN_HEAD NODES "writer 0 1 10 0 4 1\nwriter 1 2 20 1 5 2\nreading 0 3 30 2 4 3\n"
                             "source 0 0 7\nbetween 0 0 1\n",
          "account", 13, "another cell");
}

/* All clauses of the formula are of the encoding, or in the account, or the question. */
static void
refuses_what_is_not_told(void **state)
{
  (void)state;
  const char *formula = CIRCLE("-4 -6 5 0\n");
  refuses(formula, CIRCLE_HEAD NODES, "account", 1, "as many clauses");
  refuses(formula, CIRCLE_HEAD NODES "transitive 0 1 2\ntransitive 0 1 2\n", "account", 1,
          "as many clauses");
  refuses(formula, "order 8 7\nquestion cut 8\n" NODES "transitive 0 1 2\n", "account", 1,
          "as many clauses");
  refuses(formula, "order 8 5\nquestion cut 8\n" NODES "transitive 0 1 2\ntransitive 0 1 2\n",
          "account", 9, "another clause");
  refuses(formula, "order 9 6\nquestion cut 8\n" NODES "transitive 0 1 2\n", "account", 1,
          "as many variables");
  refuses(formula, "order 8 6\nquestion cut -8\n" NODES "transitive 0 1 2\n", "formula", 9,
          "nor the question");
  refuses("p cnf 8 8\n" BEGIN "4 0\n6 0\n-5 0\n-4 -6 5 0\n8 7 0\n",
          CIRCLE_HEAD NODES "transitive 0 1 2\n", "formula", 9, "nor the question");
}

/* The encoding must speak of the literals as it does of such ones. */
static void
refuses_what_does_not_fit(void **state)
{
  (void)state;
  const char *formula = "p cnf 8 9\n" BEGIN "2 4 0\n2 6 0\n2 8 0\n4 6 0\n-7 -2 -6 -4 0\n8 0\n";
#define REST "before 0\nbefore 1\ntransitive 0 1 1\n"
  refuses(formula, BETWEEN_HEAD "node 0 1 1 1 label\nnode 1 1 1 8 label\n" REST, "account", 4,
          "without the one before it");
  refuses(formula, BETWEEN_HEAD "node 0 1 1 8 label\nnode 1 1 1 8 commit\n" REST, "account", 4,
          "chain of different");
  refuses(formula, BETWEEN_HEAD "node 0 1 1 1 label\nnode 1 1 1 1 label\n" REST, "account", 4,
          "of another, too");
  refuses(formula,
          BETWEEN_HEAD "node 0 1 1 1 label\nnode 1 2 2 3 label\nnode 2 2 2 7 label\n"
                       "before 0 4 5\nbefore 1\nbefore 2\ntransitive 0 1 2\n",
          "account", 5, "not monotone");
#define WRITERS "writer 0 1 10 0 4 1\nwriter 1 2 20 1 4 2\n"
#define READING "reading 0 3 30 2 4 3\n"
#define END "between 0 0 1\n"
  accepts_account(BETWEEN("-7 -2 -6 -4 0\n"),
                  BETWEEN_HEAD NODES WRITERS READING "source 0 0 7\n" END, 1);
  refuses(formula, BETWEEN_HEAD NODES "writer 0 1 10 0 4 3\nwriter 1 2 20 1 4 2\n" READING END,
          "account", 9, "without its node");
  refuses(formula, BETWEEN_HEAD NODES WRITERS "reading 0 3 30 2 4 1\n" END, "account", 11,
          "without its node");
  refuses(formula, BETWEEN_HEAD NODES WRITERS READING "source 0 0 5\n" END, "account", 12,
          "without the reading");
  refuses(formula, BETWEEN_HEAD NODES WRITERS READING "source 0 1 7\n" END, "account", 12,
          "need not have stored");
  refuses(formula,
          BETWEEN_HEAD "node 0 1 1 1 label\nnode 1 2 2 2 label\nnode 2 3 3 3 label\n"
                       "before 0 5 4\nbefore 1 6\nbefore 2\n" WRITERS READING "source 0 0 7\n" END,
          "account", 12, "behind the reading");
}

static void
refuses_strange_accounts(void **state)
{
  (void)state;
  const char *formula = CIRCLE("-4 -6 5 0\n");
  refuses(formula, "", "account", 0, "missing");
  refuses(formula, "order 8 6\n", "account", 1, "missing");
  refuses(formula, "question cut 8\norder 8 6\n", "account", 1, "wrong place");
  refuses(formula, "order 8\n", "account", 1, "not the size");
  refuses(formula, "order 8 99999999999999999999999\n", "account", 1, "not the size");
  refuses(formula, "order 8 6\norder 8 6\n", "account", 2, "not the size");
  refuses(formula, "order 8 6\nquestion cut 9\n", "account", 2, "not a literal");
  refuses(formula, "order 8 6\nquestion cut T\n", "account", 2, "no literal");
  refuses(formula, "order 8 6\nquestion a-name-that-is-much-too-long 8\n", "account", 2, "name");
  refuses(formula, CIRCLE_HEAD "node 1 1 1 1 label\n", "account", 3, "one is missing");
  refuses(formula, CIRCLE_HEAD "node 0 1 1 0 label\n", "account", 3, "not a literal");
  refuses(formula, CIRCLE_HEAD "node 0 1 1 1 lable\n", "account", 3, "neither");
  refuses(formula, CIRCLE_HEAD "node 0 1 2 1 label\nnode 1 1 1 1 label\n", "account", 4,
          "in order");
  refuses(formula, CIRCLE_HEAD "node 0 1 1 1 label\n", "account", 3, "without an order");
  refuses(formula, CIRCLE_HEAD "before 0\n", "account", 3, "without nodes");
  refuses(formula, CIRCLE_HEAD "node 0 1 1 1 label\nbefore 0\nbefore 1\n", "account", 5, "nodes");
  refuses(formula, CIRCLE_HEAD "node 0 1 1 1 label\nnode 1 2 2 2 label\nbefore 0 -4\n", "account",
          5, "negated");
  refuses(formula, CIRCLE_HEAD NODES "writer 0 1 1 3 1 1\n", "account", 9, "nothing of");
  refuses(formula, CIRCLE_HEAD NODES "source 0 0 1\n", "account", 9, "nothing of");
  refuses(formula, CIRCLE_HEAD NODES "between 0 0 0\n", "account", 9, "nothing of");
  refuses(formula, CIRCLE_HEAD NODES "transitive 4294967295 1 2\n", "account", 9, "number");
  refuses(formula, CIRCLE_HEAD NODES "transitive -1 1 2\n", "account", 9, "number");
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
    cmocka_unit_test(accepts_instances),
    cmocka_unit_test(wants_nodes_that_happen),
    cmocka_unit_test(refuses_what_is_no_instance),
    cmocka_unit_test(refuses_what_is_not_told),
    cmocka_unit_test(refuses_what_does_not_fit),
    cmocka_unit_test(refuses_strange_accounts),
    cmocka_unit_test(agrees_with_truth_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
