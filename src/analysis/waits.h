/* Which threads may be found waiting for another one, as far as deadlocks are concerned. */
#ifndef HEDDLE_ANALYSIS_WAITS_H
#define HEDDLE_ANALYSIS_WAITS_H

#include "analysis/labels.h"

/* One flag per thread, to be freed by the caller. All are false in a program that cannot deadlock.
 * A thread that only waits for the ends of children of its own that never wait does not count:
 * those get on. */
bool *waits_find(const struct prog *prog, const struct labels *labels);

#endif
