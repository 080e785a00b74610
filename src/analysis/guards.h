/* What guards say about each other: does one imply another, can both hold?
 *
 * The answers are right but not complete: "no" also means "not known". Guards are compared as sets
 * of literals. A value that is the same in all runs counts as the constant that it is; this includes
 * loads in atomic sections of what only one constant is ever stored to, or was stored to last. */
#ifndef HEDDLE_ANALYSIS_GUARDS_H
#define HEDDLE_ANALYSIS_GUARDS_H

#include "analysis/order.h"
#include "ir/prog.h"

struct guards;

/* Borrows the prog. */
struct guards *guards_find(const struct prog *prog, const struct order *order);
void guards_free(struct guards *guards);

/* Is it this Boolean in all runs? */
bool guards_is(const struct guards *guards, value_id value, bool truth);
/* Does b hold whenever a does? */
bool guards_imply(struct guards *guards, value_id a, value_id b);
/* Does one of them fail whenever the other one holds? */
bool guards_exclude(struct guards *guards, value_id a, value_id b);
/* Does one of a and b hold whenever `all` does? */
bool guards_cover(struct guards *guards, value_id all, value_id a, value_id b);
/* Is the load's result zero whenever the value, a Boolean, is true? */
bool guards_imply_zero(struct guards *guards, value_id value, event_id load);

#endif
