#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "frontend/frontend.h"
#include "sat/sat.h"

int
cli_usage(const struct command *command, const char *text)
{
  fprintf(stderr, "heddle %s: %s\n", command->name, text);
  fprintf(stderr, "Try 'heddle %s --help'.\n", command->name);
  return EXIT_USAGE;
}

int
cli_failure(const char *text)
{
  fprintf(stderr, "heddle: %s\n", text);
  return EXIT_INPUT;
}

bool
cli_options(const struct command *command, const struct command_line *line, void *into,
            struct operands *operands, int *exit_code)
{
  struct str text = {0};
  enum options_result result =
    options_parse(command->table, line->argc - 2, line->argv + 2, into, operands, &text);
  if (result == OPTIONS_HELP) {
    options_help(&text, command->table);
    fputs(str_text(&text), stdout);
    *exit_code = 0;
  }
  if (result == OPTIONS_BAD)
    *exit_code = cli_usage(command, str_text(&text));
  str_free(&text);
  return result == OPTIONS_OK;
}

/* Solvers call themselves "cadical-1.5.3". */
static const char *
bare_version(const char *signature)
{
  const char *dash = strrchr(signature, '-');
  return dash ? dash + 1 : signature;
}

void
cli_version(struct str *out)
{
  str_printf(out, "heddle %s (LLVM %s, CaDiCaL %s)", HEDDLE_VERSION, frontend_llvm_version(),
             bare_version(sat_cadical_version()));
}
