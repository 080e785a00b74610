/* Loops are found the classical way: reverse postorder by depth-first search, dominators by
 * iteration (Cooper, Harvey, Kennedy), a back edge is one whose target dominates its source, and a
 * natural loop is what reaches the back edge without passing the header. An edge that goes
 * backwards in reverse postorder without being a back edge makes the function irreducible.
 *
 * Whether a loop tests before its body cannot be read off the graph: `while (x)` and `for (;;) if
 * (!x) break;` look the same. But clang says where the loop is in the source, in a node of its back
 * edges, and gives the branch of its test the same location. */
#include "frontend/cfg.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/module.h"
#include "frontend/type.h"

static uint64_t
key(const void *pointer)
{
  return (uint64_t)(uintptr_t)pointer;
}

uint32_t
cfg_block_index(const struct cfg *cfg, LLVMBasicBlockRef block)
{
  const uint32_t *index = map_find(&cfg->block_index, key(block));
  assert(index && *index <= cfg->blocks.n); /* every block that is asked about is reached */
  return *index - 1;
}

uint32_t
cfg_slot(const struct cfg *cfg, LLVMValueRef value)
{
  const uint32_t *slot = map_find(&cfg->slot_index, key(value));
  assert(slot && *slot <= cfg->slots + 1); /* it is a value of this function */
  return *slot - 1;
}

bool
cfg_in_loop(const struct cfg *cfg, uint32_t block, uint32_t loop)
{
  assert(block < cfg->blocks.n);
  if (loop == NO_LOOP)
    return true;
  for (uint32_t l = cfg->blocks.at[block].loop; l != NO_LOOP; l = cfg->loops.at[l].parent)
    if (l == loop)
      return true;
  return false;
}

/* ---- order ---- */

struct visit {
  LLVMBasicBlockRef block;
  unsigned next;
};

static unsigned
successors(LLVMBasicBlockRef block)
{
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  return last ? LLVMGetNumSuccessors(last) : 0;
}

static LLVMBasicBlockRef
successor(LLVMBasicBlockRef block, unsigned i)
{
  return LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), i);
}

/* The last successor is visited first, so that in reverse postorder the first one (the body of a
 * loop, the `then` of an `if`) comes first. */
static void
order_blocks(struct cfg *cfg)
{
  VEC(struct visit) stack = {0};
  VEC(LLVMBasicBlockRef) postorder = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(cfg->function);
  *map_at(&cfg->block_index, key(entry)) = 1;
  vec_push(&stack, ((struct visit){entry, successors(entry)}));
  while (stack.n) {
    struct visit *top = &vec_last(&stack);
    if (!top->next) {
      vec_push(&postorder, top->block);
      stack.n--;
      continue;
    }
    LLVMBasicBlockRef next = successor(top->block, --top->next);
    uint32_t *seen = map_at(&cfg->block_index, key(next));
    if (!*seen) {
      *seen = 1;
      vec_push(&stack, ((struct visit){next, successors(next)}));
    }
  }
  for (size_t i = postorder.n; i-- > 0;) {
    vec_push(&cfg->blocks, ((struct cfg_block){.block = postorder.at[i], .loop = NO_LOOP}));
    *map_at(&cfg->block_index, key(postorder.at[i])) = (uint32_t)cfg->blocks.n;
  }
  vec_free(&stack);
  vec_free(&postorder);
}

/* ---- loops ---- */

typedef VEC(uint32_t) block_list;

static uint32_t
common_dominator(const uint32_t *idom, uint32_t a, uint32_t b)
{
  while (a != b) {
    while (a > b)
      a = idom[a];
    while (b > a)
      b = idom[b];
  }
  return a;
}

static void
find_predecessors(struct cfg *cfg, block_list *in)
{
  for (uint32_t b = 0; b < cfg->blocks.n; b++)
    for (unsigned i = 0; i < successors(cfg->blocks.at[b].block); i++)
      vec_push(&in[cfg_block_index(cfg, successor(cfg->blocks.at[b].block, i))], b);
}

static void
find_dominators(struct cfg *cfg, const block_list *in, uint32_t *idom)
{
  for (uint32_t b = 1; b < cfg->blocks.n; b++)
    idom[b] = UINT32_MAX;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 1; b < cfg->blocks.n; b++) {
      uint32_t best = UINT32_MAX;
      for (size_t i = 0; i < in[b].n; i++) {
        uint32_t p = in[b].at[i];
        if (idom[p] != UINT32_MAX)
          best = best == UINT32_MAX ? p : common_dominator(idom, p, best);
      }
      changed |= best != idom[b];
      idom[b] = best;
    }
  }
}

static bool
dominates(const uint32_t *idom, uint32_t a, uint32_t b)
{
  while (b > a)
    b = idom[b];
  return a == b;
}

static unsigned
line_of_block(LLVMBasicBlockRef block)
{
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (LLVMGetDebugLocLine(i))
      return LLVMGetDebugLocLine(i);
  return 0;
}

/* Marks the natural loop of `header`: all that reaches one of its back edges. Headers are handled
 * from the last to the first, so inner loops come before outer ones; a block keeps its innermost
 * one. */
