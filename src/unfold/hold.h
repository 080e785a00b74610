/* Locks of the library that an iteration of a loop takes and gives back, see hold.c. */
#ifndef HEDDLE_UNFOLD_HOLD_H
#define HEDDLE_UNFOLD_HOLD_H

#include "unfold/wait.h"

/* `again` says that the iteration goes round again, and `holds` what is certain then. */

/* Does this store of a library model take a lock that the iteration gives back, or give such a lock
 * back? Then `when` is the condition on which that leaves the lock as it was. */
bool hold_is_passing(struct unfold *u, const struct iteration *iteration, event_id store,
                     value_id holds, value_id *when);
/* Does a wait take any? */
bool hold_any(struct unfold *u, const struct iteration *iteration, value_id holds);
/* Is this a load of such a lock, in a section that takes it or gives it back? */
bool hold_is_of_lock(struct unfold *u, event_id load, value_id again);
/* Waits until all locks that the iteration takes are free. The caller makes that a section. */
void hold_wait(struct unfold *u, const struct iteration *iteration, value_id again, value_id holds);

#endif
