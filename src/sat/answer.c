/* What solvers print.
 *
 * DIMACS solvers: the lines `s SATISFIABLE` and `v 1 -2 0` of the competitions, and what minisat
 * prints and writes into its result file: the bare words, and bare numbers. SMT-LIB solvers: `sat`
 * or `unsat`, then the list ((v1 true) (v2 false)), of which it does not matter here how it is
 * nested. */
#include "sat/adapter.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct text {
  const char *at;
  size_t n;
};

static bool
is(struct text word, const char *text)
{
  return word.n == strlen(text) && !memcmp(word.at, text, word.n);
}

static void
claim(struct answer *answer, enum sat_form form, struct text word)
{
  static const struct {
    enum sat_form form;
    const char *sat, *unsat, *unknown;
  } rows[] = {{SAT_FORM_DIMACS, "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"},
              {SAT_FORM_DIMACS, "SAT", "UNSAT", "INDETERMINATE"},
              {SAT_FORM_SMT2, "sat", "unsat", "unknown"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].form == form) {
      answer->sat |= is(word, rows[i].sat);
      answer->unsat |= is(word, rows[i].unsat);
      answer->unknown |= is(word, rows[i].unknown);
    }
}

static void
set(struct answer *answer, long variable, bool value)
{
  if (variable > 0 && (unsigned long)variable < answer->model.n)
    answer->model.at[variable] = value;
}

/* ---- DIMACS ---- */

/* Numbers with blanks between them; up to something else. */
static void
read_literals(struct answer *answer, struct text line)
{
  const char *at = line.at, *end = at + line.n;
  while (at < end && *at != '\n') {
    char *behind;
    errno = 0;
    long literal = strtol(at, &behind, 10);
    if (behind == at || behind > end || errno || literal > INT_MAX || literal < -INT_MAX)
      return;
    set(answer, labs(literal), literal > 0);
    at = behind;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
      at++;
  }
}

static void
read_line(struct answer *answer, struct text line)
{
  while (line.n && strchr(" \t\r", line.at[line.n - 1]))
    line.n--;
  bool status = line.n > 2 && !memcmp(line.at, "s ", 2);
  bool values = line.n > 2 && !memcmp(line.at, "v ", 2);
  struct text rest = status || values ? (struct text){line.at + 2, line.n - 2} : line;
  if (values || (line.n && strchr("-0123456789", *line.at)))
    read_literals(answer, rest);
  else
    claim(answer, SAT_FORM_DIMACS, rest);
}

static void
read_dimacs(struct answer *answer, const char *text)
{
  while (*text) {
    size_t n = strcspn(text, "\n");
    read_line(answer, (struct text){text, n});
    text += n + (text[n] == '\n');
  }
}

/* ---- SMT-LIB ---- */

/* The next symbol; empty at the end. Texts and quoted symbols have no meaning here. */
static struct text
next_word(const char **at)
{
  for (;;) {
    *at += strspn(*at, " \t\r\n()");
    char quote = **at;
    if (quote != '"' && quote != '|')
      break;
    ++*at;
    *at += strcspn(*at, quote == '"' ? "\"" : "|");
    *at += **at != '\0';
  }
  struct text word = {*at, strcspn(*at, " \t\r\n()\"|")};
  *at += word.n;
  return word;
}

static void
read_smt2(struct answer *answer, const char *text)
{
  long variable = 0;
  for (struct text word = next_word(&text); word.n; word = next_word(&text)) {
    if (variable && (is(word, "true") || is(word, "false")))
      set(answer, variable, is(word, "true"));
    variable = 0;
    if (word.n > 1 && *word.at == 'v' && word.n < 12)
      variable = strtol(word.at + 1, NULL, 10);
    else
      claim(answer, SAT_FORM_SMT2, word);
  }
}

void
answer_read(struct answer *answer, enum sat_form form, const char *text, int variables)
{
  vec_resize(&answer->model, (size_t)variables + 1);
  (form == SAT_FORM_SMT2 ? read_smt2 : read_dimacs)(answer, text);
}

void
answer_free(struct answer *answer)
{
  vec_free(&answer->model);
}
