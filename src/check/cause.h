/* Why a bug happens: which steps of its run have to come in this order. */
#ifndef HEDDLE_CHECK_CAUSE_H
#define HEDDLE_CHECK_CAUSE_H

#include "check/check.h"

/* For a report with a bug. What takes too long to find out is not found. */
void check_find_cause(struct report *report);

#endif
