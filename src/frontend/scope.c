#include "frontend/scope.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"

/* Operands of debug nodes. */
enum { BLOCK_PARENT = 1, VARIABLE_BLOCK = 0 };

struct variable {
  LLVMValueRef slot;
  struct scope_block block;
};
typedef VEC(struct variable) variable_list;
typedef VEC(LLVMBasicBlockRef) block_list;

/* The end of a block where functions of the attribute cleanup are called. They belong to the block,
 * but say that they lie in the one around it. */
struct cleanup {
  LLVMMetadataRef location;
  struct scope_block block;
};

/* What is known of a function while it is read. */
struct reader {
  LLVMContextRef context;
  variable_list variables;
  VEC(struct cleanup) cleanups;
};

static uint64_t
key(const void *pointer)
{
  return (uint64_t)(uintptr_t)pointer;
}

/* ---- blocks of the source ---- */

static LLVMMetadataRef
node_operand(LLVMContextRef context, LLVMMetadataRef node, unsigned index)
{
  LLVMValueRef value = LLVMMetadataAsValue(context, node);
  unsigned n = (unsigned)LLVMGetMDNodeNumOperands(value);
  if (index >= n)
    return NULL;
  LLVMValueRef *operands = mem_alloc(n * sizeof *operands), result;
  LLVMGetMDNodeOperands(value, operands);
  result = operands[index];
  free(operands);
  return result ? LLVMValueAsMetadata(result) : NULL;
}

static bool
is_block(LLVMMetadataRef scope)
{
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  return kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
}

static LLVMContextRef
context_of(LLVMValueRef instruction)
{
  return LLVMGetTypeContext(LLVMTypeOf(instruction));
}

static bool
is_same(struct scope_block a, struct scope_block b)
{
  return a.node == b.node && (a.inlined_at == b.inlined_at || MUTANT(COPIES_ARE_ONE));
}

static struct scope_block
block_at(LLVMMetadataRef location)
{
  return (struct scope_block){LLVMDILocationGetScope(location),
                              LLVMDILocationGetInlinedAt(location)};
}

/* Those of what the compiler adds may have line 0, and lie anywhere. */
static LLVMMetadataRef
location_of(LLVMValueRef instruction)
{
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  return location && LLVMDILocationGetLine(location) ? location : NULL;
}

/* A copy of a function gives each of its calls a location of its own. */
static bool
is_same_location(LLVMMetadataRef a, LLVMMetadataRef b)
{
  return a == b || (LLVMDILocationGetLine(a) == LLVMDILocationGetLine(b) &&
                    LLVMDILocationGetColumn(a) == LLVMDILocationGetColumn(b) &&
                    LLVMDILocationGetScope(a) == LLVMDILocationGetScope(b) &&
                    LLVMDILocationGetInlinedAt(a) == LLVMDILocationGetInlinedAt(b));
}

static struct scope_block
block_of(const struct reader *reader, LLVMMetadataRef location)
{
  for (size_t i = 0; i < reader->cleanups.n && !MUTANT(CLEANUP_BEHIND); i++)
    if (is_same_location(reader->cleanups.at[i].location, location))
      return reader->cleanups.at[i].block;
  return block_at(location);
}

/* The block that an instruction lies in; none if it does not say so. A jump says where the
 * statement before it was, which may be over: it is believed only if nothing else is there. */
static struct scope_block
scope_of(const struct reader *reader, LLVMValueRef instruction)
{
  LLVMMetadataRef location = location_of(instruction);
  bool is_jump = LLVMIsABranchInst(instruction) && LLVMGetPreviousInstruction(instruction);
  if (!location || is_jump || LLVMIsAPHINode(instruction))
    return (struct scope_block){0};
  return block_of(reader, location);
}

/* The block around this one. The body of a function that was inlined lies where it is called. */
static struct scope_block
block_around(const struct reader *reader, struct scope_block block)
{
  if (is_block(block.node))
    block.node = node_operand(reader->context, block.node, BLOCK_PARENT);
  else if (block.inlined_at && !MUTANT(INLINED_OUTSIDE))
    return block_of(reader, block.inlined_at);
  else
    block.node = NULL;
  return block;
}

static bool
is_within(const struct reader *reader, struct scope_block scope, struct scope_block block)
{
  while (scope.node && !is_same(scope, block))
    scope = block_around(reader, scope);
  return scope.node;
}

/* The block that the basic block begins, or ends in. */
static struct scope_block
scope_at_begin(const struct reader *reader, LLVMBasicBlockRef basic)
{
  struct scope_block scope = {0};
  LLVMValueRef i = LLVMGetFirstInstruction(basic);
  for (; i && !scope.node; i = LLVMGetNextInstruction(i))
    scope = scope_of(reader, i);
  return scope;
}

