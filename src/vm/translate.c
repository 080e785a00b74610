/* Functions, block by block.
 *
 * A local variable whose address nobody takes becomes a register, if it is certain that it is written
 * before it is read: what it holds otherwise is arbitrary, and only memory knows that. A block that is
 * left for one with phi nodes goes by a stub of its own, which moves what they take. */
#include "vm/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/mutant.h"
#include "frontend/argument.h"
#include "frontend/debug.h"
#include "frontend/module.h"
#include "frontend/scope.h"
#include "frontend/type.h"
#include "instrument/assertion.h"
#include "instrument/points.h"
#include "ir/prog.h"
#include "vm/translation.h"

static uint64_t
key(const void *pointer)
{
  return (uint64_t)(uintptr_t)pointer;
}

/* ---- types ---- */

unsigned
translation_width(const struct translation *t, LLVMTypeRef type)
{
  (void)t;
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return LLVMGetIntTypeWidth(type);
  case LLVMPointerTypeKind:
  case LLVMDoubleTypeKind:
    return 64;
  case LLVMFloatTypeKind:
    return 32;
  default:
    return 0;
  }
}

uint64_t
translation_bytes(const struct translation *t, LLVMTypeRef type)
{
  return LLVMABISizeOfType(t->layout, type);
}

uint64_t
translation_offset(const struct translation *t, LLVMTypeRef type, unsigned index)
{
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
    return LLVMOffsetOfElement(t->layout, type, index);
  return index * translation_bytes(t, LLVMGetElementType(type));
}

/* ---- numbers of functions and variables ---- */

uint32_t
translation_function(struct translation *t, LLVMValueRef function)
{
  uint32_t *number = map_at(&t->functions, key(function));
  if (!*number) {
    vec_push(&t->waiting, function);
    *number = (uint32_t)t->waiting.n;
  }
  return *number - 1;
}

/* What it holds at the start is made by a model. */
static bool
is_environment(LLVMValueRef global)
{
  size_t length;
  return !strcmp(LLVMGetValueName2(global, &length), "environ");
}

uint32_t
translation_global(struct translation *t, LLVMValueRef global)
{
  const uint32_t *known = map_find(&t->globals, key(global));
  if (known)
    return *known;
  struct global new = {.size = 1, .align = 1, .constant = true};
  if (LLVMIsAFunction(global)) {
    new.is_function = true;
    new.function = translation_function(t, global);
  } else {
    new.size = translation_bytes(t, LLVMGlobalGetValueType(global));
    new.align = LLVMGetAlignment(global) ? LLVMGetAlignment(global) : 1;
    new.constant = LLVMIsGlobalConstant(global);
    new.is_thread_local = LLVMIsThreadLocal(global);
    new.unknown = !LLVMGetInitializer(global) || is_environment(global);
  }
  uint32_t object = (uint32_t)t->code->globals.n;
  vec_push(&t->code->globals, new);
  vec_push(&t->variables, global);
  *map_at(&t->globals, key(global)) = object;
  return object;
}

static void
initialise_globals(struct translation *t)
{
  for (; t->initialised < t->variables.n; t->initialised++) {
    LLVMValueRef variable = t->variables.at[t->initialised];
    LLVMValueRef value =
      variable && !LLVMIsAFunction(variable) ? LLVMGetInitializer(variable) : NULL;
    struct global filled = {0};
    if (!value)
      continue;
    translation_initial(t, &filled, value, 0); /* which may make others */
    struct global *global = &t->code->globals.at[t->initialised];
    global->bytes.at = filled.bytes.at;
    global->bytes.n = filled.bytes.n;
    global->unknown |= filled.unknown;
  }
}

/* ---- instructions ---- */

uint32_t
code_add(struct translation *t, struct instruction instruction)
{
  instruction.point = t->point;
  t->point = 0;
  vec_push(&t->function->code, instruction);
  return (uint32_t)t->function->code.n - 1;
}

void
code_give_up(struct translation *t, const char *format, ...)
{
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  code_add(t, (struct instruction){.op = CODE_GIVE_UP, .extra = t->code->texts.n});
  vec_push(&t->code->texts, arena_strdup(&t->code->arena, text));
}

uint32_t
code_constant(struct translation *t, uint64_t value)
{
  for (size_t i = t->code->constants.n; i > 0 && i + 64 > t->code->constants.n; i--)
    if (t->code->constants.at[i - 1] == value)
      return (uint32_t)(i - 1) | OPERAND_CONSTANT;
  vec_push(&t->code->constants, value);
  return (uint32_t)(t->code->constants.n - 1) | OPERAND_CONSTANT;
}

uint32_t
new_register(struct translation *t)
{
  return t->function->registers++;
}

uint32_t
result_of(struct translation *t, LLVMValueRef instruction)
{
  return cfg_slot(t->cfg, instruction);
}

void
operand_list(struct translation *t, LLVMValueRef value, uint32_t *out)
{
  uint32_t n = type_scalars(LLVMTypeOf(value));
  uint64_t bits[MOST_SCALARS] = {0};
  INVARIANT(n <= MOST_SCALARS);
  if (!LLVMIsConstant(value)) {
    for (uint32_t i = 0; i < n; i++)
      out[i] = cfg_slot(t->cfg, value) + i;
    return;
  }
  if (!translation_scalars(t, value, bits))
    code_give_up(t, "a constant of a kind that is not supported");
  for (uint32_t i = 0; i < n; i++)
    out[i] = code_constant(t, bits[i]);
}

