/* The events of points: if there is to be a replay, a POINT before and a PAST after what an
 * instruction does. Otherwise nothing. */
#ifndef HEDDLE_UNFOLD_POINT_H
#define HEDDLE_UNFOLD_POINT_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

/* Before and after it is unfolded. */
void point_begin(struct unfold *u, LLVMValueRef instruction);
void point_end(struct unfold *u, LLVMValueRef instruction);
/* The same for the i-th argument of a call, a struct that is passed by value. */
void point_begin_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to,
                          value_id from);
void point_end_argument(struct unfold *u, LLVMValueRef call, unsigned i);
void point_argument(struct unfold *u, value_id value); /* of the function that runs first */

#endif
