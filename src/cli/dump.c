/* heddle dump: the program as heddle sees it after a pass. */
#include <stdio.h>

#include "cli/inputs.h"
#include "passes/passes.h"

struct dump_options {
  struct load_options load;
  unsigned after; /* enum pass_id */
};

static const struct dump_options defaults = {.load = LOAD_DEFAULTS};

static const struct option options_of_dump[] = {
  {.name = "after",
   .kind = OPTION_CHOICE,
   .offset = offsetof(struct dump_options, after),
   .argument = "PASS",
   .help = "unfold, labels, values, slice (what is encoded), ranges; parse for a .prog file",
   .words = PASS_WORDS},
  LOAD_OPTIONS(struct dump_options, load),
};

static const struct option_table table = {
  .usage = "dump FILE... [options] [-- CLANG-FLAGS]",
  .about = "Prints the program as it is after a pass, in the form that doc/ir.md describes.\n"
           "What the pass found out is added as comments.\n",
  .options = options_of_dump,
  .n = sizeof options_of_dump / sizeof *options_of_dump,
  .defaults = &defaults,
  .size = sizeof defaults,
  .rest = "CLANG-FLAGS",
};

static int
dump(const struct dump_options *options, const struct operands *operands)
{
  if (options->after == PASS_PARSE && !load_is_prog(operands))
    return cli_usage(&command_dump, "pass 'parse' is for .prog files; C files begin with 'unfold'");
  int code = 0;
  struct prog *prog = input_load(&command_dump, &options->load, operands, &code);
  if (!prog)
    return code;
  struct str out = {0};
  struct pipeline line = {.prog = prog};
  pipeline_run(&line, options->after);
  pipeline_dump(&out, &line, options->after);
  pipeline_free(&line);
  fputs(str_text(&out), stdout);
  str_free(&out);
  prog_free(prog);
  return 0;
}

static int
run(const struct command_line *line)
{
  struct dump_options options;
  struct operands operands = {0};
  int code = 0;
  if (input_line(&command_dump, line, &options, &options.load, &operands, &code))
    code = dump(&options, &operands);
  operands_free(&operands);
  return code;
}

const struct command command_dump = {
  .name = "dump",
  .summary = "print the program after a pass",
  .table = &table,
  .run = run,
};
