#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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

int
cli_error(const struct command *command, const struct check_error *error)
{
  switch (error->kind) {
  case CHECK_FINE:
    break;
  case CHECK_MISUSE:
    return cli_usage(command, str_text(&error->text));
  case CHECK_FAILED:
    return cli_failure(str_text(&error->text));
  case CHECK_TOLD:
    return EXIT_INPUT;
  }
  return 0;
}

int
cli_end(int code)
{
  if (!fflush(stdout) && !ferror(stdout))
    return code;
  fprintf(stderr, "heddle: cannot write to standard output: %s\n", strerror(errno));
  return EXIT_INPUT;
}

void
cli_tell(void *argument, const struct diags *diags)
{
  (void)argument;
  diags_print(diags, stderr);
}