static void
mark_loop(struct cfg *cfg, const block_list *in, const uint32_t *idom, uint32_t header)
{
  block_list work = {0};
  for (size_t i = 0; i < in[header].n; i++)
    if (dominates(idom, header, in[header].at[i]))
      vec_push(&work, in[header].at[i]);
  if (!work.n)
    return;
  uint32_t loop = (uint32_t)cfg->loops.n;
  struct cfg_loop new = {header, NO_LOOP, line_of_block(cfg->blocks.at[header].block), NO_BLOCK};
  vec_push(&cfg->loops, new);
  bool *seen = mem_alloc(cfg->blocks.n);
  seen[header] = true;
  for (size_t i = 0; i < work.n; i++) {
    uint32_t b = work.at[i];
    if (seen[b])
      continue;
    seen[b] = true;
    for (size_t k = 0; k < in[b].n; k++)
      vec_push(&work, in[b].at[k]);
  }
  for (uint32_t b = 0; b < cfg->blocks.n; b++) {
    if (!seen[b])
      continue;
    uint32_t l = cfg->blocks.at[b].loop;
    if (l == NO_LOOP) {
      cfg->blocks.at[b].loop = loop;
      continue;
    }
    while (cfg->loops.at[l].parent != NO_LOOP)
      l = cfg->loops.at[l].parent;
    if (l != loop)
      cfg->loops.at[l].parent = loop;
  }
  free(seen);
  vec_free(&work);
}

/* Where the loop of this back edge begins in the source; NULL if it is no statement of C. */
static LLVMMetadataRef
location_of_loop(LLVMValueRef back)
{
  LLVMContextRef context = LLVMGetModuleContext(
    LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(back))));
  LLVMValueRef node = LLVMGetMetadata(back, LLVMGetMDKindIDInContext(context, "llvm.loop", 9));
  enum { ITSELF, BEGIN, MOST = 16 };
  LLVMValueRef operands[MOST];
  unsigned n = node ? (unsigned)LLVMGetMDNodeNumOperands(node) : 0;
  if (n <= BEGIN || n > MOST)
    return NULL;
  LLVMGetMDNodeOperands(node, operands);
  return operands[BEGIN] ? LLVMValueAsMetadata(operands[BEGIN]) : NULL;
}

/* The way that the test of `while` or `for` takes if it holds. */
static uint32_t
find_body(const struct cfg *cfg, uint32_t loop, LLVMMetadataRef location)
{
  for (uint32_t b = cfg->loops.at[loop].header; b < cfg->blocks.n; b++) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(cfg->blocks.at[b].block);
    if (cfg->blocks.at[b].loop != loop || !last || !LLVMIsABranchInst(last) ||
        !LLVMIsConditional(last) || LLVMInstructionGetDebugLoc(last) != location)
      continue;
    uint32_t to = cfg_block_index(cfg, LLVMGetSuccessor(last, 0));
    if (cfg->blocks.at[to].loop == loop)
      return to;
  }
  return NO_BLOCK;
}

static void
find_bodies(struct cfg *cfg)
{
  for (uint32_t loop = 0; loop < cfg->loops.n; loop++) {
    struct cfg_loop *shape = &cfg->loops.at[loop];
    for (uint32_t b = shape->header; b < cfg->blocks.n && shape->body == NO_BLOCK; b++) {
      bool back = false;
      for (unsigned i = 0; i < successors(cfg->blocks.at[b].block); i++)
        back |= cfg_block_index(cfg, successor(cfg->blocks.at[b].block, i)) == shape->header;
      LLVMValueRef last = LLVMGetBasicBlockTerminator(cfg->blocks.at[b].block);
      LLVMMetadataRef location = back ? location_of_loop(last) : NULL;
      if (location)
        shape->body = find_body(cfg, loop, location);
    }
  }
}

static void
find_loops(struct cfg *cfg)
{
  size_t n = cfg->blocks.n;
  block_list *in = mem_alloc(n * sizeof *in);
  uint32_t *idom = mem_alloc(n * sizeof *idom);
  find_predecessors(cfg, in);
  find_dominators(cfg, in, idom);
  for (uint32_t b = 0; b < n; b++)
    for (size_t i = 0; i < in[b].n; i++)
      if (in[b].at[i] >= b && !dominates(idom, b, in[b].at[i]))
        cfg->irreducible = LLVMGetBasicBlockTerminator(cfg->blocks.at[in[b].at[i]].block);
  for (size_t b = n; b-- > 0;)
    mark_loop(cfg, in, idom, (uint32_t)b);
  for (size_t b = 0; b < n; b++)
    vec_free(&in[b]);
  free(in);
  free(idom);
}

/* ---- slots ---- */

static void
add_slots(struct cfg *cfg, LLVMValueRef value)
{
  *map_at(&cfg->slot_index, key(value)) = cfg->slots + 1;
  cfg->slots += type_scalars(LLVMTypeOf(value));
}

static bool
is_outside(const struct cfg *cfg, LLVMBasicBlockRef block, uint32_t loop)
{
  const uint32_t *index = map_find(&cfg->block_index, key(block)); /* unreachable ones have none */
  return index && !cfg_in_loop(cfg, *index - 1, loop);
}

