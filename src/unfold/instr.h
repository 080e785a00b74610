/* Instructions, and the values of their operands. */
#ifndef HEDDLE_UNFOLD_INSTR_H
#define HEDDLE_UNFOLD_INSTR_H

#include <llvm-c/Core.h>

#include "ir/prog.h"

struct unfold;

/* Everything but phis and terminators. */
void instr_run(struct unfold *u, LLVMValueRef instruction);
void operand(struct unfold *u, LLVMValueRef value, value_id *out);
value_id operand1(struct unfold *u, LLVMValueRef value);
/* When does a cmpxchg succeed that finds what it expects if `equal`? A weak one may fail for no
 * reason. */
value_id instr_exchanges(struct unfold *u, LLVMValueRef instruction, value_id equal);
/* The memory order of a cmpxchg that fails. */
enum memory_order instr_failure_order(LLVMValueRef instruction);

#endif
