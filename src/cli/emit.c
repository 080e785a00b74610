/* heddle emit: the problem in a form that other tools read. */
#include <stdio.h>

#include "analysis/labels.h"
#include "analysis/values.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/output.h"
#include "cli/sequential.h"
#include "encode/encode.h"

struct emit_options {
  struct load_options load;
  struct sequential_options sequential;
  unsigned rounds; /* 0 = not given */
  unsigned form;
  bool dimacs;
  const char *output;
};

enum form { FORM_DIMACS, FORM_SEQUENTIAL, FORM_VARIANT, FORMS };

static const struct emit_options defaults = {.load = LOAD_DEFAULTS, .form = FORMS, .output = "-"};

static const struct option options_of_emit[] = {
  {.name = "form",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct emit_options, form),
   .argument = "dimacs|sequential|variant",
   .help = "clauses for a SAT solver, a sequential C program, or one with threads",
   .words = "dimacs,sequential,variant"},
  {.name = "dimacs",
   .kind = OPTION_FLAG,
   .offset = offsetof(struct emit_options, dimacs),
   .help = "the same as --form dimacs; satisfiable means: there is a bug"},
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
   .help = "schedules of N rounds (default 2)",
   .least = 1,
   .most = 1000},
  LOAD_OPTIONS(struct emit_options, load),
  SEQUENTIAL_OPTIONS(struct emit_options, sequential),
};

static const struct option_table table = {
  .usage = "emit FILE... --form FORM [options] [-- CLANG-FLAGS]",
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
  str_printf(out, "\nunwindings: %u\n", options->load.unwind);
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
write_output(const struct emit_options *options, struct sink *sink, const char *text)
{
  struct str error = {0};
  struct output output;
  int code = 0;
  interrupt_watch(false); /* so that no half-written file is left */
  bool written = output_open(&output, options->output, &error);
  if (written) {
    bool whole = sink ? sink_dimacs_write(sink, output.file, text) : fputs(text, output.file) >= 0;
    written = output_close(&output, whole && !interrupted(), &error);
  }
  if (!written)
    code = cli_failure(str_text(&error));
  else if (interrupted())
    code = EXIT_OPEN;
  str_free(&error);
  return code;
}

static int
write_dimacs(const struct prog *prog, const struct emit_options *options, struct str *heading)
{
  unsigned rounds = options->rounds ? options->rounds : ROUNDS_DEFAULT;
  str_printf(heading, "rounds: %u\n", rounds);
  str_add(heading, "satisfiable if and only if there is a bug within these bounds\n");
  struct sink *sink = make_dimacs(prog, rounds);
  int code = write_output(options, sink, str_text(heading));
  sink_free(sink);
  return code;
}

static int
write_text(const struct prog *prog, const struct emit_options *options, struct str *heading)
{
  enum program_form form = options->form == FORM_VARIANT ? PROGRAM_VARIANT : PROGRAM_SEQUENTIAL;
  struct str text = {0};
  int code = 0;
  if (sequential_text(&text, form, prog, &options->sequential, options->rounds, str_text(heading),
                      options->output, &code))
    code = write_output(options, NULL, str_text(&text));
  str_free(&text);
  return code;
}

static int (*const writers[FORMS])(const struct prog *, const struct emit_options *,
                                   struct str *) = {
  [FORM_DIMACS] = write_dimacs,
  [FORM_SEQUENTIAL] = write_text,
  [FORM_VARIANT] = write_text,
};

static int
emit(const struct emit_options *options, const struct operands *operands)
{
  unsigned form = options->dimacs ? (unsigned)FORM_DIMACS : options->form;
  if (form == FORMS)
    return cli_usage(&command_emit, "say what to write: --form dimacs, sequential or variant");
  struct str error = {0}, heading = {0};
  int code = 0;
  if (!output_check(options->output, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  struct prog *prog = code ? NULL : load(&command_emit, &options->load, operands, NULL, &code);
  if (!prog)
    return code;
  describe(&heading, options, operands);
  code = writers[form](prog, options, &heading);
  str_free(&heading);
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
