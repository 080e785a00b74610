/* Blocks of the heap whose first, arbitrary contents nobody ever sees, see unseen.c. */
#ifndef HEDDLE_UNFOLD_UNSEEN_H
#define HEDDLE_UNFOLD_UNSEEN_H

#include <stdbool.h>

#include "ir/prog.h"

struct unfold;

/* After a turn: blocks whose first contents some thread may see; true if there are more than was
 * guessed. */
bool unseen_find(struct unfold *u);
/* Are the first contents of the shared bytes of this object arbitrary, and is it taken for granted that
 * nobody sees them? */
bool unseen_is(const struct unfold *u, object_id object);
/* The same of private bytes that the present thread reads; that is noted. */
bool unseen_is_read(struct unfold *u, object_id object);
/* What to put there instead. */
value_id unseen_contents(struct unfold *u, struct target target, uint32_t bytes);

#endif
