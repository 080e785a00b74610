/* Floating point. Operations on constants are computed here, with the host's arithmetic, which is
 * the same; NaNs apart, whose bits are a matter of instructions and compilers. Everything else is a
 * call of a model in share/models/float.c, which knows the bits. A number is the value of its 32 or
 * 64 bits. */
#include "unfold/float.h"

#include <stdio.h>
#include <string.h>

#include "unfold/build.h"
#include "unfold/constant.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/instr.h"
#include "unfold/path.h"
#include "unfold/state.h"

const char *
type_refusal(LLVMTypeRef type)
{
  switch (LLVMGetTypeKind(type)) {
  case LLVMX86_FP80TypeKind:
    return "long double is not supported";
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return "floating-point numbers of 16 bits are not supported";
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind:
    return "floating-point numbers of 128 bits are not supported";
  default:
    return "a value of a type that is not supported";
  }
}

/* True for float and double; of other types an error. */
static bool
is_plain(struct unfold *u, LLVMTypeRef type)
{
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
    return true;
  unfold_error(u, "%s",
               kind == LLVMVectorTypeKind ? "vectors are not supported" : type_refusal(type));
  return false;
}

static bool
is_number(struct unfold *u, LLVMTypeRef type)
{
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
    return is_plain(u, type);
  if (LLVMGetIntTypeWidth(type) <= 64)
    return true;
  unfold_error(u, "128-bit integers are not supported");
  return false;
}

static value_id
arg(struct unfold *u, LLVMValueRef i, unsigned k)
{
  return facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(i, k)));
}

/* ---- models ---- */

/* The model that the width and the name say. */
static value_id
apply(struct unfold *u, LLVMValueRef site, unsigned width, const char *name,
      const value_id *arguments, size_t n)
{
  char full[40];
  snprintf(full, sizeof full, "__heddle_f%u_%s", width, name);
  LLVMValueRef function = LLVMGetNamedFunction(u->module, full);
  value_id result = VALUE_FALSE;
  u->now.site = site;
  u->now.pointless++;
  if (function && !LLVMIsDeclaration(function))
    flow_call(u, function, arguments, n, &result);
  else
    unfold_error(u, "%s is missing from the models", full);
  u->now.pointless--;
  return path_is_stopped(u) ? v_const(u, width, 0) : result;
}

value_id
float_apply(struct unfold *u, LLVMValueRef site, const char *name, value_id a, value_id b)
{
  value_id arguments[] = {a, b};
  return apply(u, site, v_width(u, a), name, arguments, 2);
}

static value_id
apply_to(struct unfold *u, LLVMValueRef site, const char *name, value_id a)
{
  return apply(u, site, v_width(u, a), name, &a, 1);
}

/* ---- constants ---- */

/* False if it is not constant, or NaN. */
static bool
const_number(const struct unfold *u, value_id value, double *number)
{
  uint64_t bits;
  if (!value_is_const(u->prog, value, &bits))
    return false;
  if (v_width(u, value) == 64) {
    memcpy(number, &bits, sizeof *number);
  } else {
    uint32_t low = (uint32_t)bits;
    float narrow;
    memcpy(&narrow, &low, sizeof narrow);
    *number = (double)narrow;
  }
  return *number == *number;
}

static value_id
number_value(struct unfold *u, double number, unsigned width)
{
  uint64_t bits = 0;
  if (width == 64) {
    memcpy(&bits, &number, sizeof number);
  } else {
    float narrow = (float)number;
    memcpy(&bits, &narrow, sizeof narrow);
  }
  return v_const(u, width, bits);
}

/* For floats too: rounding the double's result once more gives the right float, since a double has
 * more than twice the bits. */
static bool
fold_binary(struct unfold *u, LLVMOpcode opcode, value_id x, value_id y, value_id *out)
{
  double a, b;
  if (!const_number(u, x, &a) || !const_number(u, y, &b))
    return false;
  switch (opcode) {
  case LLVMFAdd:
    a = a + b;
    break;
  case LLVMFSub:
    a = a - b;
    break;
  case LLVMFMul:
    a = a * b;
    break;
  case LLVMFDiv:
    a = a / b;
    break;
  default:
    return false;
  }
  if (a != a)
    return false;
  *out = number_value(u, a, v_width(u, x));
  return true;
}

