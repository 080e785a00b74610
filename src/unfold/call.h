/* Calls: of functions with a body, of the compiler's functions, and through pointers. Results go to
 * where call->out points. */
#ifndef HEDDLE_UNFOLD_CALL_H
#define HEDDLE_UNFOLD_CALL_H

#include <llvm-c/Core.h>

#include "analysis/values.h"
#include "ir/prog.h"

struct unfold;

struct call {
  LLVMValueRef instruction;
  LLVMValueRef callee;
  const char *name;
  value_id *out; /* where the result goes; several scalars */
};

void call_run(struct unfold *u, LLVMValueRef call);
value_id call_arg(struct unfold *u, const struct call *call, unsigned i); /* under the guard */
/* Copies scalar by scalar, as the source is laid out. */
void call_copy(struct unfold *u, value_id to, value_id from, uint64_t size);
/* The same for the i-th argument of a call, which is passed by value. */
void call_copy_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to, value_id from,
                        uint64_t size);
/* What is copied stays whole: how many bytes go together, of those `left`, as this is laid out. */
uint32_t call_piece(struct unfold *u, struct target layout, uint64_t done, uint64_t left);
struct target call_layout(struct unfold *u, value_id to, value_id from);

#endif
