/* What takes an unfolding so long: options->effort is kept up to date for people who wait. */
#ifndef HEDDLE_UNFOLD_EFFORT_H
#define HEDDLE_UNFOLD_EFFORT_H

#include "frontend/cfg.h"
#include "ir/prog.h"

struct unfold;
struct loop_bound;

struct loop_effort {
  const struct cfg *cfg;
  unsigned line;
  unsigned long points, iterations;
};

/* Kept from turn to turn. */
struct effort {
  VEC(struct loop_effort) loops;
  struct map by_key; /* of a loop -> index + 1 */
  uint64_t largest;  /* bytes of the largest object, if it is worth telling */
};

void effort_begin(struct unfold *u, struct loop_bound *bound, const struct cfg *cfg);
void effort_sample(struct unfold *u);                              /* to be called now and then */
void effort_object(struct unfold *u, const struct object *object); /* a new one */

#endif
