/* The program for a replay: a call of share/replay before and after every point.
 *
 * The module is the one that was unfolded, with the models linked in: unchanged but for these
 * calls, so that the machine executes what was checked. Everything becomes internal to it: a model
 * of malloc must not become the malloc of the C library. What is left undefined are the intrinsics
 * (share/models/heddle.h) and the few real functions; share/replay defines the former for a real
 * process, and the C library has the latter. */
#include "instrument/instrument.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "frontend/argument.h"
#include "frontend/intrinsics.h"
#include "frontend/module.h"
#include "frontend/scope.h"
#include "frontend/type.h"
#include "instrument/points.h"
#include "instrument/unused.h"

enum { RESULT_IS_POINTER = 0x100 }; /* as in share/replay/replay.h */

struct work {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMBuilderRef builder;
  LLVMTypeRef none, bit, word, wide, pointer; /* void, 1, 32 and 64 bits, an address */
};

/* ---- calls of share/replay ---- */

static LLVMValueRef
runtime_call(const struct work *w, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
             unsigned n)
{
  LLVMTypeRef types[8];
  for (unsigned i = 0; i < n; i++)
    types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
  LLVMValueRef function = LLVMGetNamedFunction(w->module, name);
  if (!function)
    function = LLVMAddFunction(w->module, name, type);
  return LLVMBuildCall2(w->builder, type, function, arguments, n, "");
}

static LLVMValueRef
number(const struct work *w, uint64_t n)
{
  return LLVMConstInt(w->word, n, false);
}

/* A scalar as 64 bits; NULL if it is none. */
static LLVMValueRef
widen(const struct work *w, LLVMValueRef value, uint32_t *size)
{
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  *size = 0;
  if (kind == LLVMPointerTypeKind) {
    *size = LLVMPointerSize(w->layout) | RESULT_IS_POINTER;
    return LLVMBuildPtrToInt(w->builder, value, w->wide, "");
  }
  if (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
    return NULL;
  unsigned long long bits = LLVMSizeOfTypeInBits(w->layout, type);
  if (bits > 64)
    return NULL;
  *size = (uint32_t)(bits + 7) / 8;
  if (kind != LLVMIntegerTypeKind)
    value =
      LLVMBuildBitCast(w->builder, value, LLVMIntTypeInContext(w->context, (unsigned)bits), "");
  return LLVMBuildZExt(w->builder, value, w->wide, "");
}

/* The other way round. */
static LLVMValueRef
narrow(const struct work *w, LLVMValueRef value, LLVMTypeRef type)
{
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind)
    return LLVMBuildIntToPtr(w->builder, value, type, "");
  if (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
    return LLVMConstNull(type);
  unsigned bits = (unsigned)LLVMSizeOfTypeInBits(w->layout, type);
  value = LLVMBuildTrunc(w->builder, value, LLVMIntTypeInContext(w->context, bits), "");
  return kind == LLVMIntegerTypeKind ? value : LLVMBuildBitCast(w->builder, value, type, "");
}

/* ---- one point ---- */

static LLVMValueRef
wide_number(const struct work *w, uint64_t n)
{
  return LLVMConstInt(w->wide, n, false);
}

/* How many bytes memcpy and the like touch is known when they are called. */
static LLVMValueRef
copied(const struct work *w, LLVMValueRef call)
{
  return LLVMBuildIntCast2(w->builder, LLVMGetOperand(call, 2), w->wide, false, "");
}

/* Of a load or store also its size. */
static void
accessed(const struct work *w, LLVMValueRef i, LLVMValueRef *address, uint64_t *size)
{
  LLVMTypeRef type = NULL;
  *address = LLVMConstNull(w->pointer);
  *size = 0;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    *address = LLVMGetOperand(i, 0);
    type = LLVMTypeOf(i);
    break;
  case LLVMStore:
    *address = LLVMGetOperand(i, 1);
    type = LLVMTypeOf(LLVMGetOperand(i, 0));
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    *address = LLVMGetOperand(i, 0);
    type = LLVMTypeOf(LLVMGetOperand(i, 1));
    break;
  case LLVMCall:
    if (point_is_divisible(i))
      *address = LLVMGetOperand(i, 0);
    return;
  default:
    return;
  }
  *size = LLVMStoreSizeOfType(w->layout, type);
}

