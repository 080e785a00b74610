/* A schedule: which thread runs how far, context by context, which stores others see late, and the
 * inputs.
 * It is what a solver's model is turned into, and what the interpreter runs. */
#ifndef HEDDLE_IR_SCHEDULE_H
#define HEDDLE_IR_SCHEDULE_H

#include "base/str.h"
#include "ir/prog.h"

struct context {
  thread_id thread;
  uint32_t labels; /* how many of the thread's labels have been passed when it ends */
};

/* A store that waits in its thread's buffer, under a weak memory model: others do not see it before
 * this context, which is one of its thread (and may pass no label). Every other store is seen as
 * soon as the model lets it: at once, unless it has to come after one that waits. */
struct late {
  event_id store;
  uint32_t context; /* CONTEXT_NEVER: not in this run */
};
#define CONTEXT_NEVER UINT32_MAX

struct schedule {
  VEC(struct context) contexts;
  VEC(struct late) late; /* by store */
  VEC(uint64_t) inputs;  /* one per prog.inputs; missing ones are 0 */
};

void schedule_free(struct schedule *schedule);

/* How many rounds it takes: each has one context of a thread, in the order of thread ids. */
unsigned schedule_rounds(const struct schedule *schedule);
void schedule_sort(struct schedule *schedule); /* puts `late` in order */

/* As one line of text, for another process: "0:4 1:7 ... late 12@5 13@7 in 0 1 ff", inputs in
 * hexadecimal, all else in decimal; "late" and what follows it only if there is any. False if the
 * text is none. */
void schedule_print(struct str *out, const struct schedule *schedule);
bool schedule_parse(struct schedule *schedule, const char *text);

#endif