/* ---- instructions ---- */

static value_id
binary(struct unfold *u, LLVMValueRef site, LLVMOpcode opcode, value_id a, value_id b)
{
  value_id result;
  if (fold_binary(u, opcode, a, b, &result))
    return result;
  const char *name = opcode == LLVMFAdd   ? "add"
                     : opcode == LLVMFSub ? "sub"
                     : opcode == LLVMFMul ? "mul"
                     : opcode == LLVMFDiv ? "div"
                                          : "rem";
  return float_apply(u, site, name, a, b);
}

/* Predicates are sets: 1 equal, 2 greater, 4 less, 8 unordered. */
static value_id
compare_ordered(struct unfold *u, LLVMValueRef i, unsigned set, value_id a, value_id b)
{
  struct prog *prog = u->prog;
  switch (set) {
  case 1:
    return float_apply(u, i, "eq", a, b);
  case 2:
    return float_apply(u, i, "lt", b, a);
  case 3:
    return float_apply(u, i, "le", b, a);
  case 4:
    return float_apply(u, i, "lt", a, b);
  case 5:
    return float_apply(u, i, "le", a, b);
  case 6: {
    value_id other = value_not(prog, float_apply(u, i, "unordered", a, b));
    return value_and(prog, other, value_not(prog, float_apply(u, i, "eq", a, b)));
  }
  case 7:
    return value_not(prog, float_apply(u, i, "unordered", a, b));
  default:
    return VALUE_FALSE;
  }
}

static value_id
compare(struct unfold *u, LLVMValueRef i, value_id a, value_id b)
{
  unsigned set = (unsigned)LLVMGetFCmpPredicate(i);
  double x, y;
  if (const_number(u, a, &x) && const_number(u, b, &y)) {
    unsigned found = x == y ? 1 : x > y ? 2 : 4;
    return set & found ? VALUE_TRUE : VALUE_FALSE;
  }
  bool unordered = set & 8;
  value_id truth = compare_ordered(u, i, unordered ? 15 - set : set, a, b);
  if (path_is_stopped(u))
    return VALUE_FALSE;
  return facts_strip(u, u->path.guard, unordered ? value_not(u->prog, truth) : truth);
}

/* What does not fit is left to the model. There are only instructions for signed integers of 32 and
 * 64 bits: narrow ones are cut from 32 bits, unsigned ones of 32 bits from 64. */
static value_id
to_integer(struct unfold *u, LLVMValueRef i, bool is_signed, value_id a)
{
  unsigned width = scalar_width(u, LLVMTypeOf(i));
  double number, limit = (double)(UINT64_C(1) << (width - 1));
  if (const_number(u, a, &number)) {
    if (is_signed && number >= -limit && number < limit)
      return v_const(u, width, (uint64_t)(int64_t)number);
    if (!is_signed && number > -1 && number < 2 * limit)
      return v_const(u, width, (uint64_t)number);
  }
  const char *name = width < 32 || (width == 32 && is_signed) ? "to_i32"
                     : is_signed || width == 32               ? "to_i64"
                                                              : "to_u64";
  value_id whole = apply_to(u, i, name, a);
  return value_resize(u->prog, whole, width, false);
}

static value_id
from_integer(struct unfold *u, LLVMValueRef i, bool is_signed, value_id a)
{
  unsigned width = scalar_width(u, LLVMTypeOf(i)), from = v_width(u, a);
  uint64_t bits;
  if (value_is_const(u->prog, a, &bits)) {
    int64_t number = bits_signed(bits, from);
    if (width == 64)
      return number_value(u, is_signed ? (double)number : (double)bits, width);
    return number_value(u, is_signed ? (double)(float)number : (double)(float)bits, width);
  }
  value_id wide = value_resize(u->prog, a, 64, is_signed);
  return apply(u, i, width, is_signed ? "from_i64" : "from_u64", &wide, 1);
}

