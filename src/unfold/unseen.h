/* Blocks of the heap whose first, arbitrary contents nobody ever sees, see unseen.c. */
#ifndef HEDDLE_UNFOLD_UNSEEN_H
#define HEDDLE_UNFOLD_UNSEEN_H

#include <stdbool.h>

#include "ir/prog.h"

struct unfold;

/* Bytes of a block that were read as they were at first, though nobody was to see that. */
struct unseen {
  struct target target;
  uint32_t bytes;
};

/* After a turn: which first contents some thread may see; true if there are more than was guessed. */
bool unseen_find(struct unfold *u);
/* Are these bytes arbitrary at first, and is it taken for granted that nobody sees that? */
bool unseen_is(const struct unfold *u, struct target target, uint32_t bytes);
/* The same of private bytes that the present thread reads as they were at first; that is noted. */
bool unseen_is_read(struct unfold *u, struct target target, uint32_t bytes);
/* What to put there instead. */
value_id unseen_contents(struct unfold *u, struct target target, uint32_t bytes);

#endif
