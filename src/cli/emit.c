/* heddle emit: the problem in a form that other tools read. */
#include "cli/emit.h"

#include "base/output.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/sequential.h"
#include "memmodel/memmodel.h"

struct emit_options {
  struct load_options load;
  struct sequential_options sequential;
  unsigned rounds; /* 0 = not given */
  unsigned form;   /* EMIT_FORMS: not given */
  const char *output;
};

static const struct emit_form *const forms[EMIT_FORMS] = {&emit_dimacs, &emit_smt2,
                                                          &emit_sequential, &emit_variant};

static const struct emit_options defaults = {
  .load = LOAD_DEFAULTS, .form = EMIT_FORMS, .output = "-"};

static const struct option options_of_emit[] = {
  {.name = "format",
   .alias = "form",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct emit_options, form),
   .argument = "FORMAT",
   .help = "dimacs, smt2: clauses for a solver; sequential, variant: C without or with threads",
   .words = EMIT_FORM_WORDS},
  {.name = "output",
   .letter = 'o',
   .kind = OPTION_TEXT,
   .offset = offsetof(struct emit_options, output),
   .argument = "FILE",
   .help = "write to FILE instead of standard output"},
  {.name = "rounds",
   .section = SECTION_BOUNDS,
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
  .usage = "emit FILE... --format FORMAT [options] [-- CLANG-FLAGS]",
  .about = "Writes the question whether the program has a bug within the bounds.\n",
  .options = options_of_emit,
  .n = sizeof options_of_emit / sizeof *options_of_emit,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

int
emit_refuse(const struct parts_error *error)
{
  diags_print(&error->diags, stderr);
  return error->misuse.n ? cli_usage(&command_emit, str_text(&error->misuse)) : EXIT_INPUT;
}

static void
describe(struct str *out, const struct emit_options *options, const struct operands *operands)
{
  report_version(out);
  str_add(out, "\nfiles:");
  for (size_t i = 0; i < operands->words.n; i++)
    str_printf(out, " %s", operands->words.at[i]);
  str_printf(out, "\nunwindings: %u, memory model: %s\n", options->load.unwind,
             memmodel_get((enum memory_model)options->load.memory)->name);
}

static bool
is_folder(const struct emit_options *options)
{
  return options->sequential.part.tiles && forms[options->form]->write_folder;
}

static int
write_output(const struct prog *prog, const struct emit_options *options,
             const struct operands *operands)
{
  struct str error = {0}, comment = {0};
  struct output output;
  int code = 0;
  describe(&comment, options, operands);
  const struct emit_form *form = forms[options->form];
  struct emission emission = {.prog = prog,
                              .rounds = options->rounds,
                              .comment = str_text(&comment),
                              .sequential = &options->sequential,
                              .output = options->output,
                              .exit_code = &code};
  bool folder = is_folder(options);
  if (folder)
    code = form->write_folder(&emission);
  void *made = folder ? NULL : form->make(&emission);
  if (!made) {
    str_free(&comment);
    return code;
  }
  interrupt_watch(false); /* so that no half-written file is left */
  bool written = output_open(&output, options->output, &error);
  if (written) {
    bool whole = form->write(made, output.file) && !interrupted();
    written = output_close(&output, whole, &error);
  }
  if (!written)
    code = cli_failure(str_text(&error));
  else if (interrupted())
    code = EXIT_OPEN;
  form->free(made);
  str_free(&comment);
  str_free(&error);
  return code;
}

static int
emit(const struct emit_options *options, const struct operands *operands)
{
  if (options->form == EMIT_FORMS)
    return cli_usage(&command_emit,
                     "say what to write: --format dimacs, smt2, sequential or variant");
  bool clauses = forms[options->form] == &emit_dimacs || forms[options->form] == &emit_smt2;
  if (clauses && (options->sequential.part.tiles || options->sequential.lines))
    return cli_usage(&command_emit,
                     "'--tiles' and '--line-directives' are for '--format sequential' and "
                     "'variant'");
  if (clauses && options->sequential.claims)
    return cli_usage(&command_emit, "'--claims' is for '--format sequential'");
  struct str error = {0};
  int code = 0;
  if (!is_folder(options) && !output_check(options->output, &error))
    code = cli_failure(str_text(&error));
  str_free(&error);
  struct prog *prog = code ? NULL : input_load(&command_emit, &options->load, operands, &code);
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
  if (input_line(&command_emit, line, &options, &options.load, &operands, &code))
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
