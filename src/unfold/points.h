/* Points: the instructions that a replay stops at (points.c), and their events. */
#ifndef HEDDLE_UNFOLD_POINTS_H
#define HEDDLE_UNFOLD_POINTS_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

bool point_is(LLVMValueRef instruction);
/* Is it several accesses, that others may come between? */
bool point_is_divisible(LLVMValueRef instruction);
bool point_copies(LLVMValueRef instruction); /* from one place to another */
/* Before and after it is unfolded. */
void point_begin(struct unfold *u, LLVMValueRef instruction);
void point_end(struct unfold *u, LLVMValueRef instruction);
/* A call that is no point itself has one for each struct that it passes by value: how many of them
 * are among its first arguments? */
unsigned point_arguments(LLVMValueRef call, unsigned end);
void point_begin_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to,
                          value_id from);
void point_end_argument(struct unfold *u, LLVMValueRef call, unsigned i);
void point_argument(struct unfold *u, value_id value); /* of the function that runs first */
/* Is it a call of a function that nobody has, whose result is arbitrary? */
bool point_is_unknown(LLVMValueRef instruction);
bool point_is_error(const char *name); /* is a call of it an error? */
/* Is it a function that a replay takes from the machine's own library? */
bool point_is_real(const char *name);
/* Is it one of those for which share/replay decides? */
bool point_is_lock(LLVMValueRef function);

#endif
