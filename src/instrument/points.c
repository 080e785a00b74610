/* Points: the instructions that a replay stops at.
 *
 * A replay runs the program itself, as machine code, and makes its threads take the steps of a
 * trace. For that, program and trace must agree on where each step is: every load, store and
 * atomic operation, every call of an intrinsic, and some calls of the library are points, numbered
 * through the module. instrument.c puts a call before (and after) each of them into the program,
 * and unfolding (unfold/point.c) puts a POINT before and a PAST after its events into the prog. So
 * each thread of the process must come along the same points, in the same order, as the thread of
 * the run. */
#include "instrument/points.h"

#include <string.h>

#include "frontend/argument.h"
#include "frontend/intrinsics.h"
#include "frontend/module.h"
#include "frontend/type.h"

/* What the threads of a replay lock is real, and so is what they print. Everything else of the
 * library is the model, compiled: it computes the same, can be interrupted wherever the trace says
 * so, and takes its inputs from the trace. */
bool
point_is_real(const char *name)
{
  return !strcmp(name, "printf") || !strcmp(name, "puts") || !strcmp(name, "putchar");
}

bool
point_is_lock(LLVMValueRef function)
{
  static const char *const prefixes[] = {"pthread_mutex", "pthread_cond", "pthread_rwlock",
                                         "pthread_spin_"};
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
      return module_is_model(function);
  return false;
}

bool
point_is_error(const char *name)
{
  return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

/* Where the stack ended before an array of variable length: unfolding has no stack. */
static bool
is_saved_stack(LLVMValueRef address)
{
  size_t length;
  return LLVMIsAAllocaInst(address) &&
         !strncmp(LLVMGetValueName2(address, &length), "saved_stack", 11);
}

static bool
is_called_at_point(LLVMValueRef callee)
{
  size_t length;
  if (!LLVMIsAFunction(callee))
    return false;
  const char *name = LLVMGetValueName2(callee, &length);
  if (!strncmp(name, "llvm.", 5))
    return !strncmp(name, "llvm.mem", 8);
  return LLVMIsDeclaration(callee) || point_is_real(name) || point_is_error(name) ||
         intrinsic_is(name) || point_is_lock(callee);
}

/* See pointer.c: 64 bits on a machine of 32. */
static bool
is_wider_than_machine(LLVMValueRef i, LLVMTypeRef type)
{
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return (kind == LLVMIntegerTypeKind || (kind == LLVMDoubleTypeKind && LLVMIsAStoreInst(i))) &&
         LLVMStoreSizeOfType(layout, type) > LLVMPointerSize(layout);
}

bool
point_is_divisible(LLVMValueRef i)
{
  size_t length;
  LLVMTypeRef type = LLVMIsALoadInst(i)    ? LLVMTypeOf(i)
                     : LLVMIsAStoreInst(i) ? LLVMTypeOf(LLVMGetOperand(i, 0))
                                           : NULL;
  if (type)
    return LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           (type_scalars(type) > 1 || is_wider_than_machine(i, type));
  return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
         !strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length), "llvm.mem", 8);
}

LLVMValueRef
point_address(LLVMValueRef instruction)
{
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
    return point_is_divisible(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return LLVMGetOperand(instruction, 0);
  case LLVMStore:
    return LLVMGetOperand(instruction, 1);
  default:
    return NULL;
  }
}

bool
point_is(LLVMValueRef instruction)
{
  LLVMValueRef address = point_address(instruction);
  if (address && !LLVMIsACallInst(instruction))
    return !is_saved_stack(address);
  return LLVMIsACallInst(instruction) && is_called_at_point(LLVMGetCalledValue(instruction));
}

unsigned
point_arguments(LLVMValueRef i, unsigned end)
{
  unsigned n = 0;
  for (unsigned k = 0; LLVMIsACallInst(i) && !point_is(i) && k < end; k++)
    n += argument_by_value(i, k) != NULL;
  return n;
}

bool
point_copies(LLVMValueRef i)
{
  size_t length;
  return LLVMIsACallInst(i) && point_is_divisible(i) &&
         strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length), "llvm.memset", 11);
}

bool
point_is_unknown(LLVMValueRef instruction)
{
  size_t length;
  if (!LLVMIsACallInst(instruction) || !LLVMIsDeclaration(LLVMGetCalledValue(instruction)))
    return false;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(instruction), &length);
  return strncmp(name, "llvm.", 5) && !intrinsic_is(name);
}

void
points_number(LLVMModuleRef module, struct map *numbers)
{
  uint32_t n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (point_is(i)) {
          *map_at(numbers, (uint64_t)(uintptr_t)i) = ++n;
        } else if (LLVMIsACallInst(i)) {
          *map_at(numbers, (uint64_t)(uintptr_t)i) = n + 1;
          n += point_arguments(i, LLVMGetNumArgOperands(i));
        }
}
