/* Everything that the entry, the constructors and what these refer to refer to: who takes a
 * function's address may call it. */
#include "frontend/lacking.h"

#include <stdint.h>
#include <string.h>

#include "base/map.h"

struct walk {
  struct map seen; /* values */
  VEC(LLVMValueRef) open;
};

static void
meet(struct walk *walk, LLVMValueRef value)
{
  if (!value || (!LLVMIsAGlobalValue(value) && !LLVMIsAConstant(value)))
    return;
  uint32_t *seen = map_at(&walk->seen, (uint64_t)(uintptr_t)value);
  if (!*seen)
    vec_push(&walk->open, value);
  *seen = 1;
}

static void
meet_operands(struct walk *walk, LLVMValueRef user)
{
  int n = LLVMGetNumOperands(user);
  for (int i = 0; i < n; i++)
    meet(walk, LLVMGetOperand(user, (unsigned)i));
}

static void
meet_body(struct walk *walk, LLVMValueRef function)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      meet_operands(walk, i);
}

static bool
is_of_compiler(const char *name)
{
  return !strncmp(name, "llvm.", 5) || !strncmp(name, "__heddle", 8);
}

void
lacking_find(LLVMModuleRef module, const char *entry, struct frontend_names *names,
             struct arena *arena)
{
  struct walk walk = {0};
  meet(&walk, LLVMGetNamedFunction(module, entry));
  meet(&walk, LLVMGetNamedGlobal(module, "llvm.global_ctors"));
  while (walk.open.n) {
    LLVMValueRef value = walk.open.at[--walk.open.n];
    size_t length;
    if (!LLVMIsAFunction(value))
      meet_operands(&walk, value);
    else if (!LLVMIsDeclaration(value))
      meet_body(&walk, value);
    else if (!is_of_compiler(LLVMGetValueName2(value, &length)))
      vec_push(&names->all, arena_strdup(arena, LLVMGetValueName2(value, &length)));
  }
  map_free(&walk.seen);
  vec_free(&walk.open);
}
