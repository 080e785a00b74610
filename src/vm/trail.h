/* How a run of the machine went, as a route (ir/route.h). */
#ifndef HEDDLE_VM_TRAIL_H
#define HEDDLE_VM_TRAIL_H

#include "vm/step.h"

struct trail {
  struct route *route;
  uint32_t counts[VM_THREADS]; /* points that the thread has passed */
};

/* The machine records, and has taken a step. */
void trail_step(struct trail *trail, struct vm *vm);
/* The run is over. `of_state`: what matters is where threads stand now, and no step that one of them takes. */
void trail_end(struct trail *trail, struct vm *vm, bool of_state);

#endif