uint32_t
operand_one(struct translation *t, LLVMValueRef value)
{
  uint32_t out[MOST_SCALARS];
  operand_list(t, value, out);
  return out[0];
}

/* More than a few scalars, or none, or a number of more than 64 bits. */
static bool
is_supported(const struct translation *t, LLVMTypeRef type)
{
  unsigned width = translation_width(t, type);
  uint32_t n = type_scalars(type);
  if (width || LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
    return width && width <= 64;
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind || !n || n > MOST_SCALARS)
    return false;
  for (unsigned i = 0; i < field_count(type); i++)
    if (!is_supported(t, field_type(type, i)))
      return false;
  return true;
}

uint32_t
code_advance(struct translation *t, uint32_t address, uint64_t offset)
{
  if (!offset)
    return address;
  uint32_t to = new_register(t);
  code_add(t, (struct instruction){.op = CODE_ADVANCE,
                                   .to = to,
                                   .a = address,
                                   .b = code_constant(t, offset),
                                   .width = 64,
                                   .extra = 1});
  return to;
}

void
code_load(struct translation *t, LLVMTypeRef type, uint32_t address, uint32_t to)
{
  unsigned width = translation_width(t, type);
  if (width) {
    code_add(
      t, (struct instruction){
           .op = CODE_LOAD, .to = to, .a = address, .width = (uint8_t)width, .plain = !t->atomic});
    return;
  }
  for (unsigned i = 0; i < field_count(type); i++) {
    LLVMTypeRef field = field_type(type, i);
    code_load(t, field, code_advance(t, address, translation_offset(t, type, i)), to);
    to += type_scalars(field);
  }
}

uint32_t
code_store(struct translation *t, LLVMTypeRef type, uint32_t address, const uint32_t *values)
{
  unsigned width = translation_width(t, type);
  uint32_t n = 0;
  if (width) {
    code_add(t, (struct instruction){.op = CODE_STORE,
                                     .a = address,
                                     .b = values[0],
                                     .width = (uint8_t)width,
                                     .plain = !t->atomic});
    return 1;
  }
  for (unsigned i = 0; i < field_count(type); i++)
    n += code_store(t, field_type(type, i),
                    code_advance(t, address, translation_offset(t, type, i)), values + n);
  return n;
}

/* ---- local variables as registers ---- */

static uint32_t
register_of(const struct translation *t, LLVMValueRef slot)
{
  const uint32_t *known = map_find(&t->promoted, key(slot));
  return known ? *known - 1 : NO_REGISTER;
}

static LLVMTypeRef
accessed_type(LLVMValueRef user, LLVMValueRef slot)
{
  if (LLVMIsALoadInst(user))
    return LLVMTypeOf(user);
  if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot && LLVMGetOperand(user, 0) != slot)
    return LLVMTypeOf(LLVMGetOperand(user, 0));
  return NULL;
}

/* Its life ends before the function does, and that may matter. */
static bool
is_of_scope(const struct cfg *cfg, LLVMValueRef slot)
{
  for (size_t i = 0; cfg->scopes && i < cfg->scopes->entries.n; i++)
    if (cfg->scopes->entries.at[i].slot == slot && !MUTANT(VM_SCOPE_IN_REGISTER))
      return true;
  return false;
}

static bool
is_simple(const struct translation *t, LLVMValueRef slot)
{
  LLVMTypeRef type = LLVMGetAllocatedType(slot);
  unsigned width = translation_width(t, type);
  LLVMValueRef count = LLVMGetOperand(slot, 0);
  if (!width || width > 64 || !LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1 ||
      is_of_scope(t->cfg, slot))
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(slot); use; use = LLVMGetNextUse(use)) {
    LLVMTypeRef accessed = accessed_type(LLVMGetUser(use), slot);
    if (!accessed || translation_width(t, accessed) != width)
      return false;
  }
  return true;
}

static bool
is_declare(LLVMValueRef instruction)
{
  size_t length;
  return LLVMIsACallInst(instruction) && LLVMIsAFunction(LLVMGetCalledValue(instruction)) &&
         !strcmp(LLVMGetValueName2(LLVMGetCalledValue(instruction), &length), "llvm.dbg.declare");
}

/* Which of the candidates may be unwritten: a byte each. */
struct unwritten {
  const struct map *number; /* slot -> candidate + 1 */
  size_t n;
  bool *bad; /* read while it may be unwritten */
};

static uint32_t
candidate(const struct unwritten *u, LLVMValueRef slot)
{
  const uint32_t *found = slot ? map_find(u->number, key(slot)) : NULL;
  return found ? *found - 1 : NO_REGISTER;
}

/* May the block be run again? */
static bool
is_repeated(const struct cfg *cfg, uint32_t block)
{
  return cfg->blocks.at[block].loop != NO_LOOP || cfg->irreducible;
}