static bool
is_call_of(LLVMValueRef i, const char *prefix)
{
  size_t length;
  return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
         !strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length), prefix, strlen(prefix));
}

/* The variable that an address was computed from, or NULL, and its size; that of an array of
 * variable length is known when it runs. */
static LLVMValueRef
origin(const struct work *w, LLVMValueRef address, LLVMValueRef *room)
{
  while (LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
    address = LLVMGetOperand(address, 0);
  LLVMValueRef variable =
    is_call_of(address, "llvm.threadlocal.address") ? LLVMGetOperand(address, 0) : address;
  bool local = LLVMIsAAllocaInst(variable);
  if (!local && !LLVMIsAGlobalVariable(variable))
    return NULL;
  LLVMTypeRef type = local ? LLVMGetAllocatedType(variable) : LLVMGlobalGetValueType(variable);
  LLVMValueRef count = local ? LLVMGetOperand(variable, 0) : NULL;
  if (!LLVMTypeIsSized(type))
    return NULL;
  *room = wide_number(w, LLVMABISizeOfType(w->layout, type));
  if (count)
    *room =
      LLVMBuildMul(w->builder, *room, LLVMBuildIntCast2(w->builder, count, w->wide, false, ""), "");
  return address;
}

/* Which memory comes next: so many bytes, of a variable of that size. */
static void
call_touch(const struct work *w, LLVMValueRef address, LLVMValueRef size)
{
  LLVMValueRef room = wide_number(w, 0), variable = origin(w, address, &room);
  LLVMValueRef arguments[] = {address, size, variable ? variable : LLVMConstNull(w->pointer), room};
  runtime_call(w, "heddle_replay_touch", w->none, arguments, 4);
}

static void
call_before(const struct work *w, LLVMValueRef i, uint32_t point)
{
  LLVMValueRef address;
  uint64_t size;
  accessed(w, i, &address, &size);
  LLVMPositionBuilderBefore(w->builder, i);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(i));
  if (size)
    call_touch(w, address, wide_number(w, size));
  else if (point_is_divisible(i))
    call_touch(w, address, copied(w, i));
  if (point_copies(i))
    call_touch(w, LLVMGetOperand(i, 1), copied(w, i));
  LLVMValueRef arguments[] = {number(w, point), address, number(w, size)};
  runtime_call(w, "heddle_replay_point", w->none, arguments, 3);
}

static void
call_after(const struct work *w, LLVMValueRef i, LLVMValueRef next, uint32_t point)
{
  uint32_t size = 0;
  LLVMPositionBuilderBefore(w->builder, next);
  LLVMValueRef result = LLVMIsAAtomicCmpXchgInst(i) ? LLVMBuildExtractValue(w->builder, i, 1, "")
                        : LLVMIsAStoreInst(i)       ? LLVMGetOperand(i, 0)
                                                    : i;
  result = LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind ? NULL : widen(w, result, &size);
  LLVMValueRef arguments[] = {number(w, point), result ? result : LLVMConstNull(w->wide),
                              number(w, size)};
  runtime_call(w, "heddle_replay_past", w->none, arguments, 3);
}

/* A weak exchange that fails for no reason: it stores what it finds. Returns what stands for it. */
static LLVMValueRef
let_fail(const struct work *w, LLVMValueRef i, LLVMValueRef next)
{
  LLVMValueRef wanted = LLVMGetOperand(i, 2);
  LLVMValueRef fails = runtime_call(w, "heddle_replay_fails", w->bit, NULL, 0);
  LLVMSetOperand(i, 2, LLVMBuildSelect(w->builder, fails, LLVMGetOperand(i, 1), wanted, ""));
  LLVMPositionBuilderBefore(w->builder, next);
  LLVMValueRef flag = LLVMBuildExtractValue(w->builder, i, 1, "");
  LLVMValueRef holds = LLVMBuildAnd(w->builder, flag, LLVMBuildNot(w->builder, fails, ""), "");
  LLVMValueRef result = LLVMBuildInsertValue(w->builder, i, holds, 1, "");
  for (LLVMUseRef use = LLVMGetFirstUse(i), following; use; use = following) {
    LLVMValueRef user = LLVMGetUser(use);
    following = LLVMGetNextUse(use);
    if (user != flag && user != result)
      for (int k = 0; k < LLVMGetNumOperands(user); k++)
        if (LLVMGetOperand(user, (unsigned)k) == i)
          LLVMSetOperand(user, (unsigned)k, result);
  }
  return result;
}

