/* The search of a check: reads the program and puts one question after the other to the engine
 * (deepen.h). */
#ifndef HEDDLE_CHECK_SEARCH_H
#define HEDDLE_CHECK_SEARCH_H

#include "check/check.h"

/* Fills in the report, up to result, open and notes, and the progress as it goes on. False, with an
 * error, if the program cannot be read. */
bool check_search(struct report *report, struct progress *progress, const struct check_watch *watch,
                  struct check_error *error);

#endif
