/* LLVM constants and types as scalars, bytes and offsets. */
#include "unfold/constant.h"

#include <string.h>

#include "base/str.h"
#include "frontend/type.h"
#include "unfold/address.h"
#include "unfold/build.h"
#include "unfold/float.h"
#include "unfold/instr.h"
#include "unfold/memory.h"
#include "unfold/state.h"
#include "unfold/unit.h"
#include "unfold/wide.h"

unsigned
scalar_width(const struct unfold *u, LLVMTypeRef type)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type);
  case LLVMPointerTypeKind:
    return 8 * LLVMPointerSize(u->layout);
  case LLVMFloatTypeKind:
    return 32;
  case LLVMDoubleTypeKind:
    return 64;
  default:
    return 0;
  }
}

uint64_t
type_bytes(const struct unfold *u, LLVMTypeRef type)
{
  return LLVMABISizeOfType(u->layout, type);
}

uint64_t
field_offset(const struct unfold *u, LLVMTypeRef type, unsigned index)
{
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
    return LLVMOffsetOfElement(u->layout, type, index);
  return index * type_bytes(u, LLVMGetElementType(type));
}

static LLVMValueRef
element_of(LLVMValueRef constant, unsigned index)
{
  return LLVMGetAggregateElement(constant, index);
}

/* ---- scalars ---- */

/* The bits as they are: through a double a signalling NaN would become quiet. */
static value_id
constant_float(struct unfold *u, LLVMValueRef constant, unsigned width)
{
  LLVMTypeRef bits = LLVMIntTypeInContext(LLVMGetModuleContext(u->module), width);
  return v_const(u, width, LLVMConstIntGetZExtValue(LLVMConstBitCast(constant, bits)));
}

/* Address arithmetic in a constant expression. */
static value_id
constant_gep(struct unfold *u, LLVMValueRef constant)
{
  value_id address = operand1(u, LLVMGetOperand(constant, 0));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(constant);
  uint64_t offset = 0;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(constant); i++) {
    LLVMValueRef index = LLVMGetOperand(constant, i);
    if (!LLVMIsAConstantInt(index)) {
      unfold_error(u, "an address in an initialiser that is not constant");
      break;
    }
    uint64_t number = (uint64_t)LLVMConstIntGetSExtValue(index); /* a[-1] is before the array */
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      offset += field_offset(u, type, (unsigned)number);
      type = field_type(type, (unsigned)number);
      continue;
    }
    if (i > 1)
      type = field_type(type, 0);
    offset += number * type_bytes(u, type);
  }
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), offset));
}

static bool
is_label(LLVMValueRef constant)
{
  while (LLVMIsAConstantExpr(constant) && LLVMGetConstOpcode(constant) == LLVMPtrToInt)
    constant = LLVMGetOperand(constant, 0);
  return LLVMIsABlockAddress(constant) != NULL;
}

/* Labels lie where they lie: their distances are for tables to jump by. */
static value_id
constant_binary(struct unfold *u, LLVMValueRef constant, enum value_op op, value_id a)
{
  LLVMValueRef other = LLVMGetOperand(constant, 1);
  value_id b = operand1(u, other);
  if (is_label(LLVMGetOperand(constant, 0)) && is_label(other))
    return v_op(u, op, a, b);
  return address_binary(u, op, a, b, false);
}

static value_id
constant_expression(struct unfold *u, LLVMValueRef constant, unsigned width)
{
  value_id a = operand1(u, LLVMGetOperand(constant, 0));
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMGetElementPtr:
    return constant_gep(u, constant);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMTrunc:
  case LLVMZExt:
    if (width < u->prog->pointer_bits)
      a = address_number(u, a);
    return value_resize(u->prog, a, width, false);
  case LLVMAdd:
    return constant_binary(u, constant, OP_ADD, a);
  case LLVMSub:
    return constant_binary(u, constant, OP_SUB, a);
  case LLVMXor:
    return constant_binary(u, constant, OP_XOR, a);
  case LLVMMul:
    return constant_binary(u, constant, OP_MUL, a);
  default:
    unfold_error(u, "a constant expression of a kind that is not supported");
    return v_const(u, width, 0);
  }
}