/* Scalars that the trace has, one after the other. */
static LLVMValueRef
take_scalars(const struct work *w, LLVMTypeRef type)
{
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind)
    return narrow(w, runtime_call(w, "heddle_replay_take", w->wide, NULL, 0), type);
  LLVMValueRef whole = LLVMConstNull(type);
  for (unsigned i = 0; i < field_count(type); i++)
    whole = LLVMBuildInsertValue(w->builder, whole, take_scalars(w, field_type(type, i)), i, "");
  return whole;
}

/* A function that nobody has: its result is that of the trace. */
static LLVMValueRef
take_result(const struct work *w, LLVMValueRef i)
{
  LLVMTypeRef type = LLVMTypeOf(i);
  LLVMValueRef value = LLVMConstNull(w->wide);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind) {
    value = take_scalars(w, type);
    LLVMReplaceAllUsesWith(i, value);
  }
  LLVMInstructionEraseFromParent(i);
  return value;
}

/* What is printed is real, but whether that succeeds is for the trace to say. */
static LLVMValueRef
take_recorded(const struct work *w, LLVMValueRef i, LLVMValueRef next)
{
  LLVMPositionBuilderBefore(w->builder, next);
  LLVMValueRef recorded = runtime_call(w, "heddle_replay_recorded", w->wide, NULL, 0);
  recorded = narrow(w, recorded, LLVMTypeOf(i));
  LLVMReplaceAllUsesWith(i, recorded);
  return recorded;
}

/* Calls of a lock's function get a wrapper, which is told the model. */
static LLVMValueRef
call_wrapper(const struct work *w, LLVMValueRef i)
{
  LLVMValueRef model = LLVMGetCalledValue(i), arguments[8];
  unsigned n = LLVMGetNumArgOperands(i);
  struct str name = {0};
  size_t length;
  for (unsigned k = 0; k < n; k++)
    arguments[k] = LLVMGetOperand(i, k);
  arguments[n++] = model;
  str_printf(&name, "heddle_replay_%s", LLVMGetValueName2(model, &length));
  LLVMValueRef call = runtime_call(w, str_text(&name), LLVMTypeOf(i), arguments, n);
  str_free(&name);
  LLVMReplaceAllUsesWith(i, call);
  LLVMInstructionEraseFromParent(i);
  return call;
}

/* An access in several steps is made by share/replay if the script has others come between: then a
 * load or store goes to a buffer instead, and there is nothing left for memcpy and memset. */
static void
divide(const struct work *w, LLVMValueRef i, LLVMValueRef next)
{
  LLVMValueRef address;
  uint64_t size;
  accessed(w, i, &address, &size);
  LLVMValueRef arguments[3] = {address, number(w, size)};
  if (LLVMIsALoadInst(i)) {
    LLVMSetOperand(i, 0, runtime_call(w, "heddle_replay_from", w->pointer, arguments, 2));
  } else if (LLVMIsAStoreInst(i)) {
    LLVMSetOperand(i, 1, runtime_call(w, "heddle_replay_to", w->pointer, arguments, 2));
    LLVMPositionBuilderBefore(w->builder, next);
    runtime_call(w, "heddle_replay_stored", w->none, arguments, 2);
  } else {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 2));
    arguments[0] = LLVMGetOperand(i, 0);
    arguments[1] = LLVMGetOperand(i, 1);
    arguments[2] = copied(w, i);
    const char *name = point_copies(i) ? "heddle_replay_copy" : "heddle_replay_fill";
    LLVMValueRef rest = runtime_call(w, name, w->wide, arguments, 3);
    LLVMSetOperand(i, 2, LLVMBuildIntCast2(w->builder, rest, type, false, ""));
  }
}

