/* A checker for refutations, independent of everything in src/.
 *
 * In go a formula (DIMACS) and a proof (DRAT in its text form); out comes whether the proof shows
 * that the formula has no solution. Each line of the proof adds a clause, or, after a `d`, deletes
 * one. An added clause is accepted only if assuming the opposite of all its literals leads to a
 * contradiction by unit propagation over the clauses present (RUP); so it follows from the formula.
 * The proof is accepted as soon as unit propagation refutes what is there without any assumption,
 * which the empty clause at the end of a proof asks for.
 *
 * Stricter than the format: the further rule of DRAT (RAT), which also allows clauses that do not
 * follow, is not known here, and neither are proofs with variables that the formula does not have;
 * deleting a clause that is not there is an error. The solver whose proofs we check needs none of
 * these. More lenient in one point, as other checkers are: a literal that was once found to hold
 * without assumptions goes on to hold although the clause that made it so is deleted. Since what
 * was accepted follows from the formula, that is sound.
 *
 * A formula of one order comes with an account of the clauses that were added to its encoding; then
 * these are checked, too (order.c). */
#ifndef HEDDLE_TEST_DRAT_DRAT_H
#define HEDDLE_TEST_DRAT_DRAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that need not be terminated. */
struct drat_text {
  const char *at;
  size_t n;
};

struct drat_report {
  bool accepted;
  const char *file; /* "formula", "account" or "proof": where it fails */
  uint64_t line;    /* there, from 1 */
  const char *why;  /* static */
  int variables;
  uint64_t clauses, added, deleted; /* of the formula; by the proof as far as it was read */
  uint64_t instances;               /* of the account */
  char question[16];                /* likewise; empty = there is none */
};

/* Texts are borrowed for the call. The account may be NULL. Out of memory ends the program with exit
 * code 2. */
void drat_check(struct drat_report *report, struct drat_text formula, struct drat_text proof,
                const struct drat_text *account);

#endif