/* A label is an object that can be neither read nor written, like a function. */
value_id
constant_label(struct unfold *u, LLVMBasicBlockRef block)
{
  struct str name = {0};
  str_printf(&name, "&&%s", LLVMGetBasicBlockName(block));
  struct object object = {
    .kind = OBJECT_FUNCTION, .name = arena_strdup(&u->prog->arena, str_text(&name)), .size = 1};
  str_free(&name);
  object_id id = memory_static(u, (uint64_t)(uintptr_t)block, object, NULL);
  return v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static value_id
constant_scalar(struct unfold *u, LLVMValueRef constant, unsigned width)
{
  if (LLVMIsAConstantInt(constant))
    return v_const(u, width, LLVMConstIntGetZExtValue(constant));
  if (LLVMIsAConstantFP(constant))
    return constant_float(u, constant, width);
  if (LLVMIsAGlobalAlias(constant))
    return constant_scalar(u, LLVMAliasGetAliasee(constant), width);
  if (LLVMIsAGlobalValue(constant) && LLVMGetLinkage(constant) == LLVMExternalWeakLinkage)
    return v_const(u, width, 0); /* it may be missing, and it is */
  if (LLVMIsAFunction(constant) || LLVMIsAGlobalVariable(constant)) {
    object_id object = memory_global(u, constant);
    return v_const(u, width, u->prog->objects.at[object].base);
  }
  if (LLVMIsNull(constant))
    return v_const(u, width, 0);
  if (LLVMIsUndef(constant) || LLVMIsPoison(constant))
    return value_input(u->prog, (struct input){.kind = INPUT_UNINITIALISED,
                                               .width = (uint8_t)width,
                                               .name = "undefined value",
                                               .place = u->path.place});
  if (LLVMIsABlockAddress(constant))
    return constant_label(u, LLVMGetBlockAddressBasicBlock(constant));
  if (LLVMIsAConstantExpr(constant))
    return constant_expression(u, constant, width);
  unfold_error(u, "a constant of a kind that is not supported");
  return v_const(u, width, 0);
}

void
constant_scalars(struct unfold *u, LLVMValueRef constant, value_id *out)
{
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned width = scalar_width(u, type);
  if (wide_is(type)) {
    wide_constant(u, constant, out);
    return;
  }
  if (unit_is(type)) {
    unit_constant(u, constant, out);
    return;
  }
  if (width > 64) {
    unfold_error(u, "integers of more than %d bits are not supported", UNIT_BITS);
    return;
  }
  if (width) {
    *out = constant_scalar(u, constant, width);
    return;
  }
  for (unsigned i = 0; i < field_count(type); i++) {
    constant_scalars(u, element_of(constant, i), out);
    out += type_scalars(field_type(type, i));
  }
}

/* ---- initialisers ---- */

static void
set_bytes(struct unfold *u, struct byte *bytes, value_id value, uint32_t count)
{
  value = value_resize(u->prog, value, 8 * count, false);
  for (uint32_t i = 0; i < count; i++)
    bytes[i] = (struct byte){value, i};
}

void
constant_bytes(struct unfold *u, LLVMValueRef constant, struct byte *bytes)
{
  LLVMTypeRef type = LLVMTypeOf(constant);
  unsigned width = scalar_width(u, type);
  if (!width) {
    if (LLVMIsNull(constant))
      return; /* the page is zero already */
    if (!field_count(type) && type_bytes(u, type))
      unfold_error(u, "%s", type_refusal(type));
    for (unsigned i = 0; i < field_count(type); i++)
      constant_bytes(u, element_of(constant, i), bytes + field_offset(u, type, i));
    return;
  }
  if (LLVMIsUndef(constant))
    return;
  uint32_t count = (uint32_t)LLVMStoreSizeOfType(u->layout, type);
  value_id values[2];
  if (width > 128) {
    unfold_error(u, "integers of more than 128 bits are not supported");
    return;
  }
  constant_scalars(u, constant, values);
  set_bytes(u, bytes, values[0], count < 8 ? count : 8);
  if (count > 8)
    set_bytes(u, bytes + 8, values[1], count - 8);
}
