/* Forward checking: the clauses of the formula are added, then the proof is followed. */
#include "drat.h"

#include <stdlib.h>

#include "part.h"

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

/* False if the formula cannot be read. */
static bool
read_formula(struct clauses *clauses, struct reader *reader, struct literals *clause,
             struct drat_report *report)
{
  uint64_t n = 0;
  enum step step;
  while ((step = reader_clause(reader, report->variables, false, clause)) == STEP_ADD) {
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

void
drat_check(struct drat_report *report, struct drat_text formula, struct drat_text proof)
{
  struct reader reader;
  struct clauses clauses;
  struct literals clause = {0};
  *report = (struct drat_report){0};
  reader_open(&reader, formula);
  if (!reader_header(&reader, &report->variables, &report->clauses)) {
    reject(report, "formula", reader.line, reader.error);
    return;
  }
  clauses_init(&clauses, report->variables);
  if (read_formula(&clauses, &reader, &clause, report))
    follow_proof(&clauses, proof, &clause, report);
  clauses_free(&clauses);
  free(clause.at);
}
