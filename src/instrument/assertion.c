/* Assertions as clang compiles them: a branch that leads to a call which fails. */
#include "instrument/assertion.h"

#include <string.h>

#include "instrument/points.h"

/* Names of functions that fail an assertion, or are an error. */
static bool
is_failure(const char *name)
{
  return !strcmp(name, "__assert_fail") || !strcmp(name, "__assert_perror_fail") ||
         !strcmp(name, "__assert") || point_is_error(name);
}

/* Assertions that are functions, and test themselves. */
bool
assertion_is_function(const char *name)
{
  static const char *const names[] = {"assert", "__VERIFIER_assert", "__CPROVER_assert",
                                      "__ESBMC_assert"};
  bool is = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    is |= !strcmp(name, names[i]);
  return is;
}

const char *
assertion_callee(LLVMValueRef call)
{
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

static bool
fails(LLVMBasicBlockRef block)
{
  if (!strcmp(LLVMGetBasicBlockName(block), "ERROR"))
    return true;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsACallInst(i) && is_failure(assertion_callee(i)))
      return true;
  return false;
}

static bool is_test(LLVMBasicBlockRef block, unsigned depth);

/* In assert(!(a && b)) the first operand may decide alone: it leads to where the second one leads if all
 * is well. */
static bool
is_operand(LLVMValueRef branch, unsigned depth)
{
  for (unsigned k = 0; k < 2; k++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(branch, k), other = LLVMGetSuccessor(branch, 1 - k);
    if (!is_test(next, depth))
      continue;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(next);
    if (LLVMGetSuccessor(last, 0) == other || LLVMGetSuccessor(last, 1) == other)
      return true;
  }
  return false;
}

static bool
is_test(LLVMBasicBlockRef block, unsigned depth)
{
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  if (!depth || !last || !LLVMIsABranchInst(last) || !LLVMIsConditional(last))
    return false;
  return fails(LLVMGetSuccessor(last, 0)) || fails(LLVMGetSuccessor(last, 1)) ||
         is_operand(last, depth - 1);
}

bool
assertion_is_test(LLVMBasicBlockRef block)
{
  enum { OPERANDS = 8 };
  return is_test(block, OPERANDS);
}

/* What else ends a program that has found a mistake. */
static bool
is_end(const char *name)
{
  return !strcmp(name, "abort") || !strcmp(name, "llvm.trap") || !strcmp(name, "llvm.debugtrap");
}

bool
assertion_in(LLVMValueRef function)
{
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
  for (; block; block = LLVMGetNextBasicBlock(block)) {
    if (fails(block))
      return true;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i) &&
          (is_end(assertion_callee(i)) || assertion_is_function(assertion_callee(i))))
        return true;
  }
  return false;
}
