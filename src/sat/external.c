/* A solver that is another program.
 *
 * It is started anew for each question, reads the clauses, with the assumptions as unit clauses,
 * as its standard input and prints its answer. The formula lies in a file without a name, so
 * nothing is left behind however we end; and the solver dies when we do.
 *
 * What it prints is not trusted as far as that can be helped: a model has to satisfy the clauses,
 * an answer has to agree with the exit code, and a solver that died has not answered. Nothing can
 * be checked about the answer that there is no model, which is believed. It does not say which
 * assumptions that rests on, so it may be any of them. */
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "sat/adapter.h"

struct external {
  struct sat sat; /* first: an external solver is a sat */
  enum sat_form form;
  const char *command;
  struct sink *formula;
  enum sat_answer answer;
  struct answer said;
  struct str trouble;
  struct arena arena;
  VEC(const char *) argv;
};

static struct external *
from_sat(struct sat *sat)
{
  return (struct external *)sat;
}

/* ---- the command ---- */

/* Programs that want to be asked to read their standard input, or to write a model at all; and
 * cvc5, whose own search is slow: this way it asks CaDiCaL, and tells it the clauses rather than to
 * assume each of them (SafeStack in 25 s, and not in 400). */
static const struct {
  const char *command, *words;
} usual[] = {
  {"minisat", "minisat -verb=0 /dev/stdin /dev/stdout"},
  {"z3", "z3 -in"},
  {"cvc5", "cvc5 --force-logic=QF_BV --bitblast=eager --bv-assert-input"},
};

static const char *
in_full(const char *command)
{
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
    if (!strcmp(usual[i].command, command))
      return usual[i].words;
  return command;
}

static const char blanks[] = " \t\n";

static void
split(struct external *external, const char *command)
{
  char *at = arena_strdup(&external->arena, in_full(command));
  while (at += strspn(at, blanks), *at) {
    vec_push(&external->argv, at);
    at += strcspn(at, blanks);
    if (*at)
      *at++ = '\0';
  }
  vec_push(&external->argv, NULL);
}

bool
sat_external_found(const char *command, struct str *error)
{
  command += strspn(command, blanks);
  int n = (int)strcspn(command, blanks);
  struct str name = {0};
  str_printf(&name, "%.*s", n, command);
  bool found = n && child_is_there(str_text(&name));
  if (!n)
    str_add(error, "there is no program in the empty command of a solver");
  else if (!found)
    str_printf(error, "cannot find the solver '%s'; is it installed?", str_text(&name));
  str_free(&name);
  return found;
}

/* ---- running it ---- */

static enum sat_answer
fail(struct external *external, const char *what)
{
  str_printf(&external->trouble, "the solver '%s' %s", external->command, what);
  return SAT_UNKNOWN;
}

