/* The blocks of C inside of a function: where the life of their variables begins and ends.
 *
 * clang can mark that with instructions of its own, but then it also rebuilds the control flow
 * around every block that is left by a jump. So it is read off the debug information: each
 * instruction says in which block of the source it lies, and so does the declaration of a
 * variable. Of a function that clang inlined there are copies: what lies in one also says from
 * where that copy is called. */
#ifndef HEDDLE_FRONTEND_SCOPE_H
#define HEDDLE_FRONTEND_SCOPE_H

#include <llvm-c/Core.h>

#include "base/map.h"
#include "base/mem.h"

/* A block of C, or the body of a function. */
struct scope_block {
  LLVMMetadataRef node;
  LLVMMetadataRef inlined_at; /* which copy of its function; NULL = it was not inlined */
};

/* Before an instruction: is the variable alive from here on? An instruction that is the first of
 * its basic block has an entry for every variable, the others for those that change. */
struct scope_entry {
  LLVMValueRef slot; /* the alloca */
  bool inside;
  bool changes; /* it was otherwise before, at least on one way that leads here */
};

/* Of the variables of inner blocks, and of inlined functions, whose address somebody else may know. */
struct scopes {
  VEC(struct scope_entry) entries;
  struct map first; /* instruction -> its first entry + 1 */
  struct map n;     /* instruction -> how many it has */
};

/* NULL if the function has no such variable. */
struct scopes *scopes_new(LLVMValueRef function);
void scopes_free(struct scopes *scopes); /* NULL: nothing */

/* The block of a dbg.declare's variable. */
struct scope_block scope_declared(LLVMValueRef declare);
/* Is it part of a function, not the whole? */
bool scope_is_inner(struct scope_block block);
/* Does a basic block begin, or end, in the block? False also if nothing is known of it. */
bool scope_begins_in(LLVMBasicBlockRef basic, struct scope_block block);
bool scope_ends_in(LLVMBasicBlockRef basic, struct scope_block block);
/* The stack slot that a dbg.declare is about, or NULL. */
LLVMValueRef scope_slot(LLVMValueRef declare);
/* Is the slot the variable's own from here on? It is not if the variable is a parameter, or what an
 * inlined function returns. */
bool scope_owns(LLVMValueRef declare);
/* Is the variable initialised right where it is declared? */
bool scope_initialises(LLVMValueRef declare);
/* Do only loads and stores of the function itself use the address? */
bool scope_keeps(LLVMValueRef address);

#endif
