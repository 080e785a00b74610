/* Floating point: exact, by models in C that compute with the bits. */
#ifndef HEDDLE_UNFOLD_FLOAT_H
#define HEDDLE_UNFOLD_FLOAT_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

/* Arithmetic, comparisons and conversions of floating-point numbers. */
void float_run(struct unfold *u, LLVMValueRef instruction, value_id *out);
/* The same for LLVM's functions on them. */
void float_call(struct unfold *u, LLVMValueRef call, const char *name, value_id *out);
/* What the model __heddle_f32_NAME or __heddle_f64_NAME makes of two numbers, given as bits. */
value_id float_apply(struct unfold *u, LLVMValueRef site, const char *name, value_id a, value_id b);
/* Why values of a type have no scalars. */
const char *type_refusal(LLVMTypeRef type);

#endif
