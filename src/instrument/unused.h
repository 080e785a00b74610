/* What nothing in a module uses is taken out of it, since it may need what no library has. */
#ifndef HEDDLE_INSTRUMENT_UNUSED_H
#define HEDDLE_INSTRUMENT_UNUSED_H

#include <llvm-c/Core.h>

/* Deletes the internal functions and variables that no other ones lead to. */
void unused_delete(LLVMModuleRef module);

#endif
