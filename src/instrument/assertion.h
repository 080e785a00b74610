/* Where the program tests whether it is right. */
#ifndef HEDDLE_INSTRUMENT_ASSERTION_H
#define HEDDLE_INSTRUMENT_ASSERTION_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Does the block end in a test that an assertion fails by? */
bool assertion_is_test(LLVMBasicBlockRef block);
/* Is it a function that is an assertion, and tests itself? */
bool assertion_is_function(const char *name);
/* Does the function have an assertion, or another end for a program that has found a mistake? */
bool assertion_in(LLVMValueRef function);
/* The name of the function that is called; "" through a pointer. */
const char *assertion_callee(LLVMValueRef call);

#endif
