/* The program for a replay: the module that was unfolded, with a call of share/replay at every
 * point, written as bitcode. That changes the module, which is good for nothing else afterwards. */
#ifndef HEDDLE_INSTRUMENT_INSTRUMENT_H
#define HEDDLE_INSTRUMENT_INSTRUMENT_H

#include <llvm-c/Core.h>
#include <stdint.h>

#include "base/diag.h"

struct instrument_program {
  LLVMModuleRef module;
  const char *path;            /* the file to be written */
  LLVMValueRef entry;          /* the function that runs first */
  LLVMValueRef environment;    /* the model called before it, which gives main its third argument */
  LLVMValueRef handlers;       /* the model called after it; both NULL if there is none */
  const LLVMValueRef *globals; /* by object: the variable or function, or NULL */
  uint32_t n_globals;
};

/* False with an error in diags. */
bool instrument(const struct instrument_program *program, struct diags *diags);

#endif