/* What one block makes of it. */
static void
follow_block(const struct unwritten *u, const struct cfg *cfg, uint32_t b, uint8_t *open)
{
  LLVMBasicBlockRef block = cfg->blocks.at[b].block;
  bool again = is_repeated(cfg, b);
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    bool load = LLVMIsALoadInst(i), store = LLVMIsAStoreInst(i);
    bool declare = again && !load && !store && is_declare(i) && scope_owns(i);
    LLVMValueRef slot = load      ? LLVMGetOperand(i, 0)
                        : store   ? LLVMGetOperand(i, 1)
                        : declare ? scope_slot(i)
                                  : NULL;
    uint32_t at = candidate(u, slot);
    if (at == NO_REGISTER)
      continue;
    if (load)
      u->bad[at] |= open[at];
    else
      open[at] = declare;
  }
}

static bool
merge(uint8_t *into, const uint8_t *from, size_t n)
{
  bool changed = false;
  for (size_t i = 0; i < n; i++) {
    changed |= from[i] && !into[i];
    into[i] |= from[i];
  }
  return changed;
}

static void
find_unwritten(const struct translation *t, const struct unwritten *u)
{
  size_t blocks = t->cfg->blocks.n, n = u->n;
  uint8_t *in = mem_alloc(blocks * n + 1), *out = mem_alloc(n + 1);
  memset(in, 1, n);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t b = 0; b < blocks; b++) {
      LLVMValueRef last = LLVMGetBasicBlockTerminator(t->cfg->blocks.at[b].block);
      memcpy(out, in + b * n, n);
      follow_block(u, t->cfg, (uint32_t)b, out);
      for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
        uint32_t next = cfg_block_index(t->cfg, LLVMGetSuccessor(last, k));
        changed |= merge(in + next * n, out, n);
      }
    }
  }
  free(in);
  free(out);
}

static void
promote(struct translation *t)
{
  VEC(LLVMValueRef) slots = {0};
  struct map number = {0};
  for (size_t b = 0; b < t->cfg->blocks.n; b++) {
    LLVMValueRef i = LLVMGetFirstInstruction(t->cfg->blocks.at[b].block);
    for (; i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i) && is_simple(t, i)) {
        vec_push(&slots, i);
        *map_at(&number, key(i)) = (uint32_t)slots.n;
      }
  }
  struct unwritten u = {.number = &number, .n = slots.n, .bad = mem_alloc(slots.n + 1)};
  find_unwritten(t, &u);
  for (size_t i = 0; i < slots.n; i++)
    if (!u.bad[i])
      *map_at(&t->promoted, key(slots.at[i])) = new_register(t) + 1;
  free(u.bad);
  map_free(&number);
  vec_free(&slots);
}

/* ---- each kind ---- */

static void
translate_alloca(struct translation *t, LLVMValueRef i)
{
  if (register_of(t, i) != NO_REGISTER)
    return;
  uint64_t unit = translation_bytes(t, LLVMGetAllocatedType(i));
  uint32_t size = code_constant(t, unit ? unit : 1);
  LLVMValueRef count = LLVMGetOperand(i, 0);
  if (LLVMIsAConstantInt(count)) {
    uint64_t bytes = unit * LLVMConstIntGetZExtValue(count);
    size = code_constant(t, bytes ? bytes : 1);
  } else {
    uint32_t product = new_register(t);
    code_add(t, (struct instruction){.op = CODE_BINARY,
                                     .kind = BINARY_MUL,
                                     .width = 64,
                                     .to = product,
                                     .a = operand_one(t, count),
                                     .b = size});
    size = product;
  }
  code_add(t, (struct instruction){
                .op = CODE_OBJECT, .to = result_of(t, i), .a = size, .extra = LLVMGetAlignment(i)});
  vec_push(&t->function->objects, result_of(t, i));
}

static void
translate_load(struct translation *t, LLVMValueRef i)
{
  uint32_t known = register_of(t, LLVMGetOperand(i, 0));
  LLVMTypeRef type = LLVMTypeOf(i);
  if (known != NO_REGISTER)
    code_add(t, (struct instruction){.op = CODE_MOVE, .to = result_of(t, i), .a = known});
  else if (is_supported(t, type))
    code_load(t, type, operand_one(t, LLVMGetOperand(i, 0)), result_of(t, i));
  else
    code_give_up(t, "a load of a type that is not supported");
}

static void
translate_store(struct translation *t, LLVMValueRef i)
{
  uint32_t known = register_of(t, LLVMGetOperand(i, 1)), values[MOST_SCALARS];
  LLVMValueRef value = LLVMGetOperand(i, 0);
  if (!is_supported(t, LLVMTypeOf(value))) {
    code_give_up(t, "a store of a type that is not supported");
    return;
  }
  operand_list(t, value, values);
  if (known != NO_REGISTER)
    code_add(t, (struct instruction){.op = CODE_MOVE, .to = known, .a = values[0]});
  else
    code_store(t, LLVMTypeOf(value), operand_one(t, LLVMGetOperand(i, 1)), values);
}

