/* Inside src/ir: nodes as they are stored, and the folding rules by family.
 *
 * node_make gives the one node that is written exactly so; it folds nothing.
 * The fold functions get arguments that are not all constant and return an
 * equal node, or NO_VALUE where no rule of theirs applies. */
#ifndef HEDDLE_IR_NODE_H
#define HEDDLE_IR_NODE_H

#include "ir/prog.h"

#define NO_VALUE UINT32_MAX

value_id node_make(struct prog *prog, struct value node);
value_id node_find(const struct prog *prog, struct value node); /* or NO_VALUE */
/* Whether a is a long row of operations with one argument that is not constant. Rules that go into
 * such a row leave it alone then, so that they never recurse deeply. */
bool node_is_long(const struct prog *prog, value_id a);
/* Whether the widths of an operation and of its arguments, which must exist, go together. */
bool node_fits(const struct prog *prog, const struct value *node);

/* Booleans (boolean.c, join.c): complete, they build the node as well. */
value_id boolean_and(struct prog *prog, value_id a, value_id b);
value_id boolean_or(struct prog *prog, value_id a, value_id b);
value_id boolean_xor(struct prog *prog, value_id a, value_id b);
/* What `given` being `truth` says about a condition: 1 it holds, 0 it does not, -1 nothing. */
int boolean_known(const struct prog *prog, value_id given, bool truth, value_id condition);

value_id fold_ite(struct prog *prog, value_id condition, value_id yes, value_id no);
value_id fold_arithmetic(struct prog *prog, enum value_op op, value_id a, value_id b);
value_id fold_bitwise(struct prog *prog, enum value_op op, value_id a, value_id b);
value_id fold_shift(struct prog *prog, enum value_op op, value_id a, value_id b);
value_id fold_compare(struct prog *prog, enum value_op op, value_id a, value_id b);
value_id fold_concat(struct prog *prog, value_id high, value_id low);
value_id fold_extract(struct prog *prog, value_id a, unsigned low, unsigned width);
value_id fold_extend(struct prog *prog, enum value_op op, value_id a, unsigned width);
/* Any operation whose arguments are choices among few constants. */
value_id fold_choice(struct prog *prog, struct value node);

#endif
