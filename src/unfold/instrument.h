/* The program for a replay: a call of share/replay at every point. */
#ifndef HEDDLE_UNFOLD_INSTRUMENT_H
#define HEDDLE_UNFOLD_INSTRUMENT_H

#include <llvm-c/Core.h>

#include "base/diag.h"

struct unfold;

/* The function that runs first, the model that is called before it and gives main its third
 * argument, and the one that is called after it; NULL where there is none. */
struct instrument_frame {
  LLVMValueRef entry, environment, handlers;
};

/* Writes the program to options->replay, as bitcode that calls share/replay at every point. */
bool instrument(const struct unfold *u, const struct instrument_frame *frame, struct diags *diags);

#endif
