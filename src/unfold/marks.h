/* Where the program tests whether it is right: places of assertions, into prog.tests. */
#ifndef HEDDLE_UNFOLD_MARKS_H
#define HEDDLE_UNFOLD_MARKS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

struct unfold;

bool mark_is_test(LLVMBasicBlockRef block); /* does it end in a test that an assertion fails by? */
bool mark_is_assertion(const char *name);   /* is it a function that is an assertion? */
void mark_test(struct unfold *u);           /* such a test is made now */
void mark_all(struct unfold *u);            /* at the end: all tests there are, into the prog */

#endif
