/* Ranges of values, sharper than ranges.h has them: a load gives only what a store put into memory
 * that no other store has certainly replaced by then. */
#ifndef HEDDLE_ANALYSIS_RECENT_H
#define HEDDLE_ANALYSIS_RECENT_H

#include "analysis/ranges.h"

/* One range per value, sound for every schedule under the memory model of the prog; to be freed. A
 * value that is loaded counts only where the load happens. */
struct range *recent_ranges(const struct prog *prog, const struct values *values,
                            const struct ranges *ranges);

#endif
