#include "frontend/type.h"

uint32_t
type_scalars(LLVMTypeRef type)
{
  uint32_t sum = 0;
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: /* values have at most 64 bits */
    return LLVMGetIntTypeWidth(type) <= UNIT_BITS ? (LLVMGetIntTypeWidth(type) + 63) / 64 : 0;
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return 1;
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      sum += type_scalars(LLVMStructGetTypeAtIndex(type, i));
    return sum;
  case LLVMArrayTypeKind:
    return (uint32_t)LLVMGetArrayLength2(type) * type_scalars(LLVMGetElementType(type));
  case LLVMVectorTypeKind:
    return LLVMGetVectorSize(type) * type_scalars(LLVMGetElementType(type));
  default:
    return 0;
  }
}

LLVMTypeRef
field_type(LLVMTypeRef type, unsigned index)
{
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
    return LLVMStructGetTypeAtIndex(type, index);
  return LLVMGetElementType(type);
}

unsigned
field_count(LLVMTypeRef type)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind:
    return LLVMCountStructElementTypes(type);
  case LLVMArrayTypeKind:
    return (unsigned)LLVMGetArrayLength2(type);
  case LLVMVectorTypeKind:
    return LLVMGetVectorSize(type);
  default:
    return 0;
  }
}
