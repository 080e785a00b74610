/* A schedule: which thread runs how far, context by context, and the inputs.
 * It is what a solver's model is turned into, and what the interpreter runs. */
#ifndef HEDDLE_IR_SCHEDULE_H
#define HEDDLE_IR_SCHEDULE_H

#include "base/str.h"
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

/* As one line of text, for another process: "0:4 1:7 ... in 0 1 ff", labels in decimal and
 * inputs in hexadecimal. False if the text is none. */
void schedule_print(struct str *out, const struct schedule *schedule);
bool schedule_parse(struct schedule *schedule, const char *text);

#endif
