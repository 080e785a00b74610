/* Values that are known when the program is translated. */
#include "base/mutant.h"
#include "frontend/type.h"
#include "vm/translation.h"

/* A number that looks like an address is not supported. */
static bool
constant_integer(LLVMValueRef constant, unsigned width, uint64_t *out)
{
  if (width > 64)
    return false;
  *out = LLVMConstIntGetZExtValue(constant);
  return (!is_address(*out) && *out != ARBITRARY) || MUTANT(VM_NUMBER_IS_ADDRESS);
}

/* The bits as they are. */
static bool
constant_float(struct translation *t, LLVMValueRef constant, unsigned width, uint64_t *out)
{
  LLVMTypeRef bits = LLVMIntTypeInContext(LLVMGetModuleContext(t->module), width);
  LLVMValueRef cast = LLVMConstBitCast(constant, bits);
  return LLVMIsAConstantInt(cast) && constant_integer(cast, width, out);
}

static bool
constant_gep(struct translation *t, LLVMValueRef constant, uint64_t *out)
{
  uint64_t base, offset = 0;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(constant);
  if (!translation_scalars(t, LLVMGetOperand(constant, 0), &base))
    return false;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(constant); i++) {
    LLVMValueRef index = LLVMGetOperand(constant, i);
    if (!LLVMIsAConstantInt(index))
      return false;
    uint64_t number = (uint64_t)LLVMConstIntGetSExtValue(index);
    if (i > 1) {
      if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        offset += translation_offset(t, type, (unsigned)number);
        type = field_type(type, (unsigned)number);
        continue;
      }
      type = field_type(type, 0);
    }
    offset += number * translation_bytes(t, type);
  }
  *out = base + offset;
  return !is_address(base) || address_object(*out) == address_object(base);
}

static bool
constant_expression(struct translation *t, LLVMValueRef constant, uint64_t *out)
{
  unsigned width = translation_width(t, LLVMTypeOf(constant));
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMGetElementPtr:
    return constant_gep(t, constant, out);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
    return width == 64 && translation_scalars(t, LLVMGetOperand(constant, 0), out);
  default:
    return false;
  }
}

bool
translation_scalars(struct translation *t, LLVMValueRef constant, uint64_t *out)
{
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned width = translation_width(t, type);
  if (LLVMIsAConstantInt(constant))
    return constant_integer(constant, width, out);
  if (LLVMIsAFunction(constant) || LLVMIsAGlobalVariable(constant)) {
    if (LLVMGetLinkage(constant) == LLVMExternalWeakLinkage && !MUTANT(VM_WEAK_IS_SOMEWHERE))
      *out = 0; /* nobody defines it */
    else
      *out = address_of(translation_global(t, constant), 0);
    return true;
  }
  if (LLVMIsNull(constant) || LLVMIsUndef(constant)) {
    for (uint32_t i = 0, n = type_scalars(type); i < n; i++)
      out[i] = LLVMIsNull(constant) ? 0 : ARBITRARY;
    return true;
  }
  if (LLVMIsAConstantFP(constant))
    return width && width <= 64 && constant_float(t, constant, width, out);
  if (LLVMIsAConstantExpr(constant))
    return constant_expression(t, constant, out);
  for (unsigned i = 0; i < field_count(type); i++) {
    LLVMValueRef element = LLVMGetAggregateElement(constant, i);
    if (!element || !translation_scalars(t, element, out))
      return false;
    out += type_scalars(field_type(type, i));
  }
  return field_count(type) != 0;
}

/* ---- initial values of variables ---- */

static void
put_bytes(struct global *global, uint64_t offset, uint64_t value, uint64_t n)
{
  if (global->bytes.n < offset + n)
    vec_resize(&global->bytes, offset + n);
  for (uint64_t i = 0; i < n; i++)
    global->bytes.at[offset + i] = (uint8_t)(value >> 8 * i);
}

static void
initial_scalar(struct translation *t, struct global *global, LLVMValueRef value, uint64_t offset)
{
  uint64_t bits, size = LLVMStoreSizeOfType(t->layout, LLVMTypeOf(value));
  if (size > 8 || !translation_scalars(t, value, &bits)) {
    global->unknown = true;
    return;
  }
  put_bytes(global, offset, bits, size);
}

void
translation_initial(struct translation *t, struct global *global, LLVMValueRef value,
                    uint64_t offset)
{
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMIsNull(value) || LLVMIsUndef(value))
    return;
  if (LLVMIsAConstantDataArray(value) && LLVMIsConstantString(value)) {
    size_t n;
    const char *text = LLVMGetAsString(value, &n);
    for (size_t i = 0; i < n; i++)
      put_bytes(global, offset + i, (uint8_t)text[i], 1);
    return;
  }
  if (!field_count(type)) {
    initial_scalar(t, global, value, offset);
    return;
  }
  for (unsigned i = 0; i < field_count(type); i++) {
    LLVMValueRef element = LLVMGetAggregateElement(value, i);
    if (element)
      translation_initial(t, global, element, offset + translation_offset(t, type, i));
    else
      global->unknown = true;
  }
}
