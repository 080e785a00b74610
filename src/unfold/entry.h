/* How the program begins and ends: the function that runs first, its arguments, and the models
 * around it. */
#ifndef HEDDLE_UNFOLD_ENTRY_H
#define HEDDLE_UNFOLD_ENTRY_H

#include <llvm-c/Core.h>

#include "base/diag.h"
#include "frontend/frontend.h"

struct unfold;

/* The function that runs first; NULL with an error in diags. */
LLVMValueRef entry_find(LLVMModuleRef module, const struct frontend_options *options,
                        struct diags *diags);
/* The model that makes the environment, or NULL if the program does not look at it. */
LLVMValueRef entry_environment(LLVMModuleRef module, LLVMValueRef entry);
/* Its arguments, into those of thread 0. */
void entry_arguments(struct unfold *u, LLVMValueRef function);
/* The model that runs the handlers that the program registers, or NULL if it registers none. */
LLVMValueRef unfold_handlers(struct unfold *u);

#endif
