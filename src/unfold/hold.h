/* Locks of the library that an iteration of a loop takes and gives back, see hold.c. */
#ifndef HEDDLE_UNFOLD_HOLD_H
#define HEDDLE_UNFOLD_HOLD_H

#include "unfold/wait.h"

/* `again` says that the iteration goes round again, and `holds` what is certain then. */

/* Does this store of a library model take a lock that the iteration gives back, or give such a lock
 * back? Then `when` is the condition on which that leaves the lock as it was. */
bool hold_is_passing(struct unfold *u, const struct iteration *iteration, event_id store,
                     value_id holds, value_id *when);
/* Of another store of a library model in a section: when does it not happen? */
value_id hold_is_skipped(struct unfold *u, event_id store, value_id holds);
/* Does this store take a lock that the iteration gives back? Does any? */
bool hold_begins(struct unfold *u, const struct iteration *iteration, event_id store,
                 value_id holds);
bool hold_any(struct unfold *u, const struct iteration *iteration, value_id holds);
/* Is this a load of such a lock, in a section that takes it or gives it back? */
bool hold_is_of_lock(struct unfold *u, const struct iteration *iteration, event_id load,
                     value_id again);
/* Waits under this guard until the lock is free that this store takes. The caller makes that part of
 * a section. */
void hold_wait(struct unfold *u, event_id take, value_id guard);

#endif
