/* Proofs for the answer "no".
 *
 * The search asks its questions under assumptions that make the problem smaller, and drops those
 * that a refutation used. What is proved is the last of these: the clauses of the encoding as they
 * are without any such restriction, and the question as a unit clause, have no solution. The proof
 * comes from a second solver that starts from nothing but these clauses; if that one finds a
 * solution, one of the two is wrong, or a restriction was. */
#include "engine/search.h"

#include <errno.h>
#include <string.h>

#include "base/invariant.h"

const char *
engine_question_name(enum question question)
{
  static const char *const names[] = {
    [QUESTION_VIOLATION] = "violation",
    [QUESTION_DEADLOCK] = "deadlock",
    [QUESTION_RACE] = "race",
    [QUESTION_CUT] = "cut",
  };
  return names[question];
}

static void
path_of(struct str *path, const struct search *search, enum question question, const char *suffix)
{
  str_printf(path, "%s/%s.%s", search->options->certify, engine_question_name(question), suffix);
}

static bool
write_formula(struct search *search, struct sink *formula, const char *path, int literal)
{
  FILE *file = fopen(path, "w");
  bool written = file && sink_dimacs_write_with(formula, file, NULL, &literal, 1);
  int cause = errno;
  if (file && fclose(file) && written) {
    written = false;
    cause = errno;
  }
  if (!written)
    str_printf(&search->result->uncertified, "cannot write '%s': %s", path, strerror(cause));
  if (file && !written)
    remove(path);
  return written;
}

static enum search_answer
conclude(struct search *search, enum question question, enum sat_answer answer)
{
  struct engine_result *result = search->result;
  switch (answer) {
  case SAT_UNSAT:
    INVARIANT(!result->uncertified.n);
    result->certified[question] = CERTIFIED_PROOF;
    return SEARCH_NOTHING;
  case SAT_SAT:
    result->reason = "a second solver finds a solution where the first found that there is none";
    return SEARCH_WRONG;
  case SAT_UNKNOWN:
    break;
  }
  if (result->uncertified.n)
    return SEARCH_NOTHING;
  if (!search_stopped(search)) { /* the solver may have seen the signal before us */
    result->limit = LIMIT_INTERRUPT;
    result->reason = "interrupted";
  }
  return SEARCH_STOPPED;
}

enum search_answer
search_certify(struct search *search, struct sink *formula, enum question question, int literal)
{
  struct engine_result *result = search->result;
  INVARIANT(question < QUESTIONS && result->certified[question] == CERTIFIED_NOTHING);
  if (!search->options->certify || result->uncertified.n)
    return SEARCH_NOTHING;
  if (!literal) {
    result->certified[question] = CERTIFIED_PLAIN;
    return SEARCH_NOTHING;
  }
  search_phase(search, question == QUESTION_CUT ? "writing the proof that no loop is cut"
                                                : "writing the proof that there is no bug");
  struct str cnf = {0}, drat = {0};
  enum search_answer answer = SEARCH_NOTHING;
  path_of(&cnf, search, question, "cnf");
  path_of(&drat, search, question, "drat");
  if (write_formula(search, formula, str_text(&cnf), literal)) {
    struct sat_limits limits = {.seconds = search_remaining(search),
                                .stop = search->options->stop,
                                .argument = search->options->argument};
    answer = conclude(search, question,
                      sat_prove(str_text(&cnf), str_text(&drat), &limits, &result->uncertified));
  }
  str_free(&cnf);
  str_free(&drat);
  return answer;
}