/* From one format to the other. */
static value_id
change_format(struct unfold *u, LLVMValueRef i, value_id a)
{
  double number;
  unsigned width = scalar_width(u, LLVMTypeOf(i));
  if (width == v_width(u, a))
    return a;
  if (const_number(u, a, &number))
    return number_value(u, number, width);
  return apply_to(u, i, width == 64 ? "extend" : "truncate", a);
}

static value_id
sign_bit(struct unfold *u, unsigned width)
{
  return v_const(u, width, UINT64_C(1) << (width - 1));
}

void
float_run(struct unfold *u, LLVMValueRef i, value_id *out)
{
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (!is_number(u, LLVMTypeOf(LLVMGetOperand(i, 0))) || !is_number(u, LLVMTypeOf(i)))
    return;
  value_id a = arg(u, i, 0);
  switch (opcode) {
  case LLVMFNeg:
    *out = v_op(u, OP_XOR, a, sign_bit(u, v_width(u, a)));
    break;
  case LLVMFCmp:
    *out = compare(u, i, a, arg(u, i, 1));
    break;
  case LLVMFPToSI:
  case LLVMFPToUI:
    *out = to_integer(u, i, opcode == LLVMFPToSI, a);
    break;
  case LLVMSIToFP:
  case LLVMUIToFP:
    *out = from_integer(u, i, opcode == LLVMSIToFP, a);
    break;
  case LLVMFPExt:
  case LLVMFPTrunc:
    *out = change_format(u, i, a);
    break;
  default:
    *out = binary(u, i, opcode, a, arg(u, i, 1));
  }
}

/* ---- functions of LLVM ---- */

/* Those that a model of one or two arguments computes. */
static const struct {
  const char *name, *model;
} by_model[] = {
  {"sqrt.", "sqrt"},   {"floor.", "floor"}, {"ceil.", "ceil"},      {"trunc.", "trunc"},
  {"round.", "round"}, {"rint.", "rint"},   {"nearbyint.", "rint"}, {"roundeven.", "rint"},
  {"minnum.", "min"},  {"maxnum.", "max"},
};

static bool
is_named(const char *name, const char *prefix)
{
  return !strncmp(name, prefix, strlen(prefix));
}

static value_id
call_by_model(struct unfold *u, LLVMValueRef call, const char *name, value_id a)
{
  size_t k = 0;
  while (k < sizeof by_model / sizeof *by_model && !is_named(name, by_model[k].name))
    k++;
  if (k == sizeof by_model / sizeof *by_model)
    unfold_error(u, "the compiler's function 'llvm.%s' is not supported", name);
  else if (LLVMGetNumArgOperands(call) == 2)
    return float_apply(u, call, by_model[k].model, a, arg(u, call, 1));
  else
    return apply_to(u, call, by_model[k].model, a);
  return a;
}

/* Multiplies and adds, with two roundings: what clang makes of x * y + z for a processor without an
 * instruction for both. */
static value_id
multiply_add(struct unfold *u, LLVMValueRef call, value_id a)
{
  value_id product = binary(u, call, LLVMFMul, a, arg(u, call, 1));
  return path_is_stopped(u) ? product : binary(u, call, LLVMFAdd, product, arg(u, call, 2));
}

void
float_call(struct unfold *u, LLVMValueRef call, const char *name, value_id *out)
{
  if (!is_plain(u, LLVMTypeOf(LLVMGetOperand(call, 0))))
    return;
  const char *what = name + strlen("llvm.");
  value_id a = arg(u, call, 0), sign = sign_bit(u, v_width(u, a));
  value_id magnitude = v_op(u, OP_AND, a, value_not(u->prog, sign));
  if (is_named(what, "fabs."))
    *out = magnitude;
  else if (is_named(what, "copysign."))
    *out = v_op(u, OP_OR, magnitude, v_op(u, OP_AND, arg(u, call, 1), sign));
  else if (is_named(what, "fmuladd."))
    *out = multiply_add(u, call, a);
  else if (is_named(what, "is.fpclass."))
    *out = float_apply(u, call, "class", a, arg(u, call, 1));
  else
    *out = call_by_model(u, call, what, a);
}
