/* Native replay, for `heddle check --replay` and `heddle replay`. */
#ifndef HEDDLE_CLI_REPLAY_H
#define HEDDLE_CLI_REPLAY_H

#include "cli/check.h"

/* Makes the folder if it is not there, and sees that it can be written to; what was built in it
 * before goes. */
bool replay_begin(const char *folder, struct str *error);
/* Builds the program of the report for a replay of its schedule in `folder` and runs it.
 * The outcome and what it said go into the report; false, with *exit_code set and everything said,
 * if that could not be done. */
bool replay_report(struct report *report, const char *folder, int *exit_code);

#endif
