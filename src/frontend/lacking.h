/* Functions that a program needs and does not have. */
#ifndef HEDDLE_FRONTEND_LACKING_H
#define HEDDLE_FRONTEND_LACKING_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* Those that may be called if `entry` runs first, each once. */
void lacking_find(LLVMModuleRef module, const char *entry, struct frontend_names *names,
                  struct arena *arena);

#endif
