/* The set of states that exploration has seen, each with the earliest turn at which it was reached.
 * Zero-initialise before use; the set owns its table. Private to src/interp. */
#ifndef HEDDLE_INTERP_STATES_H
#define HEDDLE_INTERP_STATES_H

#include <stdbool.h>
#include <stddef.h>

#include "interp/machine.h"

struct states {
  struct states_slot *slots;
  size_t n, cap;
};

enum seen { SEEN_NEVER, SEEN_LATER, SEEN_BEFORE };

/* Enters the state at this turn. SEEN_BEFORE: it was there with the same or an earlier turn. */
enum seen states_enter(struct states *states, struct fingerprint state, uint32_t turn);
void states_free(struct states *states);

#endif
