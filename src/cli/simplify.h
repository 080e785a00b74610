/* Late stores that a bug does not need. */
#ifndef HEDDLE_CLI_SIMPLIFY_H
#define HEDDLE_CLI_SIMPLIFY_H

#include "cli/check.h"

/* The report has found a bug: lets stores be seen at once, or threads wait before them, where the
 * same bug happens all the same. Its schedule and its run are then those with what is left. */
void simplify(struct report *report);

#endif
