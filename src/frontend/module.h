/* From C files to one linked LLVM module. */
#ifndef HEDDLE_FRONTEND_MODULE_H
#define HEDDLE_FRONTEND_MODULE_H

#include <llvm-c/Core.h>

#include "base/diag.h"
#include "frontend/frontend.h"

/* Compiles and links; NULL on failure, with an error in diags (clang's own messages are on stderr
 * already). The module belongs to `context`, which the caller owns. */
LLVMModuleRef module_build(LLVMContextRef context, const struct frontend_options *options,
                           struct diags *diags);

LLVMModuleRef module_of(const struct frontend *frontend);

/* Is this function or variable of the models, rather than of the user's files? */
bool module_is_model(LLVMValueRef global);
/* Does one of the files define NDEBUG, and assert() after that? */
bool module_ndebug(const struct frontend_options *options);

#endif