static void
translate_gep(struct translation *t, LLVMValueRef i)
{
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  uint32_t address = operand_one(t, LLVMGetOperand(i, 0));
  uint64_t offset = 0;
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++) {
    LLVMValueRef index = LLVMGetOperand(i, k);
    if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      offset += translation_offset(t, type, field);
      type = field_type(type, field);
      continue;
    }
    if (k > 1)
      type = field_type(type, 0);
    uint64_t unit = translation_bytes(t, type);
    if (LLVMIsAConstantInt(index)) {
      offset += (uint64_t)LLVMConstIntGetSExtValue(index) * unit;
      continue;
    }
    uint32_t to = new_register(t);
    code_add(t, (struct instruction){.op = CODE_ADVANCE,
                                     .to = to,
                                     .a = address,
                                     .b = operand_one(t, index),
                                     .width = (uint8_t)translation_width(t, LLVMTypeOf(index)),
                                     .extra = unit});
    address = to;
  }
  code_add(t, (struct instruction){
                .op = CODE_MOVE, .to = result_of(t, i), .a = code_advance(t, address, offset)});
}

static bool
binary_kind(LLVMOpcode opcode, enum binary *kind)
{
  static const struct {
    LLVMOpcode opcode;
    enum binary kind;
  } table[] = {
    {LLVMAdd, BINARY_ADD},   {LLVMSub, BINARY_SUB},   {LLVMMul, BINARY_MUL},
    {LLVMUDiv, BINARY_UDIV}, {LLVMSDiv, BINARY_SDIV}, {LLVMURem, BINARY_UREM},
    {LLVMSRem, BINARY_SREM}, {LLVMShl, BINARY_SHL},   {LLVMLShr, BINARY_LSHR},
    {LLVMAShr, BINARY_ASHR}, {LLVMAnd, BINARY_AND},   {LLVMOr, BINARY_OR},
    {LLVMXor, BINARY_XOR},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].opcode == opcode) {
      *kind = table[i].kind;
      return true;
    }
  return false;
}

static bool
update_kind(LLVMAtomicRMWBinOp op, enum binary *kind)
{
  static const struct {
    LLVMAtomicRMWBinOp op;
    enum binary kind;
  } table[] = {
    {LLVMAtomicRMWBinOpXchg, BINARY_TAKE}, {LLVMAtomicRMWBinOpAdd, BINARY_ADD},
    {LLVMAtomicRMWBinOpSub, BINARY_SUB},   {LLVMAtomicRMWBinOpAnd, BINARY_AND},
    {LLVMAtomicRMWBinOpNand, BINARY_NAND}, {LLVMAtomicRMWBinOpOr, BINARY_OR},
    {LLVMAtomicRMWBinOpXor, BINARY_XOR},   {LLVMAtomicRMWBinOpMax, BINARY_SMAX},
    {LLVMAtomicRMWBinOpMin, BINARY_SMIN},  {LLVMAtomicRMWBinOpUMax, BINARY_UMAX},
    {LLVMAtomicRMWBinOpUMin, BINARY_UMIN},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].op == op) {
      *kind = table[i].kind;
      return true;
    }
  return false;
}

static unsigned
width_of(const struct translation *t, LLVMValueRef value)
{
  return translation_width(t, LLVMTypeOf(value));
}

static void
translate_update(struct translation *t, LLVMValueRef i)
{
  enum binary kind;
  unsigned width = width_of(t, i);
  if (!update_kind(LLVMGetAtomicRMWBinOp(i), &kind) || !width || width > 64 || width % 8)
    code_give_up(t, "an atomic operation of a kind that is not supported");
  else
    code_add(t, (struct instruction){.op = CODE_UPDATE,
                                     .kind = (uint8_t)kind,
                                     .width = (uint8_t)width,
                                     .to = result_of(t, i),
                                     .a = operand_one(t, LLVMGetOperand(i, 0)),
                                     .b = operand_one(t, LLVMGetOperand(i, 1))});
}

static void
translate_exchange(struct translation *t, LLVMValueRef i)
{
  unsigned width = width_of(t, LLVMGetOperand(i, 1));
  if (!width || width > 64 || width % 8)
    code_give_up(t, "an atomic operation of a kind that is not supported");
  else
    code_add(t, (struct instruction){.op = CODE_EXCHANGE,
                                     .kind = LLVMGetWeak(i) != 0,
                                     .width = (uint8_t)width,
                                     .to = result_of(t, i),
                                     .a = operand_one(t, LLVMGetOperand(i, 0)),
                                     .b = operand_one(t, LLVMGetOperand(i, 1)),
                                     .c = operand_one(t, LLVMGetOperand(i, 2))});
}

static void
translate_binary(struct translation *t, LLVMValueRef i, enum binary kind)
{
  unsigned width = width_of(t, i);
  if (!width || width > 64)
    code_give_up(t, "integers of more than 64 bits, or vectors");
  else
    code_add(t, (struct instruction){.op = CODE_BINARY,
                                     .kind = (uint8_t)kind,
                                     .width = (uint8_t)width,
                                     .to = result_of(t, i),
                                     .a = operand_one(t, LLVMGetOperand(i, 0)),
                                     .b = operand_one(t, LLVMGetOperand(i, 1))});
}

