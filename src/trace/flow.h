/* What memory holds while a run goes on: the values of the variables that a trace mentions, and who
 * has written what a step reads. Zero-initialise; owns what it finds. */
#ifndef HEDDLE_TRACE_FLOW_H
#define HEDDLE_TRACE_FLOW_H

#include "trace/items.h"

#define FLOW_NOBODY UINT32_MAX

/* A piece of memory that several threads may use. */
struct flow_variable {
  object_id object;
  uint64_t offset;
  uint32_t bytes;
  bool known; /* its value before the first step, because somebody reads that */
  uint64_t initial;
};
/* The variable has this value from the time on at which the item has happened. */
struct flow_change {
  uint32_t item, variable;
  uint64_t value;
};
/* A store that waits in the buffer of its thread. */
struct flow_waiting {
  uint32_t item, seen; /* the item at which others see it; FLOW_NOBODY = never, or nobody told */
};

struct flow {
  VEC(struct flow_variable) variables;
  VEC(struct flow_change) changes; /* in the order of the items */
  VEC(uint32_t) source;            /* of each item that reads: who wrote all of that */
  VEC(struct flow_waiting) waiting;
};

void flow_find(struct flow *flow, const struct trace_input *trace, const struct items *items);
void flow_free(struct flow *flow);

#endif
