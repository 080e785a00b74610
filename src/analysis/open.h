/* Waits that nobody is ever found at.
 *
 * A lock that each group gives back when it has taken it is free whenever a thread stands before a
 * label: what a group stores is there when all of it has been passed, or not at all. So a BLOCK that
 * asks for such a lock lets the thread pass. For deadlocks that is all that matters, and then
 * nothing need be known of who holds it: of N threads with one such lock, each may wait for each
 * otherwise. */
#ifndef HEDDLE_ANALYSIS_OPEN_H
#define HEDDLE_ANALYSIS_OPEN_H

#include "ir/prog.h"

struct labels;
/* Finds labels->open, once it is known what is restored. */
void open_find(struct labels *labels, const struct prog *prog);

#endif
