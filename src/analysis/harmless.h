/* Assertions that cannot fail in any schedule, as the ranges of their values tell. */
#ifndef HEDDLE_ANALYSIS_HARMLESS_H
#define HEDDLE_ANALYSIS_HARMLESS_H

#include "analysis/ranges.h"

/* A copy of the prog in which these never happen; labels of the prog are labels of the copy. NULL if
 * there are none. The strings are the original's, which must outlive it. */
struct prog *harmless_without(const struct prog *prog, const struct values *values,
                              const struct ranges *ranges);

#endif
