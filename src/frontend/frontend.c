#include "frontend/frontend.h"

#include <llvm/Config/llvm-config.h>
#include <stdlib.h>

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
