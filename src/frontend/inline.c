/* An inline definition of C99, and an `extern inline` one of gnu89, defines nothing: if it is not
 * inlined, a definition in another file is called. Without optimisation clang leaves such bodies
 * out. Programs that rely on them are common, and link with any compiler that optimises. So a
 * function that is used and that no file and no model defines gets the body that the file itself
 * has for it: the file is compiled once more, such that its inline bodies are kept.
 *
 * Each file has its own body, as it would if the call was inlined: two files may have different
 * ones (C17 6.7.4). What such a body uses is that of its file: a static function or variable that
 * the file's module has as well is that one, and not a copy. They have the same names in both
 * modules. Only constants without a name of the program are copied; and what the file's module does
 * not have, because only inline bodies use it. */
#include "frontend/inline.h"

#include <llvm-c/Linker.h>
#include <string.h>

#include "base/mutant.h"

bool
inline_has(const struct inline_names *names, const char *name)
{
  for (size_t i = 0; i < names->all.n; i++)
    if (!strcmp(names->all.at[i], name))
      return true;
  return false;
}

static const char *
name_of(LLVMValueRef global)
{
  size_t length;
  return LLVMGetValueName2(global, &length);
}

static bool
is_only_inline(LLVMValueRef function)
{
  return LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage;
}

static bool
is_of_compiler(const char *name)
{
  return !strncmp(name, "llvm.", 5) || !strncmp(name, "__heddle", 8);
}

bool
inline_lacking(LLVMModuleRef program, struct inline_names *names, struct arena *arena)
{
  size_t before = names->all.n;
  for (LLVMValueRef f = LLVMGetFirstFunction(program); f; f = LLVMGetNextFunction(f))
    if ((LLVMIsDeclaration(f) || is_only_inline(f)) && LLVMGetFirstUse(f) &&
        !is_of_compiler(name_of(f)) && !inline_has(names, name_of(f)))
      vec_push(&names->all, arena_strdup(arena, name_of(f)));
  return names->all.n > before;
}

bool
inline_offers(LLVMModuleRef bodies, const struct inline_names *names)
{
  for (LLVMValueRef f = LLVMGetFirstFunction(bodies); f; f = LLVMGetNextFunction(f))
    if (is_only_inline(f) && inline_has(names, name_of(f)))
      return true;
  return false;
}

typedef VEC(LLVMValueRef) globals;

/* A static function or variable of the program: made public in both modules until they are linked,
 * so that they become one. */
static void
pair(LLVMValueRef ours, LLVMValueRef theirs, globals *paired)
{
  if (!ours || LLVMIsDeclaration(ours) || LLVMGetLinkage(ours) != LLVMInternalLinkage ||
      *name_of(theirs) == '.' || MUTANT(INLINE_STATIC_COPIED))
    return;
  LLVMSetLinkage(ours, LLVMExternalLinkage);
  LLVMSetLinkage(theirs, LLVMAvailableExternallyLinkage);
  vec_push(paired, ours);
}

/* What `part` defines itself is only declared by `bodies`. */
static void
prepare(LLVMValueRef ours, LLVMValueRef theirs, globals *paired)
{
  if (LLVMIsDeclaration(theirs) || LLVMGetLinkage(theirs) == LLVMPrivateLinkage)
    return;
  if (LLVMGetLinkage(theirs) == LLVMInternalLinkage)
    pair(ours, theirs, paired);
  else
    LLVMSetLinkage(theirs, LLVMAvailableExternallyLinkage);
}

static void
prepare_functions(LLVMModuleRef part, LLVMModuleRef bodies, const struct inline_names *names,
                  globals *paired)
{
  for (LLVMValueRef f = LLVMGetFirstFunction(bodies); f; f = LLVMGetNextFunction(f)) {
    if (is_only_inline(f) && inline_has(names, name_of(f)))
      LLVMSetLinkage(f, LLVMExternalLinkage);
    else
      prepare(LLVMGetNamedFunction(part, name_of(f)), f, paired);
  }
}

/* Lists of the linker, such as that of the constructors, are those of `part`. */
static void
prepare_variables(LLVMModuleRef part, LLVMModuleRef bodies, globals *paired)
{
  for (LLVMValueRef g = LLVMGetFirstGlobal(bodies), next; g; g = next) {
    next = LLVMGetNextGlobal(g);
    if (LLVMGetLinkage(g) == LLVMAppendingLinkage)
      LLVMDeleteGlobal(g);
    else
      prepare(LLVMGetNamedGlobal(part, name_of(g)), g, paired);
  }
}

static void
prepare_aliases(LLVMModuleRef bodies)
{
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(bodies); a; a = LLVMGetNextGlobalAlias(a)) {
    LLVMReplaceAllUsesWith(a, LLVMAliasGetAliasee(a));
    LLVMSetLinkage(a, LLVMInternalLinkage);
  }
}

bool
inline_add(LLVMModuleRef part, LLVMModuleRef bodies, const struct inline_names *names)
{
  globals paired = {0};
  struct inline_names taken = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(bodies); f; f = LLVMGetNextFunction(f))
    if (is_only_inline(f) && inline_has(names, name_of(f)))
      for (size_t i = 0; i < names->all.n; i++)
        if (!strcmp(names->all.at[i], name_of(f)))
          vec_push(&taken.all, names->all.at[i]);
  prepare_functions(part, bodies, names, &paired);
  prepare_variables(part, bodies, &paired);
  prepare_aliases(bodies);
  bool linked = !LLVMLinkModules2(part, bodies);
  for (size_t i = 0; linked && i < taken.all.n; i++) {
    LLVMValueRef function = LLVMGetNamedFunction(part, taken.all.at[i]);
    if (function && !LLVMIsDeclaration(function))
      LLVMSetLinkage(function, LLVMInternalLinkage);
  }
  for (size_t i = 0; i < paired.n; i++)
    LLVMSetLinkage(paired.at[i], LLVMInternalLinkage);
  vec_free(&paired);
  vec_free(&taken.all);
  return linked;
}
