/* Pointers that nobody knows where they point to: what to say of them. */
#ifndef HEDDLE_UNFOLD_ASTRAY_H
#define HEDDLE_UNFOLD_ASTRAY_H

#include "base/str.h"
#include "ir/prog.h"

struct unfold;

/* Adds sentences, each behind a "; ": where an address that may be anything became so, as far as
 * this turn of the unfolding can tell, and what helps. */
void astray_describe(struct unfold *u, value_id address, struct str *out);

#endif