static void
instrument_point(const struct work *w, LLVMValueRef i, uint32_t point)
{
  LLVMValueRef next = LLVMGetNextInstruction(i);
  call_before(w, i, point);
  if (point_is_divisible(i))
    divide(w, i, next);
  if (LLVMIsACallInst(i)) {
    LLVMValueRef callee = LLVMGetCalledValue(i);
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    LLVMValueRef arguments[] = {number(w, point)};
    if (point_is_real(name))
      runtime_call(w, "heddle_replay_skip", w->none, arguments, 1);
    if (point_is_error(name))
      runtime_call(w, "heddle_replay_error_call", w->none, NULL, 0);
    if (point_is_real(name))
      i = take_recorded(w, i, next);
    else if (point_is_lock(callee))
      i = call_wrapper(w, i);
    else if (point_is_unknown(i))
      i = take_result(w, i);
  }
  if (LLVMIsAAtomicCmpXchgInst(i) && LLVMGetWeak(i)) {
    LLVMValueRef result = let_fail(w, i, next);
    LLVMPositionBuilderBefore(w->builder, next);
    uint32_t size;
    LLVMValueRef flag = widen(w, LLVMBuildExtractValue(w->builder, result, 1, ""), &size);
    LLVMValueRef arguments[] = {number(w, point), flag, number(w, size)};
    runtime_call(w, "heddle_replay_past", w->none, arguments, 3);
    return;
  }
  call_after(w, i, next, point);
}

/* __builtin_assume is no point, but its condition must hold. */
static void
watch_assumption(const struct work *w, LLVMValueRef call)
{
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || strcmp(LLVMGetValueName2(callee, &length), "llvm.assume"))
    return;
  LLVMPositionBuilderBefore(w->builder, call);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef condition[] = {LLVMGetOperand(call, 0)};
  runtime_call(w, "heddle_replay_assume", w->none, condition, 1);
}

/* ---- structs that are passed by value ---- */

static LLVMValueRef
new_variable(const struct work *w, LLVMValueRef call, LLVMTypeRef type, const char *name)
{
  LLVMBasicBlockRef entry =
    LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMPositionBuilderBefore(w->builder, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMValueRef variable = LLVMBuildAlloca(w->builder, type, name);
  LLVMSetAlignment(variable, 16);
  LLVMPositionBuilderBefore(w->builder, call);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(call));
  return variable;
}

/* The machine copies them in the middle of the call, where nobody can see it. So they are copied
 * before, at a point, and what the machine copies is nobody else's. */
static void
instrument_arguments(const struct work *w, LLVMValueRef call, uint32_t *n)
{
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    LLVMTypeRef type = argument_by_value(call, i);
    if (!type)
      continue;
    LLVMValueRef from = LLVMGetOperand(call, i);
    LLVMValueRef size = wide_number(w, LLVMABISizeOfType(w->layout, type));
    LLVMValueRef to = new_variable(w, call, type, "argument");
    LLVMValueRef begin[] = {number(w, ++*n), from, number(w, 0)};
    LLVMValueRef copy[] = {to, from, size};
    LLVMValueRef end[] = {number(w, *n), wide_number(w, 0), number(w, 0)};
    call_touch(w, from, size);
    runtime_call(w, "heddle_replay_point", w->none, begin, 3);
    LLVMValueRef rest = runtime_call(w, "heddle_replay_copy", w->wide, copy, 3);
    LLVMBuildMemCpy(w->builder, to, 1, from, 1, rest);
    runtime_call(w, "heddle_replay_past", w->none, end, 3);
    LLVMSetOperand(call, i, to);
  }
}

/* ---- unnamed arguments ---- */

/* The machine passes some of them in registers. So that a va_list is what unfolding takes it to be,
 * they are put into memory as well, where variadic.c has them, and va_start is told so. */
