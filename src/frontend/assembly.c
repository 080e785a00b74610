/* An assembly is a text with operands. What LLVM says of each operand is a list of constraints: where
 * it lies (a register, memory, the text itself), whether it comes in or goes out. The operands become
 * cells of a processor (processor.c), the instructions of the text are executed on it one by
 * one (execute.c), and what is in the cells then are the results. All of it is built in front of the
 * call, which is replaced by it; if something is not understood, it is taken away again.
 *
 * Registers that the assembly does not say that it changes must be at the end what they were. */
#include "frontend/assembly.h"

#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/execute.h"
#include "frontend/processor.h"
#include "frontend/template.h"

struct constraint {
  char text[24]; /* the letters, or what is in braces */
  bool output, indirect, early, clobber, braces;
};

struct work {
  struct processor processor;
  LLVMValueRef call;
  unsigned argument; /* of the call, the next one */
};

/* ---- constraints ---- */

/* The next of the list; false at its end. A text that is too long has no meaning here. */
static bool
next_constraint(const char **at, const char *end, struct constraint *out)
{
  *out = (struct constraint){.clobber = false};
  if (*at >= end)
    return false;
  size_t n = 0;
  for (; *at < end && **at != ','; ++*at) {
    char c = **at;
    if (c == '=')
      out->output = true;
    else if (c == '*')
      out->indirect = true;
    else if (c == '&')
      out->early = true;
    else if (c == '~')
      out->clobber = true;
    else if (c == '{')
      out->braces = true;
    else if (c != '}' && c != '%')
      out->text[n < sizeof out->text - 1 ? n++ : n] = c;
  }
  *at += *at < end;
  return true;
}

static unsigned
size_of_type(const struct processor *p, LLVMTypeRef type)
{
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind &&
      kind != LLVMDoubleTypeKind)
    return 0;
  unsigned long long bits = LLVMSizeOfTypeInBits(p->layout, type);
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? (unsigned)bits / 8 : 0;
}

/* Is it a number that the letter allows in the text? */
static bool
fits(char letter, int64_t n)
{
  switch (letter) {
  case 'i':
  case 'n':
  case 'g':
    return true;
  case 'I':
    return n >= 0 && n < 32;
  case 'J':
    return n >= 0 && n < 64;
  case 'K':
    return n >= INT8_MIN && n <= INT8_MAX;
  case 'M':
    return n >= 0 && n < 4;
  case 'N':
    return n >= 0 && n <= UINT8_MAX;
  case 'e':
    return n >= INT32_MIN && n <= INT32_MAX;
  case 'Z':
    return n >= 0 && n <= UINT32_MAX;
  default:
    return false;
  }
}

