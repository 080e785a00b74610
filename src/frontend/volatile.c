#include "frontend/volatile.h"

#include <llvm-c/Target.h>
#include <stdbool.h>

static bool
is_scalar(LLVMModuleRef module, LLVMTypeRef type)
{
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return LLVMSizeOfTypeInBits(layout, type) <= 8ULL * LLVMPointerSize(layout);
  default:
    return false;
  }
}

static void
change(LLVMModuleRef module, LLVMValueRef i)
{
  bool load = LLVMIsALoadInst(i), store = LLVMIsAStoreInst(i);
  if ((!load && !store) || !LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return;
  if (is_scalar(module, LLVMTypeOf(load ? i : LLVMGetOperand(i, 0))))
    LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
}

void
volatile_to_atomic(LLVMModuleRef module)
{
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        change(module, i);
}