static struct scope_block
scope_at_end(const struct reader *reader, LLVMBasicBlockRef basic)
{
  struct scope_block scope = {0};
  LLVMValueRef i = LLVMGetLastInstruction(basic);
  for (; i && !scope.node; i = LLVMGetPreviousInstruction(i))
    scope = scope_of(reader, i);
  return scope;
}

bool
scope_begins_in(LLVMBasicBlockRef basic, struct scope_block block)
{
  struct reader reader = {.context = context_of(LLVMGetFirstInstruction(basic))};
  return is_within(&reader, scope_at_begin(&reader, basic), block);
}

bool
scope_ends_in(LLVMBasicBlockRef basic, struct scope_block block)
{
  struct reader reader = {.context = context_of(LLVMGetFirstInstruction(basic))};
  return is_within(&reader, scope_at_end(&reader, basic), block);
}

/* ---- variables ---- */

static bool
is_declare(LLVMValueRef instruction)
{
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  return callee && LLVMIsAFunction(callee) &&
         !strcmp(LLVMGetValueName2(callee, &length), "llvm.dbg.declare");
}

LLVMValueRef
scope_slot(LLVMValueRef declare)
{
  LLVMValueRef operand = LLVMGetOperand(declare, 0), storage = NULL;
  if (LLVMGetMDNodeNumOperands(operand) == 1)
    LLVMGetMDNodeOperands(operand, &storage);
  bool is_slot =
    storage && LLVMIsAAllocaInst(storage) &&
    LLVMIsConstant(LLVMGetOperand(storage, 0)); /* how many: of an array of constant size */
  return is_slot ? storage : NULL;
}

struct scope_block
scope_declared(LLVMValueRef declare)
{
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(declare);
  struct scope_block block = {
    .node = node_operand(context_of(declare), variable, VARIABLE_BLOCK),
    .inlined_at = location ? LLVMDILocationGetInlinedAt(location) : NULL,
  };
  return block;
}

bool
scope_is_inner(struct scope_block block)
{
  return block.node && (is_block(block.node) || block.inlined_at);
}

bool
scope_initialises(LLVMValueRef declare)
{
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(declare);
  LLVMValueRef slot = scope_slot(declare);
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if ((LLVMIsAStoreInst(user) || LLVMIsACallInst(user)) && user != declare &&
        LLVMInstructionGetDebugLoc(user) == location)
      return true;
  }
  return false;
}

/* The place where a variable is used. Of what is passed to a function that was inlined: that of the
 * call. */
static LLVMMetadataRef
used_at(LLVMValueRef user)
{
  LLVMMetadataRef location = location_of(user);
  LLVMValueRef i = !location && LLVMIsAStoreInst(user) ? LLVMGetNextInstruction(user) : NULL;
  for (; i && !location; i = LLVMGetNextInstruction(i))
    if (is_declare(i) && scope_slot(i) == LLVMGetOperand(user, 1))
      location = LLVMDILocationGetInlinedAt(LLVMInstructionGetDebugLoc(i));
  return location;
}

/* Is it used by others than the copy of the function that declares it? */
static bool
is_used_outside(LLVMValueRef slot, LLVMMetadataRef inlined_at)
{
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMMetadataRef at = used_at(LLVMGetUser(use));
    while (at && at != inlined_at)
      at = LLVMDILocationGetInlinedAt(at);
    if (!at)
      return true;
  }
  return false;
}

/* What is passed to a function is stored before it is declared. */
static bool
is_used_before(LLVMValueRef slot, LLVMValueRef declare)
{
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef i = declare;
    while (i && i != LLVMGetUser(use))
      i = LLVMGetPreviousInstruction(i);
    if (i)
      return true;
  }
  return false;
}

/* clang puts a struct that a function returns right where the caller wants it, and calls that the
 * function's variable. */
static bool
may_be_returned(LLVMValueRef slot)
{
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(slot));
  return kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMArrayTypeKind &&
         kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind;
}

bool
scope_owns(LLVMValueRef declare)
{
  LLVMMetadataRef inlined_at = scope_declared(declare).inlined_at;
  LLVMValueRef slot = scope_slot(declare);
  return !inlined_at || MUTANT(INLINED_OWNS_ALL) ||
         (!is_used_before(slot, declare) &&
          !(may_be_returned(slot) && is_used_outside(slot, inlined_at)));
}

bool
scope_keeps(LLVMValueRef address)
{
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) ||
        (LLVMIsAGetElementPtrInst(user) && scope_keeps(user)))
      continue;
    return false;
  }
  return true;
}

/* False if functions of several blocks seem to be called in one place: a macro has no others. */
static bool
add_cleanup(struct reader *reader, LLVMMetadataRef location, struct scope_block block)
{
  for (size_t i = 0; i < reader->cleanups.n; i++) {
    struct cleanup *cleanup = &reader->cleanups.at[i];
    if (!is_same_location(cleanup->location, location))
      continue;
    bool is_deeper = is_within(reader, block, cleanup->block);
    cleanup->block = block;
    return is_deeper;
  }
  vec_push(&reader->cleanups, ((struct cleanup){location, block}));
  return true;
}