/* A phi uses its value at the end of the block it comes from. */
static bool
used_outside(const struct cfg *cfg, LLVMValueRef value, uint32_t loop)
{
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAPHINode(user)) {
      if (is_outside(cfg, LLVMGetInstructionParent(user), loop))
        return true;
      continue;
    }
    for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
      if (LLVMGetIncomingValue(user, i) == value &&
          is_outside(cfg, LLVMGetIncomingBlock(user, i), loop))
        return true;
  }
  return false;
}

static void
find_escapes(struct cfg *cfg, LLVMValueRef value, uint32_t block)
{
  uint32_t scalars = type_scalars(LLVMTypeOf(value));
  if (!scalars)
    return;
  for (uint32_t loop = cfg->blocks.at[block].loop; loop != NO_LOOP;
       loop = cfg->loops.at[loop].parent)
    if (used_outside(cfg, value, loop)) {
      struct cfg_escape escape = {loop, cfg_slot(cfg, value), scalars};
      vec_push(&cfg->escapes, escape);
    }
}

static void
number_values(struct cfg *cfg)
{
  for (unsigned i = 0; i < LLVMCountParams(cfg->function); i++)
    add_slots(cfg, LLVMGetParam(cfg->function, i));
  for (uint32_t b = 0; b < cfg->blocks.n; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks.at[b].block); i;
         i = LLVMGetNextInstruction(i))
      add_slots(cfg, i);
  for (uint32_t b = 0; b < cfg->blocks.n; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(cfg->blocks.at[b].block); i;
         i = LLVMGetNextInstruction(i))
      find_escapes(cfg, i, b);
}

/* ---- ends ---- */

static const char *
callee_name(LLVMValueRef call)
{
  size_t length;
  return LLVMGetValueName2(LLVMGetCalledValue(call), &length);
}

/* To end a thread is not to end the program. */
static bool
ends_thread(const char *name)
{
  return !strcmp(name, "pthread_exit") || !strcmp(name, "thrd_exit") ||
         !strcmp(name, "__heddle_stop");
}

/* exit(0): a program that has come to its end, and has not failed. */
static bool
succeeds(LLVMValueRef call)
{
  static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(callee_name(call), names[i]) && LLVMGetNumArgOperands(call) == 1)
      return LLVMIsAConstantInt(LLVMGetOperand(call, 0)) && LLVMIsNull(LLVMGetOperand(call, 0)) &&
             !MUTANT(EXIT_IS_FAILURE);
  return false;
}

/* The call that ends the program, or NULL; and how much else the block does. */
static LLVMValueRef
find_end(LLVMBasicBlockRef block, unsigned *calls)
{
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block), call = NULL;
  *calls = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsACallInst(i) && strncmp(callee_name(i), "llvm.dbg.", 9)) {
      call = i;
      ++*calls;
    }
    *calls += LLVMIsAStoreInst(i) != NULL;
  }
  bool ends = last && LLVMIsAUnreachableInst(last) && call && !ends_thread(callee_name(call));
  return ends ? call : NULL;
}

/* A block that does nothing but end the program may be run several times over; another one only if
 * there is but one way to it. */
static void
find_ends(struct cfg *cfg)
{
  unsigned *ways = mem_alloc(cfg->blocks.n * sizeof *ways);
  for (uint32_t b = 0; b < cfg->blocks.n; b++)
    for (unsigned i = 0; i < successors(cfg->blocks.at[b].block); i++)
      ways[cfg_block_index(cfg, successor(cfg->blocks.at[b].block, i))]++;
  for (uint32_t b = 0; b < cfg->blocks.n; b++) {
    unsigned calls;
    struct cfg_block *block = &cfg->blocks.at[b];
    LLVMValueRef end = find_end(block->block, &calls);
    block->fatal = end && !succeeds(end);
    block->dead_end = end && (calls == 1 || ways[b] == 1);
  }
  free(ways);
}

struct cfg *
cfg_new(LLVMValueRef function)
{
  struct cfg *cfg = mem_alloc(sizeof *cfg);
  size_t length;
  cfg->function = function;
  cfg->name = LLVMGetValueName2(function, &length);
  cfg->model = module_is_model(function);
  order_blocks(cfg);
  find_loops(cfg);
  find_bodies(cfg);
  number_values(cfg);
  find_ends(cfg);
  for (size_t i = 0; i < cfg->loops.n; i++) /* an outer loop is found after its inner ones */
    assert(cfg->loops.at[i].parent == NO_LOOP || cfg->loops.at[i].parent > i);
  if (!cfg->model)
    cfg->scopes = scopes_new(function);
  return cfg;
}

void
cfg_free(struct cfg *cfg)
{
  if (!cfg)
    return;
  vec_free(&cfg->blocks);
  vec_free(&cfg->loops);
  vec_free(&cfg->escapes);
  map_free(&cfg->block_index);
  map_free(&cfg->slot_index);
  scopes_free(cfg->scopes);
  free(cfg);
}
