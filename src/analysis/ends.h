/* A part of the schedules for programs with long loops: see ends.c. */
#ifndef HEDDLE_ANALYSIS_ENDS_H
#define HEDDLE_ANALYSIS_ENDS_H

#include "analysis/part.h"

/* Makes the part. False if it is the whole, since no loop is long; there is nothing to free then. */
bool ends_find(struct part *part, const struct prog *prog, const struct labels *labels);

#endif