/* Behind the block nobody in its function can name the variable. If an instruction does, it belongs
 * to the end of the block. */
static bool
find_cleanups(struct reader *reader, const struct variable *variable)
{
  for (LLVMUseRef use = LLVMGetFirstUse(variable->slot); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMMetadataRef location = LLVMIsAPHINode(user) ? NULL : used_at(user);
    if (location && LLVMDILocationGetInlinedAt(location) == variable->block.inlined_at &&
        !is_within(reader, block_of(reader, location), variable->block) &&
        !add_cleanup(reader, location, variable->block))
      return false;
  }
  return true;
}

static bool
is_known_outside(const struct variable *variable)
{
  LLVMMetadataRef inlined_at = variable->block.inlined_at;
  return !scope_keeps(variable->slot) ||
         (inlined_at && is_used_outside(variable->slot, inlined_at));
}

/* None if it cannot be told where their blocks end. */
static void
find_variables(LLVMValueRef function, struct reader *reader)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      struct variable variable = {is_declare(i) ? scope_slot(i) : NULL, {0}};
      variable.block = variable.slot ? scope_declared(i) : variable.block;
      if (scope_is_inner(variable.block) && scope_owns(i) && is_known_outside(&variable))
        vec_push(&reader->variables, variable);
    }
  for (size_t i = 0; i < reader->variables.n; i++)
    if (!find_cleanups(reader, &reader->variables.at[i]))
      reader->variables.n = 0;
}

/* ---- where they begin and end ---- */

static void
find_predecessors(LLVMValueRef function, LLVMBasicBlockRef block, block_list *from)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; last && i < LLVMGetNumSuccessors(last); i++)
      if (LLVMGetSuccessor(last, i) == block) {
        vec_push(from, b);
        break;
      }
  }
}

static void
add_entry(struct scopes *scopes, LLVMValueRef before, struct scope_entry entry)
{
  uint32_t *first = map_at(&scopes->first, key(before));
  if (!*first)
    *first = (uint32_t)scopes->entries.n + 1;
  ++*map_at(&scopes->n, key(before));
  vec_push(&scopes->entries, entry);
}

/* At the beginning of a basic block: by the ends of those that lead to it. */
static void
add_first(struct scopes *scopes, const struct reader *reader, LLVMValueRef function,
          LLVMValueRef first)
{
  struct scope_block scope = scope_of(reader, first);
  block_list from = {0};
  find_predecessors(function, LLVMGetInstructionParent(first), &from);
  for (size_t v = 0; v < reader->variables.n; v++) {
    const struct variable *variable = &reader->variables.at[v];
    bool inside = is_within(reader, scope, variable->block);
    struct scope_entry entry = {variable->slot, inside,
                                inside && !from.n}; /* the function's entry */
    for (size_t i = 0; i < from.n; i++) {
      struct scope_block before = scope_at_end(reader, from.at[i]);
      entry.changes |= before.node && is_within(reader, before, variable->block) != inside;
    }
    add_entry(scopes, first, entry);
  }
  vec_free(&from);
}

static void
add_changes(struct scopes *scopes, const struct reader *reader, struct scope_block before,
            LLVMValueRef instruction)
{
  struct scope_block scope = scope_of(reader, instruction);
  for (size_t v = 0; v < reader->variables.n; v++) {
    const struct variable *variable = &reader->variables.at[v];
    bool inside = is_within(reader, scope, variable->block);
    if (inside != is_within(reader, before, variable->block))
      add_entry(scopes, instruction, (struct scope_entry){variable->slot, inside, true});
  }
}

static void
add_entries(struct scopes *scopes, const struct reader *reader, LLVMValueRef function)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    struct scope_block before = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      struct scope_block scope = scope_of(reader, i);
      if (!scope.node)
        continue;
      if (!before.node)
        add_first(scopes, reader, function, i);
      else if (!is_same(scope, before))
        add_changes(scopes, reader, before, i);
      before = scope;
    }
  }
}

struct scopes *
scopes_new(LLVMValueRef function)
{
  struct reader reader = {.context = context_of(function)};
  struct scopes *scopes = NULL;
  find_variables(function, &reader);
  if (reader.variables.n) {
    scopes = mem_alloc(sizeof *scopes);
    add_entries(scopes, &reader, function);
  }
  vec_free(&reader.variables);
  vec_free(&reader.cleanups);
  return scopes;
}

void
scopes_free(struct scopes *scopes)
{
  if (!scopes)
    return;
  vec_free(&scopes->entries);
  map_free(&scopes->first);
  map_free(&scopes->n);
  free(scopes);
}
