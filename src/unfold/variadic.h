/* Functions with unnamed arguments, and va_list. */
#ifndef HEDDLE_UNFOLD_VARIADIC_H
#define HEDDLE_UNFOLD_VARIADIC_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

/* Lays out the unnamed arguments of a call of `function`; their address. */
value_id variadic_area(struct unfold *u, LLVMValueRef call, LLVMValueRef function);
void variadic_start(struct unfold *u, value_id list);
void variadic_copy(struct unfold *u, value_id to, value_id from);

#endif
