/* Control flow: blocks, branches, loops and calls of functions with a body (flow.c).
 *
 * A frame lives from the call of a function to its return; edges wait at their target until its
 * block begins. Both belong to flow.c, the others look at them. */
#ifndef HEDDLE_UNFOLD_FLOW_H
#define HEDDLE_UNFOLD_FLOW_H

#include <llvm-c/Core.h>

#include "frontend/cfg.h"
#include "ir/prog.h"
#include "unfold/path.h"

struct unfold;
struct iteration;

struct assignment {
  uint32_t slot;
  value_id value;
};

/* A jump that has been taken, waiting at its target. */
struct edge {
  struct path path;            /* that comes along it */
  VEC(struct assignment) sets; /* phis of the target, values leaving a loop */
};
typedef VEC(struct edge) edge_list;

struct frame {
  const struct cfg *cfg;
  struct frame *caller;
  place_id call_place; /* where it was called, 0 for a thread's start */
  LLVMValueRef site;   /* by which instruction, if by one */
  value_id *slots;     /* values of the function, see cfg.h */
  edge_list *in;       /* per block: edges waiting */
  value_id entry_guard;
  value_id unnamed;   /* address of the arguments of `...`, see variadic.c; VALUE_FALSE = none */
  uint64_t context;   /* hash of the path of calls and iterations that led here */
  unsigned undecided; /* recursion depth that no constant decided */
  unsigned same;      /* activations of this function on the stack, this one included */
  edge_list returns;  /* one assignment per scalar of the result */
  VEC(object_id) slots_made; /* its stack slots */
  bool unwound;              /* its callers have been left, though it goes on */
};

/* Unfolds a call under the current guard; results go to `out` (may be NULL). */
void flow_call(struct unfold *u, LLVMValueRef function, const value_id *arguments, size_t n,
               value_id *out);
/* A bound ends the current function: that of --unwind, or a limit of ours that no option moves. */
void flow_cut(struct unfold *u, unsigned bound, bool is_ours);
/* The bound of the loop ends this iteration of it, wherever in a function that it calls. */
void flow_cut_loop(struct unfold *u, const struct iteration *iteration);
const struct cfg *flow_cfg(struct unfold *u, LLVMValueRef function);

#endif
