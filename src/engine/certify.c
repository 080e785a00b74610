/* Proofs for the answer "no".
 *
 * The search asks its questions under assumptions that make the problem smaller, and drops those
 * that a refutation used. What is proved is the last of these: the clauses of the encoding as they
 * are without any such restriction, and the question as a unit clause, have no solution. The proof
 * comes from a second solver that starts from nothing but these clauses; if that one finds a
 * solution, one of the two is wrong, or a restriction was.
 *
 * Clauses that were added after models are clauses like others there. What they are is said in a
 * third file (encode/account.c). */
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

/* What is written to a file of the certificate. */
struct contents {
  const struct encoding *encoding;
  struct sink *formula;
  enum question question;
};

static bool
put_formula(const struct contents *contents, FILE *file)
{
  int literal = encoding_question(contents->encoding, contents->question);
  return sink_dimacs_write_with(contents->formula, file, NULL, &literal, 1);
}

static bool
put_account(const struct contents *contents, FILE *file)
{
  encoding_account(contents->encoding, encoding_question(contents->encoding, contents->question),
                   engine_question_name(contents->question), file);
  return !fflush(file) && !ferror(file);
}

static bool
write_file(struct search *search, const char *path, const struct contents *contents,
           bool (*put)(const struct contents *contents, FILE *file))
{
  FILE *file = fopen(path, "w");
  bool written = file && put(contents, file);
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

/* Formula, account if there is something to account for, proof. */
static enum search_answer
write_proof(struct search *search, const struct contents *contents)
{
  struct str cnf = {0}, order = {0}, drat = {0};
  enum search_answer answer = SEARCH_NOTHING;
  path_of(&cnf, search, contents->question, "cnf");
  path_of(&order, search, contents->question, "order");
  path_of(&drat, search, contents->question, "drat");
  if (write_file(search, str_text(&cnf), contents, put_formula) &&
      (!encoding_refines(contents->encoding) ||
       write_file(search, str_text(&order), contents, put_account))) {
    struct sat_limits limits = {.seconds = search_remaining(search),
                                .stop = search->options->stop,
                                .argument = search->options->argument};
    answer =
      conclude(search, contents->question,
               sat_prove(str_text(&cnf), str_text(&drat), &limits, &search->result->uncertified));
  }
  str_free(&cnf);
  str_free(&order);
  str_free(&drat);
  return answer;
}

enum search_answer
search_certify(struct search *search, const struct encoding *encoding, struct sink *formula,
               enum question question)
{
  struct engine_result *result = search->result;
  INVARIANT(question < QUESTIONS && result->certified[question] == CERTIFIED_NOTHING);
  if (!search->options->certify || result->uncertified.n)
    return SEARCH_NOTHING;
  if (!encoding_question(encoding, question)) {
    result->certified[question] = CERTIFIED_PLAIN;
    return SEARCH_NOTHING;
  }
  search_phase(search, question == QUESTION_CUT ? "writing the proof that no loop is cut"
                                                : "writing the proof that there is no bug");
  return write_proof(search, &(struct contents){encoding, formula, question});
}
