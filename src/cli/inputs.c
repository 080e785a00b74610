#include "cli/inputs.h"

/* NULL, or what is wrong about the operands. */
static const char *
misuse(const struct load_options *load, const struct operands *operands)
{
  if (!operands->words.n && !load->project)
    return operands->rest.n ? "no input file; files stand before '--'" : "no input file";
  if (load->project && load_is_prog(operands))
    return "a .prog file is not compiled; it belongs to no project";
  return NULL;
}

bool
input_line(const struct command *command, const struct command_line *line, void *into,
           struct load_options *load, struct operands *operands, int *exit_code)
{
  struct diags diags = {0};
  if (!cli_options(command, line, into, operands, exit_code))
    return false;
  if (misuse(load, operands)) {
    *exit_code = cli_usage(command, misuse(load, operands));
    return false;
  }
  bool fine = load_settle(load, operands, &diags);
  if (!fine)
    *exit_code = EXIT_INPUT;
  diags_print(&diags, stderr);
  diags_free(&diags);
  return fine;
}

struct prog *
input_load(const struct command *command, const struct load_options *options,
           const struct operands *operands, int *exit_code)
{
  static const struct load_watch watch = {.tell = cli_tell};
  struct arena arena = {0};
  struct unwinding bounds;
  struct check_error error = {0};
  struct prog *prog = load_bounds(&bounds, options, &arena, &error.text)
                        ? load(options, &bounds, operands, &watch, &error.text)
                        : NULL;
  if (!prog) {
    error.kind = error.text.n ? CHECK_MISUSE : CHECK_TOLD;
    *exit_code = cli_error(command, &error);
  }
  str_free(&error.text);
  arena_free(&arena);
  return prog;
}
