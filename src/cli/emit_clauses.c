/* The clauses of the encoding, for SAT and SMT solvers, with a map of names. */
#include "cli/emit.h"
#include "cli/sequential.h"
#include "encode/encode.h"
#include "passes/passes.h"
#include "report/names.h"

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

/* The part of the schedules that the options leave, and its rounds; false with the exit code. */
static bool
find_part(struct part *part, unsigned *rounds, const struct emission *emission,
          const struct labels *labels)
{
  const struct part_options *options = &emission->sequential->part;
  struct parts_error error = {0};
  *rounds = emission->rounds;
  bool found = parts_check(options, *rounds, &error.misuse) &&
               parts_find(part, rounds, options, emission->prog, labels, &error);
  if (!found)
    *emission->exit_code = emit_refuse(&error);
  parts_error_free(&error);
  return found;
}

static struct clauses *
make_part(const struct emission *emission, struct pipeline *line, unsigned rounds, bool symbols)
{
  struct clauses *clauses = mem_alloc(sizeof *clauses);
  line->without = 1u << PASS_SLICE; /* names are for all that the program has */
  if (emission->sequential->no_narrow)
    line->without |= 1u << PASS_RANGES;
  pipeline_run(line, PASS_RANGES);
  clauses->sink = sink_dimacs();
  struct encoding *encoding =
    encode(line->prog, line->labels, line->values, line->ranges, rounds, line->part, clauses->sink);
  ask(clauses->sink, encoding);
  str_printf(&clauses->comment, "%srounds: %u", emission->comment, rounds);
  parts_describe(&clauses->comment, &emission->sequential->part);
  str_add(&clauses->comment, "\nsatisfiable if and only if there is a bug within these bounds\n");
  names_find(&clauses->names, encoding, clauses->sink->variables);
  names_text(&clauses->comment, &clauses->names, encoding, line->prog, line->labels, symbols);
  encoding_free(encoding);
  return clauses;
}

static void *
make(const struct emission *emission, bool symbols)
{
  struct pipeline line = {.prog = emission->prog};
  struct part part = {0};
  unsigned rounds;
  pipeline_run(&line, PASS_LABELS);
  line.part = &part;
  struct clauses *clauses = find_part(&part, &rounds, emission, line.labels)
                              ? make_part(emission, &line, rounds, symbols)
                              : NULL;
  part_free(&part);
  pipeline_free(&line);
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
