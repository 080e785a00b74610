/* Forward checking: the clauses of the formula are added, then the proof is followed. With an account,
 * the formula must be an encoding, the clauses that the account names, and the question, in this
 * order; and these clauses must be what the account says (order.c). */
#include "drat.h"

#include <stdlib.h>
#include <string.h>

#include "account.h"

static void
reject(struct drat_report *report, const char *file, uint64_t line, const char *why)
{
  report->file = file;
  report->line = line;
  report->why = why;
}

static bool
add(struct clauses *clauses, struct literals *clause, struct drat_report *report, const char *file,
    uint64_t line)
{
  if (clauses_add(clauses, clause))
    return true;
  reject(report, file, line, "too many clauses for this checker");
  return false;
}

static bool
wrong_account(const struct account *account, struct drat_report *report)
{
  reject(report, "account", account->line, account->why);
  return false;
}

static bool
is_question(const struct account *account, const struct literals *clause)
{
  return clause->n == 1 && clause->at[0] == account->literal;
}

/* Clause number n, from 0: is it one that the account allows? */
static bool
is_accounted(struct account *account, struct clauses *clauses, uint64_t n, struct literals *clause,
             uint64_t line, struct drat_report *report)
{
  if (n < account->clauses)
    return true;
  if (n == account->clauses && !account_fits(account, clauses))
    return wrong_account(account, report);
  uint64_t added = n - account->clauses;
  if (added < account->n_instances)
    return account_is_instance(account, (size_t)added, clause) || wrong_account(account, report);
  if (added == account->n_instances && is_question(account, clause))
    return true;
  reject(report, "formula", line, "the clause is neither of the account nor the question");
  return false;
}

/* False if the formula cannot be read, or is not as the account says (NULL = there is none). */
static bool
read_formula(struct clauses *clauses, struct reader *reader, struct account *account,
             struct literals *clause, struct drat_report *report)
{
  uint64_t n = 0;
  enum step step;
  while ((step = reader_clause(reader, report->variables, false, clause)) == STEP_ADD) {
    if (account && !is_accounted(account, clauses, n, clause, reader->first, report))
      return false;
    n++;
    if (!add(clauses, clause, report, "formula", reader->first))
      return false;
  }
  if (step == STEP_BAD)
    reject(report, "formula", reader->line, reader->error);
  else if (n != report->clauses)
    reject(report, "formula", reader->line, "not as many clauses as the first line says");
  else
    return true;
  return false;
}

/* Goes on until the clauses are refuted, or a step is wrong. */
static void
follow_proof(struct clauses *clauses, struct drat_text proof, struct literals *clause,
             struct drat_report *report)
{
  struct reader reader;
  reader_open(&reader, proof);
  while (!clauses->refuted)
    switch (reader_clause(&reader, report->variables, true, clause)) {
    case STEP_ADD:
      if (!clauses_imply(clauses, clause)) {
        reject(report, "proof", reader.first, "the clause does not follow by unit propagation");
        return;
      }
      report->added++;
      if (!add(clauses, clause, report, "proof", reader.first))
        return;
      break;
    case STEP_DELETE:
      if (!clauses_delete(clauses, clause)) {
        reject(report, "proof", reader.first, "the clause to be deleted is not there");
        return;
      }
      report->deleted++;
      break;
    case STEP_END:
      reject(report, "proof", reader.line, "the proof ends without a contradiction");
      return;
    case STEP_BAD:
      reject(report, "proof", reader.line, reader.error);
      return;
    }
  report->accepted = true;
}

/* Are the sizes those of the formula? */
static bool
open_account(struct account *account, struct drat_text text, struct drat_report *report)
{
  if (!account_read(account, text))
    return wrong_account(account, report);
  report->instances = account->n_instances;
  memcpy(report->question, account->question, sizeof report->question);
  account->line = 1;
  if (account->variables != report->variables)
    account->why = "not as many variables as the formula has";
  else if (account->clauses + account->n_instances + 1 != report->clauses)
    account->why = "encoding, account and question are not as many clauses as the formula has";
  return !account->why || wrong_account(account, report);
}

static void
check(struct drat_report *report, struct reader *reader, struct drat_text proof,
      struct account *account)
{
  struct clauses clauses;
  struct literals clause = {0};
  clauses_init(&clauses, report->variables);
  if (read_formula(&clauses, reader, account, &clause, report))
    follow_proof(&clauses, proof, &clause, report);
  clauses_free(&clauses);
  free(clause.at);
}

void
drat_check(struct drat_report *report, struct drat_text formula, struct drat_text proof,
           const struct drat_text *account)
{
  struct reader reader;
  struct account of;
  *report = (struct drat_report){0};
  reader_open(&reader, formula);
  if (!reader_header(&reader, &report->variables, &report->clauses)) {
    reject(report, "formula", reader.line, reader.error);
  } else if (!account) {
    check(report, &reader, proof, NULL);
  } else {
    if (open_account(&of, *account, report))
      check(report, &reader, proof, &of);
    account_free(&of);
  }
}
