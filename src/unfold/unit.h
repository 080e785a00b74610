/* Integers of 129 to UNIT_BITS bits, as far as bit-fields need them: a scalar for each 64 bits, and
 * one for the rest. */
#ifndef HEDDLE_UNFOLD_UNIT_H
#define HEDDLE_UNFOLD_UNIT_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

bool unit_is(LLVMTypeRef type);
void unit_constant(struct unfold *u, LLVMValueRef constant, value_id *out);
void unit_load(struct unfold *u, LLVMTypeRef type, value_id address, value_id *out);
void unit_store(struct unfold *u, LLVMTypeRef type, value_id address, const value_id *values);
/* Runs an instruction that computes with such integers; false if it is another one. */
bool unit_run(struct unfold *u, LLVMValueRef instruction);

#endif
