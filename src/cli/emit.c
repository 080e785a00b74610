/* heddle emit: the problem in a form that other tools read. */
#include <stdio.h>

#include "analysis/labels.h"
#include "analysis/values.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/output.h"
#include "encode/encode.h"
#include "memmodel/memmodel.h"

struct emit_options {
  struct load_options load;
  unsigned rounds;
  bool dimacs;
  const char *output;
};

static const struct emit_options defaults = {.load = LOAD_DEFAULTS, .rounds = 2, .output = "-"};

static const struct option options_of_emit[] = {
  {.name = "dimacs",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct emit_options, dimacs),
   .help = "clauses for a SAT solver; satisfiable means: there is a bug"},
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct emit_options, output),
   .argument = "FILE",
   .help = "write to FILE instead of standard output"},
  {.name = "rounds",
   .kind = OPTION_UNSIGNED,
   .offset = offsetof(struct emit_options, rounds),
   .argument = "N",
   .help = "schedules of N rounds",
   .least = 1,
   .most = 1000},
  LOAD_OPTIONS(struct emit_options, load),
};

static const struct option_table table = {
  .usage = "emit FILE... --dimacs [options] [-- CLANG-FLAGS]",
  .about = "Writes the question whether the program has a bug within the bounds.\n",
  .options = options_of_emit,
  .n = sizeof options_of_emit / sizeof *options_of_emit,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

static void
describe(struct str *out, const struct emit_options *options, const struct operands *operands)
{
  cli_version(out);
  str_add(out, "\nfiles:");
  for (size_t i = 0; i < operands->words.n; i++)
    str_printf(out, " %s", operands->words.at[i]);
  str_printf(out, "\nrounds: %u, unwindings: %u, memory model: %s\n", options->rounds,
             options->load.unwind, memmodel_get((enum memory_model)options->load.memory)->name);
  str_add(out, "satisfiable if and only if there is a bug within these bounds\n");
}

static struct sink *
make_dimacs(const struct prog *prog, unsigned rounds)
{
  struct labels labels = {0};
  labels_find(&labels, prog);
  struct values *values = values_find(prog);
  struct ranges *ranges = ranges_find(prog, values);
  struct sink *sink = sink_dimacs();
  struct encoding *encoding = encode(prog, &labels, values, ranges, rounds, NULL, sink);
  int bugs[QUESTIONS];
  size_t n = 0;
  for (enum question question = 0; question < QUESTION_CUT; question++)
    if (encoding_question(encoding, question))
      bugs[n++] = encoding_question(encoding, question);
  sink_clause(sink, bugs, n);
  encoding_free(encoding);
  ranges_free(ranges);
  values_free(values);
  labels_free(&labels);
  return sink;
}

static int
write_output(const struct prog *prog, const struct emit_options *options,
             const struct operands *operands)
{
  struct str error = {0}, comment = {0};
  struct output output;
  int code = 0;
  describe(&comment, options, operands);
  struct sink *sink = make_dimacs(prog, options->rounds);
  interrupt_watch(false); /* so that no half-written file is left */
  bool written = output_open(&output, options->output, &error);
  if (written) {
    bool whole = sink_dimacs_write(sink, output.file, str_text(&comment)) && !interrupted();
    written = output_close(&output, whole, &error);
  }
  if (!written)
    code = cli_failure(str_text(&error));
  else if (interrupted())
    code = EXIT_OPEN;
  sink_free(sink);
  str_free(&comment);
  str_free(&error);
  return code;
}

static int
emit(const struct emit_options *options, const struct operands *operands)
{
  if (!options->dimacs)
    return cli_usage(&command_emit, "say what to write: --dimacs");
  struct str error = {0};
  int code = 0;
  if (!output_check(options->output, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  struct prog *prog = code ? NULL : load(&command_emit, &options->load, operands, NULL, &code);
  if (!prog)
    return code;
  code = write_output(prog, options, operands);
  prog_free(prog);
  return code;
}

static int
run(const struct command_line *line)
{
  struct emit_options options;
  struct operands operands = {0};
  int code = 0;
  if (load_line(&command_emit, line, &options, &options.load, &operands, &code))
    code = emit(&options, &operands);
  operands_free(&operands);
  return code;
}

const struct command command_emit = {
  .name = "emit",
  .summary = "write the problem for another tool",
  .table = &table,
  .run = run,
};
