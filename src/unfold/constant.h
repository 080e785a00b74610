/* Constants of LLVM as values, and the sizes of types. */
#ifndef HEDDLE_UNFOLD_CONSTANT_H
#define HEDDLE_UNFOLD_CONSTANT_H

#include <llvm-c/Core.h>

#include "ir/prog.h"
#include "unfold/memory.h"

struct unfold;

/* The scalars of a constant. */
void constant_scalars(struct unfold *u, LLVMValueRef constant, value_id *out);
/* The address of a label, for `goto *`. */
value_id constant_label(struct unfold *u, LLVMBasicBlockRef block);
/* Fills private bytes from a variable's initialiser. */
void constant_bytes(struct unfold *u, LLVMValueRef constant, struct byte *bytes);
unsigned scalar_width(const struct unfold *u, LLVMTypeRef type); /* 0: not a scalar */
uint64_t type_bytes(const struct unfold *u, LLVMTypeRef type);
uint64_t field_offset(const struct unfold *u, LLVMTypeRef type, unsigned index);

#endif