/* A file without a name, to be read from its beginning; -1 if it cannot be written. */
static int
write_formula(struct external *external, const int *units, size_t n)
{
  FILE *file = tmpfile();
  bool written = file && fcntl(fileno(file), F_SETFD, FD_CLOEXEC) >= 0;
  struct smt2_text text = {.units = units, .n = n, .values = true};
  if (written && external->form == SAT_FORM_SMT2)
    written = sink_smt2_write(external->formula, file, &text);
  else if (written)
    written = sink_dimacs_write_with(external->formula, file, NULL, units, n);
  int copy = written ? fcntl(fileno(file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
  if (copy < 0 || lseek(copy, 0, SEEK_SET) < 0)
    str_printf(&external->trouble, "cannot write the formula for the solver: %s", strerror(errno));
  if (file)
    fclose(file);
  return copy;
}

/* Far more than any answer takes. */
static size_t
most_output(const struct external *external)
{
  return ((size_t)1 << 24) + 256 * (size_t)external->sat.sink.variables;
}

/* True if it has closed its output; false if a limit was reached or there is trouble. */
static bool
read_output(struct external *external, struct child *child, const struct sat_limits *limits,
            double deadline, struct str *out)
{
  char bytes[16384];
  long n = 1;
  int cause = 0;
  while (n && !cause && out->n <= most_output(external) && !limits_reached(limits, deadline)) {
    n = child_read(child, bytes, sizeof bytes, &cause);
    if (n > 0)
      str_add_bytes(out, bytes, (size_t)n);
  }
  if (cause)
    fail(external, strerror(cause));
  else if (out->n > most_output(external))
    fail(external, "prints far too much");
  return n == 0;
}

/* ---- what it said ---- */

static bool
holds(const struct external *external, int literal)
{
  return external->said.model.at[abs(literal)] == (literal > 0);
}

/* Does the model satisfy all clauses and units? */
static bool
is_model(const struct external *external, const int *units, size_t n)
{
  const int *list;
  size_t all = sink_dimacs_literals(external->formula, &list);
  bool satisfied = false;
  for (size_t i = 0; i < all; i++) {
    if (!list[i] && !satisfied)
      return false;
    satisfied = list[i] && (satisfied || holds(external, list[i]));
  }
  for (size_t i = 0; i < n; i++)
    if (!holds(external, units[i]))
      return false;
  return true;
}

/* The first line that is no comment, as far as it can be shown. */
static void
add_first_line(struct str *out, const char *text)
{
  enum { SHOWN = 80 };
  while (!strncmp(text, "c ", 2) || *text == '\n') {
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  if (!*text)
    return;
  size_t n = strcspn(text, "\r\n");
  str_add(out, "; it printed '");
  for (size_t i = 0; i < n && i < SHOWN; i++)
    str_printf(out, "%c", text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
  str_add(out, n > SHOWN ? "...'" : "'");
}

static enum sat_answer
no_answer(struct external *external, const struct child_end *end, const char *out)
{
  struct str what = {0};
  str_add(&what, "gave no answer");
  if (end->code)
    str_printf(&what, " and ended with exit code %d", end->code);
  add_first_line(&what, out);
  fail(external, str_text(&what));
  str_free(&what);
  return SAT_UNKNOWN;
}

static enum sat_answer
judge(struct external *external, const struct child_end *end, const char *out, const int *units,
      size_t n)
{
  const struct answer *said = &external->said;
  if (end->signal) {
    fail(external, "was ended by signal");
    str_printf(&external->trouble, " %d", end->signal);
    return SAT_UNKNOWN;
  }
  bool code_sat = end->code == SAT_SAT, code_unsat = end->code == SAT_UNSAT;
  if ((said->sat || code_sat) + (said->unsat || code_unsat) + said->unknown > 1)
    return fail(external, "contradicts itself");
  if (said->unknown)
    return fail(external, "gave up");
  if (said->unsat)
    return SAT_UNSAT;
  if (!said->sat)
    return no_answer(external, end, out);
  return is_model(external, units, n) ? SAT_SAT
                                      : fail(external, "gave a model that is none of the formula");
}

static enum sat_answer
run(struct external *external, int in, const int *units, size_t n, const struct sat_limits *limits,
    double deadline)
{
  struct child child;
  struct child_end end;
  struct str out = {0};
  int cause = child_start(&child, external->argv.at, &(struct child_place){.in = in});
  if (cause) {
    str_printf(&external->trouble, "cannot run the solver '%s': %s", external->command,
               strerror(cause));
    return SAT_UNKNOWN;
  }
  bool ended = read_output(external, &child, limits, deadline, &out);
  child_end(&child, !ended, &end);
  enum sat_answer answer = SAT_UNKNOWN;
  if (ended) {
    answer_read(&external->said, external->form, str_text(&out), external->sat.sink.variables);
    answer = judge(external, &end, str_text(&out), units, n);
  }
  str_free(&out);
  return answer;
}

static enum sat_answer
external_solve(struct sat *sat, const int *assumptions, size_t n, const struct sat_limits *limits)
{
  struct external *external = from_sat(sat);
  double deadline = limits_deadline(limits);
  external->answer = SAT_UNKNOWN;
  answer_free(&external->said);
  external->said = (struct answer){0};
  str_free(&external->trouble);
  if (limits_reached(limits, deadline))
    return SAT_UNKNOWN;
  int in = write_formula(external, assumptions, n);
  if (in < 0)
    return SAT_UNKNOWN;
  external->answer = run(external, in, assumptions, n, limits, deadline);
  close(in);
  return external->answer;
}

/* ---- the table ---- */

static int
external_fresh(struct sink *sink)
{
  return sink_fresh(((struct external *)sink)->formula);
}

static void
external_clause(struct sink *sink, const int *literals, size_t n)
{
  struct external *external = (struct external *)sink;
  external->answer = SAT_UNKNOWN;
  sink_clause(external->formula, literals, n);
}

static bool
external_value(struct sat *sat, int literal)
{
  const struct external *external = from_sat(sat);
  assert(external->answer == SAT_SAT);
  if ((size_t)abs(literal) >= external->said.model.n)
    return literal < 0;
  return holds(external, literal);
}

static bool
external_failed(struct sat *sat, int literal)
{
  (void)literal;
  assert(from_sat(sat)->answer == SAT_UNSAT);
  (void)sat;
  return true;
}

static bool
external_option(struct sat *sat, const char *name, int value)
{
  (void)sat;
  (void)name;
  (void)value;
  return false;
}

static uint64_t
external_conflicts(struct sat *sat)
{
  (void)sat;
  return 0;
}

static uint64_t
external_activity(struct sat *sat, int variable)
{
  (void)sat;
  (void)variable;
  return 0;
}

static size_t
external_lemmas(struct sat *sat, const int **list)
{
  (void)sat;
  *list = NULL;
  return 0;
}

static int
external_fixed(struct sat *sat, int literal)
{
  (void)sat;
  (void)literal;
  return 0;
}

static const char *
external_trouble(struct sat *sat)
{
  const struct external *external = from_sat(sat);
  return external->trouble.n ? str_text(&external->trouble) : NULL;
}

static void
external_sink_free(struct sink *sink)
{
  struct external *external = (struct external *)sink;
  sink_free(external->formula);
  answer_free(&external->said);
  str_free(&external->trouble);
  vec_free(&external->argv);
  arena_free(&external->arena);
  vec_drop(external);
}

static void
external_free(struct sat *sat)
{
  sink_free(&sat->sink);
}

static const struct sat_ops external_ops = {
  .name = "external",
  .solve = external_solve,
  .value = external_value,
  .failed = external_failed,
  .option = external_option,
  .conflicts = external_conflicts,
  .activity = external_activity,
  .lemmas = external_lemmas,
  .fixed = external_fixed,
  .trouble = external_trouble,
  .no_cores = true,
  .free = external_free,
};

struct sat *
sat_external(enum sat_form form, const char *command)
{
  struct external *external = mem_alloc(sizeof *external);
  external->sat.sink =
    (struct sink){.fresh = external_fresh, .clause = external_clause, .free = external_sink_free};
  external->sat.ops = &external_ops;
  external->form = form;
  external->formula = sink_dimacs();
  split(external, command);
  external->command = arena_strdup(&external->arena, command);
  return &external->sat;
}
