/* The clauses of the encoding, for SAT and SMT solvers, with a map of names. */
#include "analysis/labels.h"
#include "analysis/values.h"
#include "cli/emit.h"
#include "cli/names.h"
#include "cli/parts.h"
#include "encode/encode.h"

struct clauses {
  struct sink *sink;
  struct names names;
  struct str comment;
};

/* Some kind of bug happens. */
static void
ask(struct sink *sink, const struct encoding *encoding)
{
  int bugs[QUESTIONS];
  size_t n = 0;
  for (enum question question = 0; question < QUESTION_CUT; question++)
    if (encoding_question(encoding, question))
      bugs[n++] = encoding_question(encoding, question);
  sink_clause(sink, bugs, n);
}

static void *
make(const struct emission *emission, bool symbols)
{
  const struct prog *prog = emission->prog;
  struct clauses *clauses = mem_alloc(sizeof *clauses);
  struct labels labels = {0};
  labels_find(&labels, prog);
  struct values *values = values_find(prog);
  struct ranges *ranges = ranges_find(prog, values);
  clauses->sink = sink_dimacs();
  unsigned rounds = emission->rounds ? emission->rounds : ROUNDS_DEFAULT;
  struct encoding *encoding = encode(prog, &labels, values, ranges, rounds, NULL, clauses->sink);
  ask(clauses->sink, encoding);
  str_printf(&clauses->comment, "%srounds: %u\n", emission->comment, rounds);
  str_add(&clauses->comment, "satisfiable if and only if there is a bug within these bounds\n");
  names_find(&clauses->names, encoding, clauses->sink->variables);
  names_text(&clauses->comment, &clauses->names, encoding, prog, &labels, symbols);
  encoding_free(encoding);
  ranges_free(ranges);
  values_free(values);
  labels_free(&labels);
  return clauses;
}

static void *
make_dimacs(const struct emission *emission)
{
  return make(emission, false);
}

static void *
make_smt2(const struct emission *emission)
{
  return make(emission, true);
}

static bool
write_dimacs(const void *made, FILE *out)
{
  const struct clauses *clauses = made;
  return sink_dimacs_write(clauses->sink, out, str_text(&clauses->comment));
}

static bool
write_smt2(const void *made, FILE *out)
{
  const struct clauses *clauses = made;
  struct smt2_text text = {.comment = str_text(&clauses->comment),
                           .names = clauses->names.symbols.at};
  return sink_smt2_write(clauses->sink, out, &text);
}

static void
clauses_free(void *made)
{
  struct clauses *clauses = made;
  sink_free(clauses->sink);
  names_free(&clauses->names);
  str_free(&clauses->comment);
  vec_drop(clauses);
}

const struct emit_form emit_dimacs = {make_dimacs, write_dimacs, clauses_free, NULL};
const struct emit_form emit_smt2 = {make_smt2, write_smt2, clauses_free, NULL};
