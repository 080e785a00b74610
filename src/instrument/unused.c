/* LLVM has a pass for this, but the library of passes is ten times what we need of LLVM. */
#include "instrument/unused.h"

#include "base/map.h"
#include "base/mem.h"

typedef VEC(LLVMValueRef) values;

struct reach {
  struct map seen; /* constants: functions and variables, and what leads to them */
  values open;     /* whose operands have not been looked at */
};

static uint64_t
key_of(LLVMValueRef value)
{
  return (uint64_t)(uintptr_t)value;
}

static void
reach(struct reach *reach, LLVMValueRef value)
{
  if (!value || !LLVMIsConstant(value))
    return;
  uint32_t *seen = map_at(&reach->seen, key_of(value));
  if (!*seen)
    vec_push(&reach->open, value);
  *seen = 1;
}

static void
reach_operands(struct reach *all, LLVMValueRef user)
{
  int n = LLVMGetNumOperands(user);
  for (int i = 0; i < n; i++)
    reach(all, LLVMGetOperand(user, (unsigned)i));
}

static void
reach_body(struct reach *all, LLVMValueRef function)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      reach_operands(all, i);
}

static void
reach_all(struct reach *all)
{
  while (all->open.n) {
    LLVMValueRef value = all->open.at[--all->open.n];
    reach_operands(all, value);
    if (LLVMIsAFunction(value))
      reach_body(all, value);
  }
}

static bool
is_root(LLVMValueRef global)
{
  return !LLVMIsDeclaration(global) && LLVMGetLinkage(global) != LLVMInternalLinkage &&
         LLVMGetLinkage(global) != LLVMPrivateLinkage;
}

static void
drop(LLVMValueRef global)
{
  LLVMReplaceAllUsesWith(global, LLVMGetUndef(LLVMTypeOf(global)));
  if (LLVMIsAFunction(global))
    LLVMDeleteFunction(global);
  else
    LLVMDeleteGlobal(global);
}

void
unused_delete(LLVMModuleRef module)
{
  struct reach all = {0};
  values globals = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    vec_push(&globals, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    vec_push(&globals, g);
  for (size_t i = 0; i < globals.n; i++)
    if (is_root(globals.at[i]))
      reach(&all, globals.at[i]);
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a))
    reach(&all, a);
  reach_all(&all);
  for (size_t i = 0; i < globals.n; i++)
    if (!map_find(&all.seen, key_of(globals.at[i])))
      drop(globals.at[i]);
  map_free(&all.seen);
  vec_free(&all.open);
  vec_free(&globals);
}
