/* Integers of 65 to 128 bits: two scalars each, the low 64 bits and the rest. */
#ifndef HEDDLE_UNFOLD_WIDE_H
#define HEDDLE_UNFOLD_WIDE_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

bool wide_is(LLVMTypeRef type);
void wide_constant(struct unfold *u, LLVMValueRef constant, value_id *out);
void wide_load(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
               value_id *out);
void wide_store(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
                const value_id *values);
/* Runs an instruction that computes with such integers, and loads and stores of atomic operations
 * with `order`; false if it is another one. */
bool wide_run(struct unfold *u, LLVMValueRef instruction, enum memory_order order);
/* The same of a call of one of the compiler's functions. */
bool wide_call(struct unfold *u, LLVMValueRef call, const char *name, value_id *out);
/* The n lowest words of an integer constant. */
void wide_constant_words(LLVMValueRef constant, uint64_t *words, unsigned n);

#endif