static void
translate_compare(struct translation *t, LLVMValueRef i)
{
  static const struct {
    LLVMIntPredicate predicate;
    enum compare kind;
    bool turned;
  } table[] = {
    {LLVMIntEQ, COMPARE_EQ, false},   {LLVMIntNE, COMPARE_NE, false},
    {LLVMIntULT, COMPARE_ULT, false}, {LLVMIntUGT, COMPARE_ULT, true},
    {LLVMIntULE, COMPARE_ULE, false}, {LLVMIntUGE, COMPARE_ULE, true},
    {LLVMIntSLT, COMPARE_SLT, false}, {LLVMIntSGT, COMPARE_SLT, true},
    {LLVMIntSLE, COMPARE_SLE, false}, {LLVMIntSGE, COMPARE_SLE, true},
  };
  unsigned width = width_of(t, LLVMGetOperand(i, 0));
  if (!width || width > 64) {
    code_give_up(t, "integers of more than 64 bits, or vectors");
    return;
  }
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (table[k].predicate == LLVMGetICmpPredicate(i))
      code_add(t, (struct instruction){.op = CODE_COMPARE,
                                       .kind = (uint8_t)table[k].kind,
                                       .width = (uint8_t)width,
                                       .to = result_of(t, i),
                                       .a = operand_one(t, LLVMGetOperand(i, table[k].turned)),
                                       .b = operand_one(t, LLVMGetOperand(i, !table[k].turned))});
}

static void
translate_cast(struct translation *t, LLVMValueRef i, bool is_signed)
{
  unsigned width = width_of(t, i), from = width_of(t, LLVMGetOperand(i, 0));
  if (!width || width > 64 || !from || from > 64)
    code_give_up(t, "a conversion that is not supported");
  else
    code_add(t, (struct instruction){.op = CODE_RESIZE,
                                     .kind = is_signed,
                                     .width = (uint8_t)width,
                                     .from = (uint8_t)from,
                                     .to = result_of(t, i),
                                     .a = operand_one(t, LLVMGetOperand(i, 0))});
}

static void
move_all(struct translation *t, uint32_t to, const uint32_t *from, uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    code_add(t, (struct instruction){.op = CODE_MOVE, .to = to + k, .a = from[k]});
}

static void
translate_select(struct translation *t, LLVMValueRef i)
{
  uint32_t yes[MOST_SCALARS], no[MOST_SCALARS];
  uint32_t condition = operand_one(t, LLVMGetOperand(i, 0));
  operand_list(t, LLVMGetOperand(i, 1), yes);
  operand_list(t, LLVMGetOperand(i, 2), no);
  for (uint32_t k = 0; k < type_scalars(LLVMTypeOf(i)); k++)
    code_add(
      t, (struct instruction){
           .op = CODE_SELECT, .to = result_of(t, i) + k, .a = condition, .b = yes[k], .c = no[k]});
}

static uint32_t
scalars_before(LLVMTypeRef type, LLVMValueRef i, LLVMTypeRef *part)
{
  uint32_t skip = 0;
  const unsigned *index = LLVMGetIndices(i);
  for (unsigned k = 0; k < LLVMGetNumIndices(i); k++) {
    for (unsigned f = 0; f < index[k]; f++)
      skip += type_scalars(field_type(type, f));
    type = field_type(type, index[k]);
  }
  *part = type;
  return skip;
}

static void
translate_extract(struct translation *t, LLVMValueRef i)
{
  uint32_t whole[MOST_SCALARS];
  LLVMTypeRef part;
  operand_list(t, LLVMGetOperand(i, 0), whole);
  uint32_t skip = scalars_before(LLVMTypeOf(LLVMGetOperand(i, 0)), i, &part);
  move_all(t, result_of(t, i), whole + skip, type_scalars(part));
}

static void
translate_insert(struct translation *t, LLVMValueRef i)
{
  uint32_t whole[MOST_SCALARS];
  LLVMTypeRef part;
  operand_list(t, LLVMGetOperand(i, 0), whole);
  uint32_t skip = scalars_before(LLVMTypeOf(i), i, &part);
  operand_list(t, LLVMGetOperand(i, 1), whole + skip);
  move_all(t, result_of(t, i), whole, type_scalars(LLVMTypeOf(i)));
}

/* ---- ways from block to block ---- */

static void
add_fixup(struct translation *t, uint32_t instruction, uint8_t field, LLVMBasicBlockRef to)
{
  struct fixup fixup = {.instruction = instruction,
                        .field = field,
                        .from = t->block,
                        .to = cfg_block_index(t->cfg, to)};
  vec_push(&t->fixups, fixup);
}

static void
translate_return(struct translation *t, LLVMValueRef i)
{
  uint32_t values[MOST_SCALARS], n = 0, list = (uint32_t)t->function->lists.n;
  if (LLVMGetNumOperands(i)) {
    LLVMValueRef value = LLVMGetOperand(i, 0);
    if (!is_supported(t, LLVMTypeOf(value))) {
      code_give_up(t, "a result of a type that is not supported");
      return;
    }
    n = type_scalars(LLVMTypeOf(value));
    operand_list(t, value, values);
    list = (uint32_t)t->function->lists.n;
    for (uint32_t k = 0; k < n; k++)
      vec_push(&t->function->lists, values[k]);
  }
  code_add(t, (struct instruction){.op = CODE_RETURN, .list = list, .n = n});
}

