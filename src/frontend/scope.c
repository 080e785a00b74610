#include "frontend/scope.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* Operands of debug nodes. */
enum { BLOCK_PARENT = 1, VARIABLE_BLOCK = 0 };

struct variable {
  LLVMValueRef slot;
  LLVMMetadataRef block;
};
typedef VEC(struct variable) variable_list;
typedef VEC(LLVMBasicBlockRef) block_list;

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

/* The block that an instruction lies in; NULL if it does not say so. A jump says where the
 * statement before it was, which may be over: it is believed only if nothing else is there. */
static LLVMMetadataRef
scope_of(LLVMValueRef instruction)
{
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  bool is_jump = LLVMIsABranchInst(instruction) && LLVMGetPreviousInstruction(instruction);
  return location && !is_jump && !LLVMIsAPHINode(instruction) ? LLVMDILocationGetScope(location)
                                                              : NULL;
}

static bool
is_within(LLVMContextRef context, LLVMMetadataRef scope, LLVMMetadataRef block)
{
  while (scope && scope != block && is_block(scope))
    scope = node_operand(context, scope, BLOCK_PARENT);
  return scope == block;
}

/* The block that the basic block begins, or ends in. */
static LLVMMetadataRef
scope_at_begin(LLVMBasicBlockRef basic)
{
  LLVMMetadataRef scope = NULL;
  for (LLVMValueRef i = LLVMGetFirstInstruction(basic); i && !scope; i = LLVMGetNextInstruction(i))
    scope = scope_of(i);
  return scope;
}

static LLVMMetadataRef
scope_at_end(LLVMBasicBlockRef basic)
{
  LLVMMetadataRef scope = NULL;
  LLVMValueRef i = LLVMGetLastInstruction(basic);
  for (; i && !scope; i = LLVMGetPreviousInstruction(i))
    scope = scope_of(i);
  return scope;
}

bool
scope_begins_in(LLVMBasicBlockRef basic, LLVMMetadataRef block)
{
  LLVMMetadataRef scope = scope_at_begin(basic);
  return scope && is_within(context_of(LLVMGetFirstInstruction(basic)), scope, block);
}

bool
scope_ends_in(LLVMBasicBlockRef basic, LLVMMetadataRef block)
{
  LLVMMetadataRef scope = scope_at_end(basic);
  return scope && is_within(context_of(LLVMGetFirstInstruction(basic)), scope, block);
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

LLVMMetadataRef
scope_declared(LLVMValueRef declare)
{
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
  LLVMMetadataRef scope = node_operand(context_of(declare), variable, VARIABLE_BLOCK);
  return scope && is_block(scope) ? scope : NULL;
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

/* Behind the block nobody can name the variable. If an instruction does, it belongs to the end of
 * the block (the attribute cleanup), and does not say so. */
static bool
is_used_behind(const struct variable *variable)
{
  for (LLVMUseRef use = LLVMGetFirstUse(variable->slot); use; use = LLVMGetNextUse(use)) {
    LLVMMetadataRef scope = scope_of(LLVMGetUser(use));
    if (scope && !is_within(context_of(variable->slot), scope, variable->block))
      return true;
  }
  return false;
}

/* None if they cannot be told. */
static void
find_variables(LLVMValueRef function, variable_list *variables)
{
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      struct variable variable = {is_declare(i) ? scope_slot(i) : NULL, NULL};
      if (!variable.slot || scope_keeps(variable.slot))
        continue;
      variable.block = scope_declared(i);
      if (variable.block)
        vec_push(variables, variable);
    }
  for (size_t i = 0; i < variables->n; i++)
    if (is_used_behind(&variables->at[i]))
      variables->n = 0;
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
add_first(struct scopes *scopes, const variable_list *variables, LLVMValueRef function,
          LLVMValueRef first)
{
  LLVMContextRef context = context_of(first);
  LLVMMetadataRef scope = scope_of(first);
  block_list from = {0};
  find_predecessors(function, LLVMGetInstructionParent(first), &from);
  for (size_t v = 0; v < variables->n; v++) {
    LLVMMetadataRef block = variables->at[v].block;
    struct scope_entry entry = {variables->at[v].slot, is_within(context, scope, block), false};
    entry.changes = entry.inside && !from.n; /* the entry of the function */
    for (size_t i = 0; i < from.n; i++) {
      LLVMMetadataRef before = scope_at_end(from.at[i]);
      entry.changes |= before && is_within(context, before, block) != entry.inside;
    }
    add_entry(scopes, first, entry);
  }
  vec_free(&from);
}

static void
add_changes(struct scopes *scopes, const variable_list *variables, LLVMMetadataRef before,
            LLVMValueRef instruction)
{
  LLVMContextRef context = context_of(instruction);
  LLVMMetadataRef scope = scope_of(instruction);
  for (size_t v = 0; v < variables->n; v++) {
    LLVMMetadataRef block = variables->at[v].block;
    bool inside = is_within(context, scope, block);
    if (inside != is_within(context, before, block))
      add_entry(scopes, instruction, (struct scope_entry){variables->at[v].slot, inside, true});
  }
}

struct scopes *
scopes_new(LLVMValueRef function)
{
  variable_list variables = {0};
  find_variables(function, &variables);
  if (!variables.n) {
    vec_free(&variables);
    return NULL;
  }
  struct scopes *scopes = mem_alloc(sizeof *scopes);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMMetadataRef before = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      LLVMMetadataRef scope = scope_of(i);
      if (scope && !before)
        add_first(scopes, &variables, function, i);
      else if (scope && scope != before)
        add_changes(scopes, &variables, before, i);
      before = scope ? scope : before;
    }
  }
  vec_free(&variables);
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