static void
pass_unnamed(const struct work *w, LLVMValueRef call)
{
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  unsigned first = LLVMCountParamTypes(type), n = LLVMGetNumArgOperands(call);
  uint64_t end = 0, size;
  for (unsigned i = first; i < n; i++)
    end = argument_slot(w->layout, call, i, end, &size) + size;
  LLVMTypeRef byte = LLVMInt8TypeInContext(w->context);
  LLVMValueRef area = new_variable(w, call, LLVMArrayType2(byte, end ? end : 1), "unnamed");
  uint64_t nothing = end ? 0 : 1; /* as variadic.c has it: nothing there to be read */
  end = 0;
  for (unsigned i = first; i < n; i++) {
    uint64_t slot = argument_slot(w->layout, call, i, end, &size);
    LLVMValueRef offset[] = {LLVMConstInt(w->wide, slot, false)};
    LLVMValueRef place = LLVMBuildGEP2(w->builder, byte, area, offset, 1, "");
    if (argument_by_value(call, i))
      LLVMBuildMemCpy(w->builder, place, 1, LLVMGetOperand(call, i), 1,
                      LLVMConstInt(w->wide, size, false));
    else
      LLVMSetAlignment(LLVMBuildStore(w->builder, LLVMGetOperand(call, i), place), 1);
    end = slot + size;
  }
  LLVMValueRef offset[] = {LLVMConstInt(w->wide, nothing, false)};
  LLVMValueRef arguments[] = {LLVMBuildGEP2(w->builder, byte, area, offset, 1, "")};
  runtime_call(w, "heddle_replay_pass_unnamed", w->none, arguments, 1);
}

/* Takes what was passed before anybody else is called, for every va_start to come. */
static void
take_unnamed(const struct work *w, LLVMValueRef function)
{
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMPositionBuilderBefore(w->builder, LLVMGetFirstInstruction(entry));
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMValueRef unnamed = runtime_call(w, "heddle_replay_take_unnamed", w->pointer, NULL, 0);
  for (LLVMBasicBlockRef b = entry; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_call_of(i, "llvm.va_start")) {
        LLVMPositionBuilderBefore(w->builder, LLVMGetNextInstruction(i));
        LLVMValueRef arguments[] = {LLVMGetOperand(i, 0), unnamed};
        runtime_call(w, "heddle_replay_start_unnamed", w->none, arguments, 2);
      }
}

static void
instrument_unnamed(const struct work *w, LLVMValueRef function)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) && LLVMIsFunctionVarArg(LLVMGetCalledFunctionType(i)) &&
          !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
        pass_unnamed(w, i);
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
    take_unnamed(w, function);
}

/* ---- the module ---- */

static void
instrument_block(const struct work *w, LLVMBasicBlockRef block, uint32_t *n)
{
  LLVMValueRef next;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (point_is(i)) {
      instrument_point(w, i, ++*n);
    } else if (LLVMIsACallInst(i)) {
      watch_assumption(w, i);
      instrument_arguments(w, i, n);
    }
  }
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  LLVMPositionBuilderBefore(w->builder, last);
  LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(last));
  if (LLVMIsAUnreachableInst(last))
    runtime_call(w, "heddle_replay_unreachable", w->none, NULL, 0);
}

static LLVMValueRef
first_after_phis(LLVMBasicBlockRef block)
{
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

/* A function whose name says that it is one section. */
static void
mark_section(const struct work *w, LLVMValueRef function)
{
  size_t length;
  if (strncmp(LLVMGetValueName2(function, &length), "__VERIFIER_atomic_", 18))
    return;
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  LLVMPositionBuilderBefore(w->builder, first_after_phis(LLVMGetEntryBasicBlock(function)));
  runtime_call(w, "heddle_replay_enter", w->none, NULL, 0);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    LLVMPositionBuilderBefore(w->builder, last);
    if (LLVMIsAReturnInst(last))
      runtime_call(w, "heddle_replay_leave", w->none, NULL, 0);
  }
}

