#include "frontend/frontend.h"

#include <llvm-c/DebugInfo.h>
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/lacking.h"
#include "frontend/module.h"

struct frontend {
  LLVMContextRef context;
  LLVMModuleRef module;
};

struct frontend *
frontend_open(const struct frontend_options *options, struct diags *diags)
{
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = module_build(context, options, diags);
  if (!module) {
    LLVMContextDispose(context);
    return NULL;
  }
  struct frontend *frontend = mem_alloc(sizeof *frontend);
  *frontend = (struct frontend){context, module};
  return frontend;
}

LLVMModuleRef
module_of(const struct frontend *frontend)
{
  return frontend->module;
}

void
frontend_close(struct frontend *frontend)
{
  LLVMDisposeModule(frontend->module);
  LLVMContextDispose(frontend->context);
  free(frontend);
}

void
frontend_lacking(const struct frontend *frontend, const char *entry, struct frontend_names *names,
                 struct arena *arena)
{
  lacking_find(frontend->module, entry, names, arena);
}

static const char *
file_of(LLVMValueRef function)
{
  unsigned n;
  LLVMMetadataRef about = LLVMGetSubprogram(function);
  LLVMMetadataRef file = about ? LLVMDIScopeGetFile(about) : NULL;
  return file ? LLVMDIFileGetFilename(file, &n) : "";
}

void
frontend_sources(const struct frontend *frontend, struct frontend_names *names, struct arena *arena)
{
  LLVMValueRef function = LLVMGetFirstFunction(frontend->module);
  for (; function; function = LLVMGetNextFunction(function)) {
    const char *file = LLVMIsDeclaration(function) ? "" : file_of(function);
    bool known = !*file || module_is_model(function);
    for (size_t i = 0; i < names->all.n && !known; i++)
      known = !strcmp(names->all.at[i], file);
    if (!known)
      vec_push(&names->all, arena_strdup(arena, file));
  }
}

static const char test_prefix[] = "heddle_test_";

bool
frontend_test(const struct frontend *frontend, size_t i, struct frontend_test *test)
{
  size_t length;
  LLVMValueRef function = LLVMGetFirstFunction(frontend->module);
  for (; function; function = LLVMGetNextFunction(function)) {
    const char *name = LLVMGetValueName2(function, &length);
    if (strncmp(name, test_prefix, sizeof test_prefix - 1) || LLVMIsDeclaration(function) || i--)
      continue;
    *test = (struct frontend_test){name + sizeof test_prefix - 1, file_of(function)};
    return true;
  }
  return false;
}

bool
frontend_ndebug(const struct frontend_options *options)
{
  return module_ndebug(options);
}

const char *
frontend_llvm_version(void)
{
  return LLVM_VERSION_STRING;
}
