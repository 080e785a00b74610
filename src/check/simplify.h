/* Late stores that a bug does not need. */
#ifndef HEDDLE_CHECK_SIMPLIFY_H
#define HEDDLE_CHECK_SIMPLIFY_H

#include "check/check.h"

/* The report has found a bug: lets stores be seen at once, or threads wait before them, where the
 * same bug happens all the same. Its schedule and its run are then those with what is left. */
void check_simplify(struct report *report);

#endif