/* The marks by which AddressSanitizer knows where the life of a variable begins and ends. */
static void
mark_scopes(const struct work *w, LLVMValueRef function)
{
  struct scopes *scopes = module_is_model(function) ? NULL : scopes_new(function);
  LLVMBasicBlockRef b = scopes ? LLVMGetFirstBasicBlock(function) : NULL;
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      const uint32_t *first = map_find(&scopes->first, (uint64_t)(uintptr_t)i);
      uint32_t entries = first ? *map_find(&scopes->n, (uint64_t)(uintptr_t)i) : 0;
      LLVMPositionBuilderBefore(w->builder, i);
      LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(i));
      for (uint32_t k = 0; k < entries; k++) {
        const struct scope_entry *entry = &scopes->entries.at[*first - 1 + k];
        uint64_t size = LLVMABISizeOfType(w->layout, LLVMGetAllocatedType(entry->slot));
        LLVMValueRef arguments[] = {LLVMConstInt(w->wide, size, false), entry->slot};
        if (entry->changes)
          runtime_call(w, entry->inside ? "llvm.lifetime.start.p0" : "llvm.lifetime.end.p0",
                       w->none, arguments, 2);
      }
    }
  scopes_free(scopes);
}

static void
instrument_function(const struct work *w, LLVMValueRef function, uint32_t *n)
{
  mark_scopes(w, function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    instrument_block(w, b, n);
    if (strcmp(LLVMGetBasicBlockName(b), "ERROR"))
      continue;
    LLVMPositionBuilderBefore(w->builder, first_after_phis(b));
    runtime_call(w, "heddle_replay_error_label", w->none, NULL, 0);
  }
  mark_section(w, function);
}

/* Calls of a function that is real go to the C library instead of the model, those of an intrinsic
 * to share/replay, whatever the program says. */
static void
call_real(const struct work *w, LLVMValueRef model)
{
  size_t length;
  struct str name = {0};
  str_add(&name, LLVMGetValueName2(model, &length));
  LLVMSetValueName2(model, "", 0);
  LLVMValueRef real = LLVMAddFunction(w->module, str_text(&name), LLVMGlobalGetValueType(model));
  for (LLVMUseRef use = LLVMGetFirstUse(model), next; use; use = next) {
    LLVMValueRef user = LLVMGetUser(use);
    next = LLVMGetNextUse(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == model)
      LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, real);
  }
  str_free(&name);
}

static void
use_real_functions(const struct work *w)
{
  size_t length;
  for (LLVMValueRef f = LLVMGetFirstFunction(w->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) &&
        ((module_is_model(f) && point_is_real(LLVMGetValueName2(f, &length))) ||
         intrinsic_is(LLVMGetValueName2(f, &length))))
      call_real(w, f);
}

static void
add_attribute(const struct work *w, LLVMValueRef function, const char *name)
{
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(w->context, kind, 0));
}

static void
keep_inside(LLVMValueRef global)
{
  size_t length;
  if (LLVMIsDeclaration(global) || !strncmp(LLVMGetValueName2(global, &length), "llvm.", 5))
    return;
  LLVMSetVisibility(global, LLVMDefaultVisibility);
  LLVMSetLinkage(global, LLVMInternalLinkage);
}

/* Code generation calls memcpy and the like by name: not the models. */
static void
rename_model(LLVMValueRef function)
{
  size_t length;
  struct str name = {0};
  str_printf(&name, "model.%s", LLVMGetValueName2(function, &length));
  LLVMSetValueName2(function, str_text(&name), name.n);
  str_free(&name);
}