/* Does the way from the block at work lead out of its loop, and not to the end of the program? */
static bool
leaves(const struct translation *t, LLVMBasicBlockRef to)
{
  uint32_t loop = t->cfg->blocks.at[t->block].loop, index = cfg_block_index(t->cfg, to);
  return loop != NO_LOOP && !cfg_in_loop(t->cfg, index, loop) && !t->cfg->blocks.at[index].fatal;
}

static uint8_t
exits_of(const struct translation *t, LLVMBasicBlockRef b, LLVMBasicBlockRef c)
{
  unsigned exits = (leaves(t, b) ? EXIT_B : 0) | (c && leaves(t, c) ? EXIT_C : 0);
  return (uint8_t)(t->cfg->irreducible ? EXIT_UNKNOWN : exits);
}

static void
translate_branch(struct translation *t, LLVMValueRef i)
{
  if (!LLVMIsConditional(i)) {
    uint32_t jump = code_add(t, (struct instruction){.op = CODE_JUMP});
    add_fixup(t, jump, 0, LLVMGetSuccessor(i, 0));
    return;
  }
  uint32_t condition = operand_one(t, LLVMGetCondition(i));
  bool test = !t->function->model && assertion_is_test(LLVMGetInstructionParent(i));
  uint32_t branch =
    code_add(t, (struct instruction){.op = CODE_BRANCH, .a = condition, .kind = test});
  t->function->code.at[branch].exits = exits_of(t, LLVMGetSuccessor(i, 0), LLVMGetSuccessor(i, 1));
  add_fixup(t, branch, 0, LLVMGetSuccessor(i, 0));
  add_fixup(t, branch, 1, LLVMGetSuccessor(i, 1));
}

static void
translate_switch(struct translation *t, LLVMValueRef i)
{
  unsigned cases = LLVMGetNumSuccessors(i) - 1;
  if (width_of(t, LLVMGetOperand(i, 0)) > 64) {
    code_give_up(t, "integers of more than 64 bits");
    return;
  }
  /* operands: the value, where else, and then pairs */
  uint32_t value = operand_one(t, LLVMGetOperand(i, 0));
  for (unsigned k = 0; k < cases; k++) {
    uint32_t same = new_register(t), next;
    code_add(t, (struct instruction){.op = CODE_COMPARE,
                                     .kind = COMPARE_EQ,
                                     .width = (uint8_t)width_of(t, LLVMGetOperand(i, 0)),
                                     .to = same,
                                     .a = value,
                                     .b = operand_one(t, LLVMGetOperand(i, 2 + 2 * k))});
    next = code_add(t, (struct instruction){.op = CODE_BRANCH, .a = same});
    add_fixup(t, next, 0, LLVMGetSuccessor(i, k + 1));
    t->function->code.at[next].c = next + 1;
    t->function->code.at[next].exits = exits_of(t, LLVMGetSuccessor(i, k + 1), NULL);
  }
  uint32_t jump = code_add(t, (struct instruction){.op = CODE_JUMP});
  add_fixup(t, jump, 0, LLVMGetSwitchDefaultDest(i));
}

static LLVMValueRef
incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
    if (LLVMGetIncomingBlock(phi, k) == from)
      return LLVMGetIncomingValue(phi, k);
  return NULL;
}

struct move {
  uint32_t phi, temporary, n;
};

/* All are read before any is written. */
static void
move_phis(struct translation *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
  VEC(struct move) moves = {0};
  LLVMValueRef phi = LLVMGetFirstInstruction(to);
  for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
    uint32_t values[MOST_SCALARS], n = type_scalars(LLVMTypeOf(phi));
    uint32_t temporary = t->function->registers;
    t->function->registers += n;
    if (!is_supported(t, LLVMTypeOf(phi))) {
      code_give_up(t, "a choice of a type that is not supported");
      continue;
    }
    operand_list(t, incoming(phi, from), values);
    move_all(t, temporary, values, n);
    vec_push(&moves, ((struct move){result_of(t, phi), temporary, n}));
  }
  for (size_t m = 0; m < moves.n; m++)
    for (uint32_t k = 0; k < moves.at[m].n; k++)
      code_add(t, (struct instruction){
                    .op = CODE_MOVE, .to = moves.at[m].phi + k, .a = moves.at[m].temporary + k});
  vec_free(&moves);
}

/* Where a way leads: to the block, or to what its phi nodes need before. */
static uint32_t
target_of(struct translation *t, const struct fixup *fixup)
{
  LLVMBasicBlockRef to = t->cfg->blocks.at[fixup->to].block;
  if (!LLVMIsAPHINode(LLVMGetFirstInstruction(to)))
    return t->starts.at[fixup->to];
  uint32_t stub = (uint32_t)t->function->code.n;
  move_phis(t, t->cfg->blocks.at[fixup->from].block, to);
  code_add(t, (struct instruction){.op = CODE_JUMP, .b = t->starts.at[fixup->to]});
  return stub;
}

