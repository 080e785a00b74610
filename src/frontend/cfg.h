/* The shape of a function: its blocks in an order in which every edge but a loop's back edge goes
 * forward, its natural loops, and the numbering of its values.
 *
 * A value of an LLVM function occupies one slot per scalar in it (type.h). */
#ifndef HEDDLE_FRONTEND_CFG_H
#define HEDDLE_FRONTEND_CFG_H

#include <llvm-c/Core.h>

#include "base/map.h"
#include "base/mem.h"
#include "frontend/scope.h"

#define NO_LOOP UINT32_MAX
#define NO_BLOCK UINT32_MAX

struct cfg_loop {
  uint32_t header; /* block */
  uint32_t parent; /* loop or NO_LOOP */
  unsigned line;   /* of the loop, for --unwindset and messages */
  uint32_t body;   /* block behind the test of `while` or `for`; NO_BLOCK if it has none */
};

struct cfg_block {
  LLVMBasicBlockRef block;
  uint32_t loop; /* innermost, or NO_LOOP */
  bool
    fatal; /* the program fails: no run goes further, and a loop that leads here only if it fails is not left */
  bool dead_end; /* the program ends, and that can be run at each branch that leads here */
  bool test;     /* ends in a test of an assertion, see marks.c */
};

/* A value that is defined inside a loop and used outside of it. */
struct cfg_escape {
  uint32_t loop;
  uint32_t slot, n;
};

struct cfg {
  LLVMValueRef function;
  const char *name;
  bool model;                   /* it is of the library */
  VEC(struct cfg_block) blocks; /* reverse postorder; 0 is the entry */
  VEC(struct cfg_loop) loops;
  VEC(struct cfg_escape) escapes;
  struct map block_index; /* LLVMBasicBlockRef -> index + 1 */
  struct map slot_index;  /* LLVMValueRef -> slot + 1 */
  uint32_t slots;
  struct scopes *scopes;    /* of its inner variables; NULL = none */
  LLVMValueRef irreducible; /* a jump into the middle of a loop, or NULL */
};

struct cfg *cfg_new(LLVMValueRef function);
void cfg_free(struct cfg *cfg);

uint32_t cfg_block_index(const struct cfg *cfg, LLVMBasicBlockRef block);
uint32_t cfg_slot(const struct cfg *cfg, LLVMValueRef value);
/* Is the block in the loop, at any depth? Everything is in NO_LOOP. */
bool cfg_in_loop(const struct cfg *cfg, uint32_t block, uint32_t loop);

#endif