/* int heddle_replay_program(void): the program from its beginning to its end. */
static void
add_program(const struct work *w, const struct instrument_program *program)
{
  LLVMValueRef entry = program->entry, handlers = program->handlers;
  LLVMTypeRef type = LLVMFunctionType(w->word, NULL, 0, false);
  LLVMValueRef function = LLVMAddFunction(w->module, "heddle_replay_program", type);
  LLVMPositionBuilderAtEnd(w->builder,
                           LLVMAppendBasicBlockInContext(w->context, function, "entry"));
  LLVMSetCurrentDebugLocation2(w->builder, NULL);
  size_t length;
  bool is_main = !strcmp(LLVMGetValueName2(entry, &length), "main");
  unsigned n = LLVMCountParams(entry);
  LLVMValueRef arguments[64] = {0}, variables = NULL;
  if (program->environment)
    variables = LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(program->environment),
                               program->environment, NULL, 0, "");
  for (unsigned i = 0; i < n && i < 64; i++) {
    LLVMTypeRef wanted = LLVMTypeOf(LLVMGetParam(entry, i));
    LLVMValueRef index[] = {number(w, i)};
    if (variables && is_main && i == 2) {
      arguments[i] = variables;
      continue;
    }
    LLVMValueRef value = is_main ? runtime_call(w, "heddle_replay_main_argument", w->wide, index, 1)
                                 : runtime_call(w, "heddle_replay_take", w->wide, NULL, 0);
    arguments[i] = narrow(w, value, wanted);
  }
  LLVMTypeRef entry_type = LLVMGlobalGetValueType(entry);
  LLVMValueRef result = LLVMBuildCall2(w->builder, entry_type, entry, arguments, n, "");
  LLVMTypeRef result_type = LLVMGetReturnType(entry_type);
  LLVMValueRef status = LLVMGetTypeKind(result_type) == LLVMIntegerTypeKind
                          ? LLVMBuildIntCast2(w->builder, result, w->word, true, "")
                          : number(w, 0);
  if (handlers)
    LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(handlers), handlers, &status, 1, "");
  LLVMBuildRet(w->builder, status);
}

/* A table of the program's variables, by which share/replay finds them. */
static void
add_globals(const struct work *w, const struct instrument_program *program)
{
  VEC(LLVMValueRef) entries = {0};
  LLVMTypeRef members[] = {w->pointer, w->word};
  LLVMTypeRef type = LLVMStructTypeInContext(w->context, members, 2, false);
  for (uint32_t i = 1; i < program->n_globals; i++) {
    LLVMValueRef global = program->globals[i];
    if (!global || !LLVMIsAGlobalVariable(global) || LLVMIsThreadLocal(global))
      continue;
    LLVMValueRef entry[] = {global, number(w, i)};
    vec_push(&entries, LLVMConstStructInContext(w->context, entry, 2, false));
  }
  vec_push(&entries, LLVMConstNull(type));
  LLVMValueRef all = LLVMConstArray2(type, entries.at, entries.n);
  LLVMValueRef table = LLVMAddGlobal(w->module, LLVMTypeOf(all), "heddle_replay_globals");
  LLVMSetInitializer(table, all);
  vec_free(&entries);
}

static bool
write_module(const struct work *w, const char *path, struct diags *diags)
{
  char *text = NULL;
  unused_delete(w->module);
  bool broken = LLVMVerifyModule(w->module, LLVMReturnStatusAction, &text);
  if (broken)
    diag_error(diags, "the program for a replay is broken: %s", text);
  LLVMDisposeMessage(text);
  if (broken)
    return false;
  /* LLVM ends the process if the disk is full. */
  LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(w->module);
  size_t size = LLVMGetBufferSize(buffer);
  FILE *file = fopen(path, "w");
  bool written = file && fwrite(LLVMGetBufferStart(buffer), 1, size, file) == size;
  if (file && fclose(file))
    written = false;
  if (!written)
    diag_error(diags, "cannot write %s: %s", path, strerror(errno));
  LLVMDisposeMemoryBuffer(buffer);
  return written;
}

bool
instrument(const struct instrument_program *program, struct diags *diags)
{
  LLVMModuleRef module = program->module;
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct work w = {
    .module = module,
    .context = context,
    .layout = LLVMGetModuleDataLayout(module),
    .builder = LLVMCreateBuilderInContext(context),
    .none = LLVMVoidTypeInContext(context),
    .bit = LLVMInt1TypeInContext(context),
    .word = LLVMInt32TypeInContext(context),
    .wide = LLVMInt64TypeInContext(context),
    .pointer = LLVMPointerTypeInContext(context, 0),
  };
  uint32_t n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    instrument_function(&w, f, &n);
    instrument_unnamed(&w, f);
    add_attribute(&w, f, "sanitize_address");
    add_attribute(&w, f, "sanitize_thread");
  }
  use_real_functions(&w);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    keep_inside(f);
    if (!LLVMIsDeclaration(f) && module_is_model(f))
      rename_model(f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    keep_inside(g);
  add_program(&w, program);
  add_globals(&w, program);
  bool written = write_module(&w, program->path, diags);
  LLVMDisposeBuilder(w.builder);
  return written;
}
