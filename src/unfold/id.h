/* The ids of threads as the program sees them. See id.c. */
#ifndef HEDDLE_UNFOLD_ID_H
#define HEDDLE_UNFOLD_ID_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "ir/prog.h"

struct unfold;

/* The program computes with this value, or branches on it: if it is an id, something is assumed. */
void id_look(struct unfold *u, LLVMValueRef value);
/* The value is stored: if it is an id, there will be one at that address. */
void id_store(struct unfold *u, LLVMValueRef value, value_id address);
/* Arguments become parameters, and results of functions. */
void id_pass(struct unfold *u, LLVMValueRef call, LLVMValueRef function);
void id_return(struct unfold *u, LLVMValueRef value);
/* A compare-and-exchange expects this value. That ids are used again is not modelled there. */
void id_exchange(struct unfold *u, LLVMValueRef expected);
/* Does the comparison compare ids? Unless it asks for more than whether two of them are equal: then
 * something is assumed. */
bool id_is_compared(struct unfold *u, LLVMValueRef comparison);
/* What pthread_equal says of its operands. */
value_id id_equal(struct unfold *u, LLVMValueRef comparison);

#endif
