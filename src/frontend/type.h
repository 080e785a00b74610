/* Types of LLVM, taken apart into scalars.
 *
 * {i32, i1} has two scalars, and so has an integer of more than 64 bits (unfold/wide.c). So structs
 * returned by value and the result of cmpxchg need no special treatment. */
#ifndef HEDDLE_FRONTEND_TYPE_H
#define HEDDLE_FRONTEND_TYPE_H

#include <llvm-c/Core.h>
#include <stdint.h>

/* Integers have at most this many bits. */
enum { UNIT_BITS = 1024 };
/* Number of scalars in a type; 0 for void and for what we do not support. */
uint32_t type_scalars(LLVMTypeRef type);

/* The members of a struct, or elements of an array; a scalar has none. */
unsigned field_count(LLVMTypeRef type);
LLVMTypeRef field_type(LLVMTypeRef type, unsigned index);

#endif
