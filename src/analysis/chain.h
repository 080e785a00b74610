/* How much can the events of one thread add up to in one run? */
#ifndef HEDDLE_ANALYSIS_CHAIN_H
#define HEDDLE_ANALYSIS_CHAIN_H

#include "ir/prog.h"

struct chain_event {
  event_id event;
  uint64_t weight;
};

/* An upper bound on the sum of the weights of those of these events that happen: of events under a
 * condition and under its negation only one side counts. */
uint64_t chain_weight(const struct prog *prog, const struct chain_event *events, size_t n);

#endif
