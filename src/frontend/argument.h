/* How a call passes its arguments, where that is not just a value: structs in memory, and what
 * belongs to `...`. As the ABI has it: unfolding and replays must do the same. */
#ifndef HEDDLE_FRONTEND_ARGUMENT_H
#define HEDDLE_FRONTEND_ARGUMENT_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/* At -O0 a parameter is stored to a slot of its own; is that not all that happens to it? */
bool argument_is_used(LLVMValueRef parameter);
/* Of ctlz and cttz: is the result for 0 unknown, and does anybody get it? ffs counts first and looks
 * at 0 then. */
bool argument_zero_is_undefined(LLVMValueRef count);
/* The type of an argument that is passed by value in memory, else NULL. */
LLVMTypeRef argument_by_value(LLVMValueRef call, unsigned i);
/* Where the i-th argument goes, of those of `...`, if `end` is where the one before it ended; and
 * its size. */
uint64_t argument_slot(LLVMTargetDataRef layout, LLVMValueRef call, unsigned i, uint64_t end,
                       uint64_t *size);

#endif