static void
fix_targets(struct translation *t)
{
  for (size_t i = 0; i < t->fixups.n; i++) {
    uint32_t target = target_of(t, &t->fixups.at[i]);
    struct instruction *instruction = &t->function->code.at[t->fixups.at[i].instruction];
    if (t->fixups.at[i].field)
      instruction->c = target;
    else
      instruction->b = target;
  }
}

/* ---- the life of variables of inner blocks ---- */

static void
translate_scope(struct translation *t, LLVMValueRef i)
{
  const struct scopes *scopes = t->cfg->scopes;
  const uint32_t *first = scopes ? map_find(&scopes->first, key(i)) : NULL;
  const uint32_t *n = first ? map_find(&scopes->n, key(i)) : NULL;
  for (uint32_t k = 0; n && k < *n; k++) {
    const struct scope_entry *entry = &scopes->entries.at[*first - 1 + k];
    if (entry->changes && register_of(t, entry->slot) == NO_REGISTER)
      code_add(t, (struct instruction){.op = CODE_LIVES,
                                       .kind = entry->inside ? LIFE_BEGINS : LIFE_ENDS,
                                       .a = operand_one(t, entry->slot)});
  }
}

/* A variable without initialiser is arbitrary whenever its declaration is reached again. */
static void
translate_declaration(struct translation *t, LLVMValueRef i)
{
  LLVMValueRef slot =
    is_declare(i) && is_repeated(t->cfg, t->block) && scope_owns(i) ? scope_slot(i) : NULL;
  if (slot && register_of(t, slot) == NO_REGISTER && !scope_initialises(i) &&
      !MUTANT(VM_DECLARED_ONCE))
    code_add(t,
             (struct instruction){.op = CODE_LIVES, .kind = LIFE_ANEW, .a = operand_one(t, slot)});
}

/* ---- points ---- */

/* The next instruction of ours begins it. */
static void
begin_point(struct translation *t, uint32_t number)
{
  if (t->point)
    code_add(t, (struct instruction){.op = CODE_NOTHING});
  t->point = number;
}

static void
begin_points(struct translation *t, LLVMValueRef i)
{
  const uint32_t *number = map_find(&t->points, key(i));
  unsigned n = point_is(i)          ? 1
               : LLVMIsACallInst(i) ? point_arguments(i, LLVMGetNumArgOperands(i))
                                    : 0;
  for (unsigned k = 0; number && k < n; k++)
    begin_point(t, *number + k);
}

/* ---- functions ---- */

static void
translate_instruction(struct translation *t, LLVMValueRef i)
{
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  enum binary kind;
  if (binary_kind(opcode, &kind)) {
    translate_binary(t, i, kind);
    return;
  }
  switch (opcode) {
  case LLVMAlloca:
    translate_alloca(t, i);
    break;
  case LLVMLoad:
    translate_load(t, i);
    break;
  case LLVMStore:
    translate_store(t, i);
    break;
  case LLVMGetElementPtr:
    translate_gep(t, i);
    break;
  case LLVMICmp:
    translate_compare(t, i);
    break;
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
    translate_cast(t, i, false);
    break;
  case LLVMSExt:
    translate_cast(t, i, true);
    break;
  case LLVMSelect:
    translate_select(t, i);
    break;
  case LLVMFreeze: {
    uint32_t values[MOST_SCALARS];
    operand_list(t, LLVMGetOperand(i, 0), values);
    move_all(t, result_of(t, i), values, type_scalars(LLVMTypeOf(i)));
    break;
  }
  case LLVMExtractValue:
    translate_extract(t, i);
    break;
  case LLVMInsertValue:
    translate_insert(t, i);
    break;
  case LLVMAtomicRMW:
    translate_update(t, i);
    break;
  case LLVMAtomicCmpXchg:
    translate_exchange(t, i);
    break;
  case LLVMFence: /* nothing is late */
  case LLVMPHI:   /* see move_phis */
    break;
  case LLVMCall:
    translate_declaration(t, i);
    call_translate(t, i);
    break;
  case LLVMRet:
    translate_return(t, i);
    break;
  case LLVMBr:
    translate_branch(t, i);
    break;
  case LLVMSwitch:
    translate_switch(t, i);
    break;
  default:
    code_give_up(t, "an instruction that is not supported");
  }
}

/* Models have accesses of their own; those of atomic operations are the program's. */
static bool
is_of_program(const struct function *function)
{
  return !function->model || strstr(function->name, "atomic") ||
         !strncmp(function->name, "heddle_", strlen("heddle_"));
}

/* Sequentially consistent memory has no weaker orders. */
static void
note_order(struct translation *t, LLVMValueRef i)
{
  bool ordered = LLVMIsAFenceInst(i) || LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
  LLVMAtomicOrdering order = ordered ? LLVMGetOrdering(i) : LLVMAtomicOrderingNotAtomic;
  if (LLVMIsAAtomicRMWInst(i))
    order = LLVMGetOrdering(i);
  if (LLVMIsAAtomicCmpXchgInst(i))
    order = LLVMGetCmpXchgFailureOrdering(i); /* never stronger than that of success */
  t->code->weaker |= is_of_program(t->function) && order != LLVMAtomicOrderingNotAtomic &&
                     order != LLVMAtomicOrderingSequentiallyConsistent;
}

