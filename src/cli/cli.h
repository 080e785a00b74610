/* What the commands share: the table entry of a command, how its line is read, and how it says what
 * went wrong. */
#ifndef HEDDLE_CLI_CLI_H
#define HEDDLE_CLI_CLI_H

#include "base/diag.h"
#include "base/options.h"
#include "report/report.h"

struct command {
  const char *name;
  const char *summary;
  const struct option_table *table;
  int (*run)(const struct command_line *line);
};

extern const struct command command_check, command_cluster, command_dump, command_emit,
  command_instances, command_replay, command_study, command_test;

/* heddle check with workers that this transport reaches, of which so many can run at the same time. */
int check_with(const struct command_line *line, const struct transport *transport, unsigned ranks);
/* What the journal of a heddle check with --tiles and --resume says, whose instances were dealt out to so
 * many tasks. Nothing is tried. */
int check_known(const struct command_line *line, unsigned shares);

/* Reads the command's options. True if the command is to go on; otherwise the help or a message
 * has been printed and *exit_code is set. */
bool cli_options(const struct command *command, const struct command_line *line, void *into,
                 struct operands *operands, int *exit_code);
/* "heddle check: text" and where to find help, on stderr; returns EXIT_USAGE. */
int cli_usage(const struct command *command, const char *text);
/* "heddle: text" on stderr; returns EXIT_INPUT. */
int cli_failure(const char *text);

/* On stderr, with the exit code. */
int cli_error(const struct command *command, const struct check_error *error);
/* The exit code of the program, whose standard output is complete now, or cannot be written. */
int cli_end(int code);
/* Prints messages on stderr; for struct load_watch and check_watch. */
void cli_tell(void *argument, const struct diags *diags);

#endif
