/* heddle check --keep-going: all bugs, not only the first. */
#ifndef HEDDLE_CLI_KEEP_GOING_H
#define HEDDLE_CLI_KEEP_GOING_H

#include "cli/cli.h"

/* `seconds`: the time for all of it; 0 = no limit. Returns the exit code. */
int keep_going(const struct command_line *line, double seconds);

#endif
