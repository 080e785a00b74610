/* Inside src/ir: Boolean values as conjunctions of literals, and what follows from them.
 *
 * Conjuncts are looked at up to a limit; beyond it a remaining chain counts as one
 * conjunct, which is still right, only weaker. */
#ifndef HEDDLE_IR_CONJUNCTS_H
#define HEDDLE_IR_CONJUNCTS_H

#include "ir/prog.h"

enum { CONJUNCTS = 64, NESTING = 4 };

bool is_and(const struct prog *prog, value_id a); /* of Booleans */
/* The conjunction that a negates, or NO_VALUE. */
value_id conjunction_inside(const struct prog *prog, value_id a);
/* The one node for a & b in either order, made as a & b if there is none. */
value_id make_and(struct prog *prog, value_id a, value_id b);

/* Conjuncts, whose conjunction is what they were taken from. */
struct conjuncts {
  value_id at[CONJUNCTS];
  unsigned n;
};
/* Takes the last conjunct off the chain a; false if it is none, or the list is full. */
bool conjuncts_step(const struct prog *prog, value_id *a, struct conjuncts *rest);
/* The chain of a from left to right: what was added to the right, one by one. */
void conjuncts_chain(struct conjuncts *out, const struct prog *prog, value_id a);
/* The same, with conjunctions on the right taken apart as well. */
void conjuncts_flat(struct conjuncts *out, const struct prog *prog, value_id a);

/* A value that is no negation, and in the lowest bit whether it is negated. */
typedef uint64_t literal;
literal literal_of(const struct prog *prog, value_id a);
value_id literal_value(struct prog *prog, literal l);

/* Literals that hold together, with a summary that answers most lookups. */
struct facts {
  unsigned n;
  uint64_t summary; /* a bit for each value mentioned */
  literal at[CONJUNCTS];
};
void facts_add(struct facts *facts, literal l);
void facts_of(struct facts *out, const struct prog *prog, value_id a);
/* 1 if the facts say so, 0 if they say the contrary, -1 if neither. */
int facts_know_literal(const struct facts *facts, literal l);
int facts_know(const struct facts *facts, const struct prog *prog, value_id a, unsigned nesting);

#endif
