/* Points: the instructions that a replay stops at. Questions about single instructions, answered
 * the same for unfolding and for instrumenting. */
#ifndef HEDDLE_INSTRUMENT_POINTS_H
#define HEDDLE_INSTRUMENT_POINTS_H

#include <llvm-c/Core.h>

#include "base/map.h"

bool point_is(LLVMValueRef instruction);
/* Is it several accesses, that others may come between? */
bool point_is_divisible(LLVMValueRef instruction);
bool point_copies(LLVMValueRef instruction); /* from one place to another */
/* The address that an instruction reads or writes, or NULL. */
LLVMValueRef point_address(LLVMValueRef instruction);
/* Numbers all points of the module, into a map from instructions. A call that is no point itself
 * has the number of its first argument that is one. */
void points_number(LLVMModuleRef module, struct map *numbers);
/* A call that is no point itself has one for each struct that it passes by value: how many of them
 * are among its first arguments? */
unsigned point_arguments(LLVMValueRef call, unsigned end);
/* Is it a call of a function that nobody has, whose result is arbitrary? */
bool point_is_unknown(LLVMValueRef instruction);
bool point_is_error(const char *name); /* is a call of it an error? */
/* Is it a function that a replay takes from the machine's own library? */
bool point_is_real(const char *name);
/* Is it one of those for which share/replay decides? */
bool point_is_lock(LLVMValueRef function);

#endif
