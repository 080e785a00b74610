/* Programs that share volatile variables, and mean atomic ones. */
#ifndef HEDDLE_FRONTEND_VOLATILE_H
#define HEDDLE_FRONTEND_VOLATILE_H

#include <llvm-c/Core.h>

/* Volatile accesses of numbers and pointers become relaxed atomic ones. */
void volatile_to_atomic(LLVMModuleRef module);

#endif
