/* The schedule of a run that a search has gone, told step by step from the machine's trail.
 *
 * A schedule says which stores are late by contexts: others see them in a context of their thread,
 * at its beginning. So a store that leaves its buffer in the context in which it was issued is not
 * late at all, and one that leaves later in a context than other steps of its thread may as well
 * leave before them: nobody else runs meanwhile, and the thread sees it anyway. Private to
 * src/interp. */
#ifndef HEDDLE_INTERP_WITNESS_H
#define HEDDLE_INTERP_WITNESS_H

#include "interp/machine.h"

struct witness {
  const struct machine *machine;
  struct schedule *schedule;
  uint32_t *passed;   /* labels of each thread */
  uint32_t turn;      /* of the last context */
  size_t trail, gone; /* what has been looked at of the machine's */
  uint32_t *issued;   /* of each event in a buffer: the context; NULL if there are no buffers */
};

struct witness_step {
  uint32_t turn; /* one turn is one context; they do not decrease */
  thread_id thread;
  bool passes; /* its next label; otherwise stores leave its buffer */
};

/* The machine is that of the last state. */
void witness_begin(struct witness *witness, const struct machine *machine,
                   struct schedule *schedule);
/* After the step the machine's trail had this length. */
void witness_add(struct witness *witness, struct witness_step step, size_t trail);
/* Frees it, but for the schedule. The last label of `violating`, if not NOBODY, is violated. */
void witness_end(struct witness *witness, thread_id violating);

#endif
