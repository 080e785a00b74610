/* A schedule: which thread runs how far, context by context, and the inputs.
 * It is what a solver's model is turned into, and what the interpreter runs. */
#ifndef HEDDLE_IR_SCHEDULE_H
#define HEDDLE_IR_SCHEDULE_H

#include "ir/prog.h"

struct context {
  thread_id thread;
  uint32_t labels; /* how many of the thread's labels have been passed when it ends */
};

struct schedule {
  VEC(struct context) contexts;
  VEC(uint64_t) inputs; /* one per prog.inputs; missing ones are 0 */
};

void schedule_free(struct schedule *schedule);

#endif
