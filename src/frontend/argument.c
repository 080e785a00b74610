#include "frontend/argument.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/mutant.h"

bool
argument_is_used(LLVMValueRef parameter)
{
  LLVMUseRef use = LLVMGetFirstUse(parameter);
  LLVMValueRef store = use ? LLVMGetUser(use) : NULL;
  if (!store || LLVMGetNextUse(use) || !LLVMIsAStoreInst(store))
    return use != NULL;
  LLVMUseRef first = LLVMGetFirstUse(LLVMGetOperand(store, 1));
  return first && LLVMGetNextUse(first);
}

/* Its only user adds 1, and the only user of the sum chooses it or 0. */
static bool
is_find_first(LLVMValueRef count)
{
  LLVMUseRef use = LLVMGetFirstUse(count), next;
  LLVMValueRef sum = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
  if (!sum || !LLVMIsABinaryOperator(sum) || LLVMGetInstructionOpcode(sum) != LLVMAdd)
    return false;
  next = LLVMGetFirstUse(sum);
  LLVMValueRef choice = next && !LLVMGetNextUse(next) ? LLVMGetUser(next) : NULL;
  if (!choice || !LLVMIsASelectInst(choice) || LLVMGetOperand(choice, 2) != sum)
    return false;
  LLVMValueRef zero = LLVMGetOperand(choice, 0);
  return LLVMIsAICmpInst(zero) && LLVMGetICmpPredicate(zero) == LLVMIntEQ &&
         LLVMGetOperand(zero, 0) == LLVMGetOperand(count, 0) && LLVMIsNull(LLVMGetOperand(zero, 1));
}

bool
argument_zero_is_undefined(LLVMValueRef count)
{
  LLVMValueRef undefined = LLVMGetOperand(count, 1);
  return LLVMIsAConstantInt(undefined) && !LLVMIsNull(undefined) &&
         (!is_find_first(count) || MUTANT(ZEROS_OF_ZERO_FOUND));
}

LLVMTypeRef
argument_by_value(LLVMValueRef call, unsigned i)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

static uint64_t
round_up(uint64_t size, uint64_t unit)
{
  return (size + unit - 1) / unit * unit;
}

static uint64_t
alignment(LLVMTargetDataRef layout, LLVMValueRef call, unsigned i, LLVMTypeRef type)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  if (argument_by_value(call, i) && attribute)
    return LLVMGetEnumAttributeValue(attribute);
  return LLVMABIAlignmentOfType(layout, type);
}

uint64_t
argument_slot(LLVMTargetDataRef layout, LLVMValueRef call, unsigned i, uint64_t end, uint64_t *size)
{
  LLVMTypeRef memory = argument_by_value(call, i);
  LLVMTypeRef type = memory ? memory : LLVMTypeOf(LLVMGetOperand(call, i));
  *size = LLVMABISizeOfType(layout, type);
  bool is_32_bit = LLVMPointerSize(layout) == 4;
  return round_up(end, is_32_bit ? 4 : alignment(layout, call, i, type) > 8 ? 16 : 8);
}