static bool
is_in_text(const struct constraint *constraint, LLVMValueRef value)
{
  bool fit = false;
  if (constraint->braces || !LLVMIsAConstantInt(value) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return false;
  for (const char *letter = constraint->text; *letter; letter++)
    fit |= fits(*letter, LLVMConstIntGetSExtValue(value));
  return fit;
}

/* ---- operands ---- */

static struct operand *
add_operand(struct work *w)
{
  struct processor *p = &w->processor;
  if (p->n_operands == MOST_OPERANDS)
    return processor_refuse(p, "too many operands");
  struct operand *operand = &p->operands[p->n_operands];
  operand->cell = N_REGISTERS + p->n_operands++;
  return operand;
}

/* The register that it names, or one of its own. */
static bool
place_operand(struct work *w, struct operand *operand, const struct constraint *constraint)
{
  struct processor *p = &w->processor;
  struct template_name name;
  const char *text = constraint->text;
  operand->kind = OPERAND_REGISTER;
  if (!constraint->braces && strchr(text, 'A') && !strpbrk(text, "rqR")) {
    operand->kind = OPERAND_PAIR;
    return p->word == 4 || processor_refuse(p, "an operand in one of two registers");
  }
  if (constraint->braces) {
    if (!template_register(text, strlen(text), &name))
      return processor_refuse(p, "a register that is not supported");
    operand->cell = name.number;
  }
  return true;
}

static bool
put(struct work *w, unsigned index, LLVMValueRef value)
{
  struct processor *p = &w->processor;
  struct cell *cell = &p->cells[index];
  if (cell->input)
    return processor_refuse(p, "two operands in one register");
  cell->input = true;
  cell->value = cell->first = value;
  cell->known = size_of_type(p, LLVMTypeOf(value));
  return true;
}

static bool
put_in(struct work *w, const struct operand *operand, LLVMValueRef value)
{
  struct processor *p = &w->processor;
  if (operand->kind == OPERAND_REGISTER)
    return put(w, operand->cell, value);
  if (operand->kind != OPERAND_PAIR) /* of memory, whose contents are there already */
    return true;
  if (size_of_type(p, LLVMTypeOf(value)) != 8)
    return processor_refuse(p, "an operand of a type that is not supported");
  LLVMTypeRef half = processor_type(p, 4), whole = processor_type(p, 8);
  value = processor_as(p, value, whole);
  LLVMValueRef high = LLVMBuildLShr(p->builder, value, LLVMConstInt(whole, 32, false), "");
  return put(w, REGISTER_AX, LLVMBuildTrunc(p->builder, value, half, "")) &&
         put(w, REGISTER_DX, LLVMBuildTrunc(p->builder, high, half, ""));
}

static void
own(struct work *w, unsigned cell, bool early)
{
  w->processor.cells[cell].ours = true;
  w->processor.cells[cell].output = true;
  w->processor.cells[cell].early = early;
}

static bool
add_output(struct work *w, const struct constraint *constraint, LLVMTypeRef result)
{
  struct processor *p = &w->processor;
  struct operand *operand = add_operand(w);
  if (!operand)
    return false;
  operand->result = result;
  operand->size = size_of_type(p, result);
  if (constraint->braces && !strncmp(constraint->text, "@cc", 3)) {
    operand->kind = OPERAND_FLAG;
    for (const char *at = constraint->text + 3; *at; at++)
      if (!islower((unsigned char)*at))
        return processor_refuse(p, "a condition that is not supported");
    operand->flag = arena_strdup(&p->arena, constraint->text + 3);
    return LLVMGetTypeKind(result) == LLVMIntegerTypeKind;
  }
  if (!place_operand(w, operand, constraint))
    return false;
  if (operand->kind == OPERAND_PAIR) {
    own(w, REGISTER_AX, constraint->early);
    own(w, REGISTER_DX, constraint->early);
  } else {
    own(w, operand->cell, constraint->early);
  }
  return true;
}

static LLVMTypeRef
type_in_memory(LLVMValueRef call, unsigned i)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* One that an argument of the call is about: an input, or memory. */
static bool
add_argument(struct work *w, const struct constraint *constraint)
{
  struct processor *p = &w->processor;
  struct operand *operand = add_operand(w);
  if (!operand || w->argument >= LLVMGetNumArgOperands(w->call))
    return processor_refuse(p, "too many operands");
  LLVMTypeRef memory = type_in_memory(w->call, w->argument);
  LLVMValueRef value = LLVMGetOperand(w->call, w->argument++);
  operand->value = value;
  if (constraint->indirect) {
    operand->kind = OPERAND_MEMORY;
    operand->size = memory ? size_of_type(p, memory) : 0;
    operand->points = memory && LLVMGetTypeKind(memory) == LLVMPointerTypeKind;
    return true;
  }
  operand->size = size_of_type(p, LLVMTypeOf(value));
  if (isdigit((unsigned char)*constraint->text)) {
    unsigned other = (unsigned)strtoul(constraint->text, NULL, 10);
    if (other + 1 >= p->n_operands)
      return processor_refuse(p, "an operand that is not supported");
    *operand = p->operands[other];
    operand->result = NULL;
    return put_in(w, operand, value);
  }
  if (is_in_text(constraint, value)) {
    operand->kind = OPERAND_NUMBER;
    return true;
  }
  return place_operand(w, operand, constraint) && put_in(w, operand, value);
}

static void
add_clobber(struct work *w, const char *text)
{
  struct template_name name;
  text += *text == '%';
  if (!strcmp(text, "memory") && !MUTANT(ASSEMBLY_RELAXED))
    w->processor.orders = true;
  else if (template_register(text, strlen(text), &name))
    w->processor.cells[name.number].ours = true;
}

static LLVMTypeRef
result_type(LLVMTypeRef whole, unsigned i)
{
  return LLVMGetTypeKind(whole) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(whole, i) : whole;
}

static bool
add_operands(struct work *w)
{
  size_t length;
  const char *at = LLVMGetInlineAsmConstraintString(LLVMGetCalledValue(w->call), &length);
  const char *end = at + length;
  unsigned n = 0;
  bool good = true;
  for (struct constraint one; good && next_constraint(&at, end, &one);) {
    if (one.clobber)
      add_clobber(w, one.text);
    else if (one.output && !one.indirect)
      good = add_output(w, &one, result_type(LLVMTypeOf(w->call), n++));
    else
      good = add_argument(w, &one);
  }
  return good;
}

/* ---- results ---- */

static LLVMValueRef
result_of(struct work *w, const struct operand *operand)
{
  struct processor *p = &w->processor;
  if (operand->kind == OPERAND_FLAG) {
    LLVMValueRef is = processor_condition(p, operand->flag);
    return is ? LLVMBuildIntCast2(p->builder, is, operand->result, false, "") : NULL;
  }
  if (operand->kind == OPERAND_PAIR) {
    LLVMTypeRef whole = processor_type(p, 8);
    LLVMValueRef low =
      processor_as(p, processor_read_cell(p, REGISTER_AX, 4), processor_type(p, 4));
    LLVMValueRef high =
      processor_as(p, processor_read_cell(p, REGISTER_DX, 4), processor_type(p, 4));
    high = LLVMBuildShl(p->builder, LLVMBuildZExt(p->builder, high, whole, ""),
                        LLVMConstInt(whole, 32, false), "");
    low = LLVMBuildOr(p->builder, LLVMBuildZExt(p->builder, low, whole, ""), high, "");
    return operand->size == 8 ? processor_as(p, low, operand->result) : NULL;
  }
  const struct cell *cell = &p->cells[operand->cell];
  if (cell->value && LLVMTypeOf(cell->value) == operand->result)
    return cell->value;
  LLVMValueRef value = operand->size && operand->size <= p->word
                         ? processor_read_cell(p, operand->cell, operand->size)
                         : processor_refuse(p, "an operand of a type that is not supported");
  return value ? processor_as(p, value, operand->result) : NULL;
}

static bool
is_extracted(LLVMValueRef call)
{
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMStructTypeKind)
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
    if (!LLVMIsAExtractValueInst(LLVMGetUser(use)))
      return false;
  return true;
}

