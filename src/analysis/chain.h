/* How long can a chain of events be? */
#ifndef HEDDLE_ANALYSIS_CHAIN_H
#define HEDDLE_ANALYSIS_CHAIN_H

#include "ir/prog.h"

/* An upper bound on how many of these events of one thread happen in one run: of events under a
 * condition and under its negation only one side counts. */
uint32_t chain_length(const struct prog *prog, const event_id *events, size_t n);

#endif
