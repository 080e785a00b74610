/* Functions with unnamed arguments, and va_list. */
#ifndef HEDDLE_UNFOLD_VARIADIC_H
#define HEDDLE_UNFOLD_VARIADIC_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "ir/prog.h"

struct unfold;

/* Where the i-th argument goes if `end` is where the one before it ended. */
uint64_t variadic_slot(LLVMTargetDataRef layout, LLVMValueRef call, unsigned i, uint64_t end,
                       uint64_t *size);
/* Lays out the unnamed arguments of a call of `function`; their address. */
value_id variadic_area(struct unfold *u, LLVMValueRef call, LLVMValueRef function);
void variadic_start(struct unfold *u, value_id list);
void variadic_copy(struct unfold *u, value_id to, value_id from);

#endif
