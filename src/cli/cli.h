/* What the commands share: exit codes, the table entry of a command, and how its line is read. */
#ifndef HEDDLE_CLI_CLI_H
#define HEDDLE_CLI_CLI_H

#include "base/options.h"

enum exit_code {
  EXIT_SAFE = 0,
  EXIT_USAGE = 1,
  EXIT_INPUT = 2, /* does not compile, is not supported, cannot be read; output cannot be written */
  EXIT_OPEN = 5,  /* no bug within the bounds, or no answer */
  EXIT_INTERNAL = 6,
  EXIT_BUG = 10,
};

/* The whole command line; the command's own words begin at argv[2]. */
struct command_line {
  int argc;
  char *const *argv;
};

struct command {
  const char *name;
  const char *summary;
  const struct option_table *table;
  int (*run)(const struct command_line *line);
};

extern const struct command command_check, command_dump, command_emit, command_instances,
  command_replay, command_study;

/* Reads the command's options. True if the command is to go on; otherwise the help or a message
 * has been printed and *exit_code is set. */
bool cli_options(const struct command *command, const struct command_line *line, void *into,
                 struct operands *operands, int *exit_code);
/* "heddle check: text" and where to find help, on stderr; returns EXIT_USAGE. */
int cli_usage(const struct command *command, const char *text);
/* "heddle: text" on stderr; returns EXIT_INPUT. */
int cli_failure(const char *text);

/* "heddle 0.1.0 (LLVM 19.1.7, CaDiCaL 1.5.3)" */
void cli_version(struct str *out);

#endif
