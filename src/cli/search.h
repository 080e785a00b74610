/* The search of `heddle check`: reads the program and puts one question after the other to the
 * engine (deepen.h). */
#ifndef HEDDLE_CLI_SEARCH_H
#define HEDDLE_CLI_SEARCH_H

#include "cli/check.h"
#include "cli/status.h"

/* Fills in the report, up to result and open, and `deepening` as it goes on. False, with the exit
 * code, if the program cannot be read. */
bool search(struct report *report, struct deepening *deepening, struct status *status,
            int *exit_code);

#endif
