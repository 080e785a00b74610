/* The part of the schedules that is left when each turn is told where to end. */
#ifndef HEDDLE_TILING_FIXED_H
#define HEDDLE_TILING_FIXED_H

#include "analysis/part.h"

/* The schedule has a context for each turn of each thread, round by round, as those of
 * interp_random_rounds; turns beyond its end, and inputs, stay free. */
void part_fix(struct part *part, const struct prog *prog, const struct labels *labels,
              const struct schedule *schedule);

#endif