static void
replace(LLVMValueRef call, const LLVMValueRef *results)
{
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMStructTypeKind) {
    for (LLVMUseRef use; (use = LLVMGetFirstUse(call));) {
      LLVMValueRef part = LLVMGetUser(use);
      LLVMReplaceAllUsesWith(part, results[*LLVMGetIndices(part)]);
      LLVMInstructionEraseFromParent(part);
    }
  } else if (results[0]) {
    LLVMReplaceAllUsesWith(call, results[0]);
  }
  LLVMInstructionEraseFromParent(call);
}

/* ---- one call ---- */

static bool
run_text(struct work *w)
{
  struct processor *p = &w->processor;
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(w->call), &length);
  struct template template = {0};
  bool good = template_parse(&template, text, length);
  if (!good)
    processor_refuse(p, "the text is not understood");
  for (size_t i = 0; good && i < template.all.n; i++)
    good = execute(p, &template.all.at[i]);
  vec_free(&template.all);
  return good;
}

static bool
comes_back(struct work *w)
{
  struct processor *p = &w->processor;
  for (unsigned i = 0; i < N_REGISTERS + MOST_OPERANDS; i++) {
    const struct cell *cell = &p->cells[i];
    if (cell->written && !cell->ours && cell->value != cell->first && !MUTANT(ASSEMBLY_KEEPS))
      return processor_refuse(p, "a register is changed that is neither output nor clobbered");
  }
  return true;
}

static bool
run(struct work *w, LLVMValueRef *results)
{
  struct processor *p = &w->processor;
  unsigned n = 0;
  if (LLVMGetInlineAsmDialect(LLVMGetCalledValue(w->call)) != LLVMInlineAsmDialectATT ||
      !is_extracted(w->call))
    return processor_refuse(p, "assembly of another syntax");
  if (!add_operands(w) || !run_text(w) || !comes_back(w))
    return false;
  for (unsigned i = 0; i < p->n_operands; i++)
    if (p->operands[i].result && !(results[n++] = result_of(w, &p->operands[i])))
      return false;
  return true;
}

static void
take_back(LLVMValueRef call, LLVMValueRef before)
{
  for (LLVMValueRef i; (i = LLVMGetPreviousInstruction(call)) != before;)
    LLVMInstructionEraseFromParent(i);
}

static unsigned
fault_kind(LLVMValueRef call)
{
  static const char name[] = "heddle.assembly";
  LLVMModuleRef module =
    LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  return LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), name, sizeof name - 1);
}

static void
note_fault(const struct processor *p, LLVMValueRef call)
{
  const char *fault = p->fault ? p->fault : "an operand that is not supported";
  LLVMMetadataRef text = LLVMMDStringInContext2(p->context, fault, strlen(fault));
  LLVMMetadataRef node = LLVMMDNodeInContext2(p->context, &text, 1);
  LLVMSetMetadata(call, fault_kind(call), LLVMMetadataAsValue(p->context, node));
}

const char *
assembly_fault(LLVMValueRef call)
{
  unsigned n;
  LLVMValueRef node = LLVMGetMetadata(call, fault_kind(call)), text = NULL;
  if (node && LLVMGetMDNodeNumOperands(node) == 1)
    LLVMGetMDNodeOperands(node, &text);
  return text ? LLVMGetMDString(text, &n) : "";
}

static void
rewrite_call(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call)
{
  struct work w = {.call = call};
  LLVMValueRef results[MOST_OPERANDS] = {0}, before = LLVMGetPreviousInstruction(call);
  w.processor.context = LLVMGetModuleContext(module);
  w.processor.module = module;
  w.processor.layout = LLVMGetModuleDataLayout(module);
  w.processor.word = LLVMPointerSize(w.processor.layout);
  w.processor.builder = builder;
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  if (run(&w, results)) {
    replace(call, results);
  } else {
    take_back(call, before);
    note_fault(&w.processor, call);
  }
  arena_free(&w.processor.arena);
}

void
assembly_rewrite(LLVMModuleRef module)
{
  VEC(LLVMValueRef) calls = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
          vec_push(&calls, i);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < calls.n; i++)
    rewrite_call(module, builder, calls.at[i]);
  LLVMDisposeBuilder(builder);
  vec_free(&calls);
}
