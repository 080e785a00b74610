/* Functions that have a body only for inlining. */
#ifndef HEDDLE_FRONTEND_INLINE_H
#define HEDDLE_FRONTEND_INLINE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/mem.h"

/* Names of functions; the arena of whoever fills it has them. */
struct inline_names {
  VEC(const char *) all;
};

bool inline_has(const struct inline_names *names, const char *name);
/* Adds the names of those functions that the program uses and nobody defines. False if there are
 * no new ones. */
bool inline_lacking(LLVMModuleRef program, struct inline_names *names, struct arena *arena);
/* Has `bodies` a body, only for inlining, of one of them? */
bool inline_offers(LLVMModuleRef bodies, const struct inline_names *names);
/* Gives `part` the bodies of these functions that are in `bodies`: the module of the same file,
 * with all of its inline functions. Consumes `bodies`. False if they cannot be linked. */
bool inline_add(LLVMModuleRef part, LLVMModuleRef bodies, const struct inline_names *names);

#endif