static bool
is_atomic(LLVMValueRef i)
{
  return (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
         LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
}

static void
translate_block(struct translation *t, uint32_t b)
{
  LLVMBasicBlockRef block = t->cfg->blocks.at[b].block;
  t->block = b;
  vec_push(&t->starts, (uint32_t)t->function->code.n);
  if (!t->options->only_calls && !strcmp(LLVMGetBasicBlockName(block), "ERROR"))
    code_add(t, (struct instruction){.op = CODE_FAIL, .kind = FAULT_ERROR});
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAPHINode(i))
      translate_scope(t, i);
    note_order(t, i);
    begin_points(t, i);
    t->atomic = is_atomic(i);
    translate_instruction(t, i);
    t->atomic = false;
  }
}

static bool
has_supported_values(const struct translation *t, LLVMValueRef function)
{
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (!is_supported(t, LLVMTypeOf(LLVMGetParam(function, i))))
      return false;
  for (size_t b = 0; b < t->cfg->blocks.n; b++) {
    LLVMValueRef i = LLVMGetFirstInstruction(t->cfg->blocks.at[b].block);
    for (; i; i = LLVMGetNextInstruction(i))
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind && !is_supported(t, LLVMTypeOf(i)))
        return false;
  }
  return true;
}

static void
translate_blocks(struct translation *t, LLVMValueRef function)
{
  uint32_t at = 0;
  promote(t);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    for (uint32_t k = 0; k < type_scalars(LLVMTypeOf(parameter)); k++, at++)
      code_add(t, (struct instruction){.op = CODE_MOVE,
                                       .to = cfg_slot(t->cfg, parameter) + k,
                                       .a = t->cfg->slots + at});
  }
  for (uint32_t b = 0; b < t->cfg->blocks.n; b++)
    translate_block(t, b);
  fix_targets(t);
}

static bool
registers_handlers(const struct function *function)
{
  return function->model &&
         (!strcmp(function->name, "atexit") || !strcmp(function->name, "on_exit"));
}

/* The parameters arrive in registers of their own, behind the slots. */
static void
translate_function(struct translation *t, LLVMValueRef function, struct function *out)
{
  size_t length;
  *out = (struct function){
    .name = arena_strdup(&t->code->arena, LLVMGetValueName2(function, &length)),
    .model = module_is_model(function),
    .variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)),
  };
  out->atomic = call_is_atomic(out->name);
  t->function = out;
  t->code->cancels |= !strcmp(out->name, "pthread_cancel");
  t->code->detaches |= !strcmp(out->name, "pthread_detach") || !strcmp(out->name, "thrd_detach") ||
                       !strcmp(out->name, "pthread_attr_setdetachstate");
  if (LLVMIsDeclaration(function)) {
    code_give_up(t, "a call of '%s', which has no body", out->name);
    return;
  }
  if (registers_handlers(out)) {
    code_give_up(t, "functions that run at the end of the process");
    return;
  }
  t->cfg = cfg_new(function);
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    out->parameters += type_scalars(LLVMTypeOf(LLVMGetParam(function, i)));
  out->parameters += out->variadic;
  out->first = t->cfg->slots;
  out->registers = t->cfg->slots + out->parameters;
  if (has_supported_values(t, function))
    translate_blocks(t, function);
  else
    code_give_up(t, "a value in '%s' of a type that is not supported", out->name);
  cfg_free(t->cfg);
  map_free(&t->promoted);
  t->promoted = (struct map){0};
  vec_free(&t->starts);
  vec_free(&t->fixups);
}

static bool
takes_arguments(LLVMValueRef entry)
{
  for (unsigned i = 0; i < LLVMCountParams(entry); i++)
    if (argument_is_used(LLVMGetParam(entry, i)))
      return true;
  return false;
}

bool
translate(struct code *code, const struct frontend *frontend,
          const struct frontend_options *options)
{
  LLVMModuleRef module = module_of(frontend);
  struct translation t = {
    .code = code, .module = module, .layout = LLVMGetModuleDataLayout(module), .options = options};
  LLVMValueRef entry = LLVMGetNamedFunction(module, options->entry ? options->entry : "main");
  bool can = entry && !LLVMIsDeclaration(entry) && LLVMPointerSize(t.layout) == 8 &&
             !takes_arguments(entry) && !LLVMGetNamedGlobal(module, "llvm.global_ctors") &&
             !LLVMGetNamedGlobal(module, "llvm.global_dtors");
  points_number(module, &t.points);
  vec_resize(&code->globals, 1);
  vec_push(&t.variables, NULL);
  t.initialised = 1;
  if (can)
    code->entry = translation_function(&t, entry);
  while (can && (t.done < t.waiting.n || t.initialised < t.variables.n)) {
    if (t.done < t.waiting.n) {
      struct function function;
      translate_function(&t, t.waiting.at[t.done++], &function);
      code_live(&function);
      vec_push(&code->functions, function);
    } else {
      initialise_globals(&t);
    }
  }
  map_free(&t.functions);
  map_free(&t.globals);
  map_free(&t.points);
  vec_free(&t.waiting);
  vec_free(&t.variables);
  return can;
}
