/* What a guard implies (facts.c). The struct keeps what the last guard said, since the same one is
 * asked about again and again. */
#ifndef HEDDLE_UNFOLD_FACTS_H
#define HEDDLE_UNFOLD_FACTS_H

#include "base/mem.h"
#include "ir/prog.h"

struct unfold;

struct facts {
  value_id guard;
  VEC(int8_t) truth; /* by value: 1 true, -1 false, 0 unknown */
  VEC(value_id) marked;
};

void facts_begin(struct facts *facts); /* of a new prog */
void facts_free(struct facts *facts);
/* 1 true, -1 false, 0 unknown wherever `guard` holds. */
int facts_truth(struct unfold *u, value_id guard, value_id condition);
/* The condition without what `guard` implies. */
value_id facts_strip(struct unfold *u, value_id guard, value_id condition);
/* A value equal to `value` wherever `guard` holds, with selections decided. */
value_id facts_simplify(struct unfold *u, value_id guard, value_id value);

#endif
