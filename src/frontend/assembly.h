/* Inline assembly of x86-64 and i386 becomes instructions of LLVM, so that everybody behind the front
 * end has it. What is not known stays as it is, and is refused by whoever comes to it. */
#ifndef HEDDLE_FRONTEND_ASSEMBLY_H
#define HEDDLE_FRONTEND_ASSEMBLY_H

#include <llvm-c/Core.h>

void assembly_rewrite(LLVMModuleRef module);
/* Why a call of assembly was left; "" = nobody knows. */
const char *assembly_fault(LLVMValueRef call);

#endif
