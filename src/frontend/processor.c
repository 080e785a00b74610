/* Values keep their types as long as nobody computes with them: an address that is moved about
 * remains one. */
#include "frontend/processor.h"

#include <string.h>

#include "base/mutant.h"

void *
processor_refuse(struct processor *p, const char *fault)
{
  if (!p->fault)
    p->fault = fault;
  return NULL;
}

LLVMTypeRef
processor_type(const struct processor *p, unsigned size)
{
  return LLVMIntTypeInContext(p->context, 8 * size);
}

LLVMValueRef
processor_number(const struct processor *p, unsigned size, int64_t n)
{
  return LLVMConstInt(processor_type(p, size), (unsigned long long)n, true);
}

static LLVMTypeRef
pointer_type(const struct processor *p)
{
  return LLVMPointerTypeInContext(p->context, 0);
}

static bool
is_pointer(LLVMValueRef value)
{
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static unsigned
size_of(const struct processor *p, LLVMValueRef value)
{
  return (unsigned)LLVMStoreSizeOfType(p->layout, LLVMTypeOf(value));
}

static LLVMValueRef
call(struct processor *p, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned n)
{
  LLVMTypeRef types[2];
  for (unsigned i = 0; i < n; i++)
    types[i] = LLVMTypeOf(arguments[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
  LLVMValueRef function = LLVMGetNamedFunction(p->module, name);
  if (!function)
    function = LLVMAddFunction(p->module, name, type);
  return LLVMBuildCall2(p->builder, type, function, arguments, n, "");
}

LLVMValueRef
processor_arbitrary(struct processor *p, unsigned size)
{
  LLVMValueRef bits = LLVMConstInt(processor_type(p, 4), 8ULL * size, false);
  LLVMValueRef value = call(p, "__heddle_nondet", processor_type(p, 8), &bits, 1);
  return LLVMBuildTrunc(p->builder, value, processor_type(p, size), "");
}

LLVMValueRef
processor_as(const struct processor *p, LLVMValueRef value, LLVMTypeRef type)
{
  if (LLVMTypeOf(value) == type)
    return value;
  LLVMTypeRef number = processor_type(p, size_of(p, value));
  value = is_pointer(value) ? LLVMBuildPtrToInt(p->builder, value, number, "")
                            : LLVMBuildBitCast(p->builder, value, number, "");
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind
           ? LLVMBuildIntToPtr(p->builder, value, type, "")
           : LLVMBuildBitCast(p->builder, value, type, "");
}

/* ---- registers ---- */

/* The lower bytes of a value that is larger, or the whole value. */
static LLVMValueRef
low_bytes(const struct processor *p, LLVMValueRef value, unsigned size)
{
  if (size_of(p, value) == size)
    return value;
  LLVMValueRef number = processor_as(p, value, processor_type(p, size_of(p, value)));
  return LLVMBuildTrunc(p->builder, number, processor_type(p, size), "");
}

/* The value with other bytes below. */
static LLVMValueRef
replace_low(struct processor *p, LLVMValueRef value, LLVMValueRef low)
{
  unsigned size = size_of(p, value), low_size = size_of(p, low);
  LLVMTypeRef type = processor_type(p, size);
  LLVMValueRef mask = LLVMConstInt(type, low_size >= 8 ? 0 : ~0ULL << 8 * low_size, false);
  LLVMValueRef above = LLVMBuildAnd(p->builder, processor_as(p, value, type), mask, "");
  LLVMValueRef below = processor_as(p, low, processor_type(p, low_size));
  return LLVMBuildOr(p->builder, above, LLVMBuildZExt(p->builder, below, type, ""), "");
}

/* Somebody looks at bytes of which nothing is known: from now on they are these. */
static void
know(struct processor *p, struct cell *cell, unsigned size)
{
  LLVMValueRef bits = processor_arbitrary(p, size);
  cell->value = cell->known ? replace_low(p, bits, low_bytes(p, cell->value, cell->known)) : bits;
  if (!cell->known && !cell->first)
    cell->first = cell->value;
  cell->known = size;
}

/* A compiler may put an input and an output into the same register, unless it is told that the
 * output is written early. Is the register that the compiler chose still what it was? */
static bool
is_spoilt(const struct processor *p, unsigned cell)
{
  for (unsigned i = 0; i < N_REGISTERS + MOST_OPERANDS; i++) {
    const struct cell *other = &p->cells[i];
    bool apart = i < N_REGISTERS && cell < N_REGISTERS;
    if (other->output && !other->input && !other->early && other->written && !apart &&
        !MUTANT(ASSEMBLY_SHARED_INPUT))
      return true;
  }
  return false;
}

LLVMValueRef
processor_read_cell(struct processor *p, unsigned index, unsigned size)
{
  struct cell *cell = &p->cells[index];
  if (cell->input && !cell->output && !cell->written && is_spoilt(p, index))
    return processor_refuse(p, "an output is written before all inputs are read, without \"=&\"");
  if (index == REGISTER_SP || (cell->value && !cell->known))
    return processor_refuse(p, "an operand of a type that is not supported");
  if (cell->known < size)
    know(p, cell, size);
  return low_bytes(p, cell->value, size);
}

bool
processor_write_cell(struct processor *p, unsigned index, LLVMValueRef value)
{
  struct cell *cell = &p->cells[index];
  unsigned size = size_of(p, value);
  if (index == REGISTER_SP || (cell->value && !cell->known))
    return processor_refuse(p, "a register that cannot be written");
  if (!cell->first && cell->known)
    cell->first = cell->value;
  if (!cell->ours && !cell->known) /* it must come back, so it must be known what it was */
    know(p, cell, p->word);
  cell->written = true;
  if (size < 4 && size < cell->known) {
    cell->value = replace_low(p, cell->value, value);
  } else if (size == 4 && p->word == 8) {
    LLVMValueRef number = processor_as(p, value, processor_type(p, 4));
    cell->value = LLVMBuildZExt(p->builder, number, processor_type(p, 8), "");
    cell->known = 8;
  } else {
    cell->value = value;
    cell->known = size;
  }
  return true;
}

/* ---- arguments ---- */

static const struct operand *
operand_of(const struct processor *p, const struct template_name *name)
{
  return name->kind == NAME_OPERAND && name->number < p->n_operands ? &p->operands[name->number]
                                                                    : NULL;
}

unsigned
processor_cell(const struct processor *p, const struct template_name *name)
{
  return name->kind == NAME_REGISTER ? name->number : operand_of(p, name)->cell;
}

static bool
is_register(const struct processor *p, const struct template_name *name)
{
  const struct operand *operand = operand_of(p, name);
  if (name->kind == NAME_REGISTER)
    return name->size <= p->word && (p->word == 8 || name->number < REGISTER_R8);
  return operand && operand->kind == OPERAND_REGISTER && name->size <= p->word;
}

bool
processor_is_register(const struct processor *p, const struct template_argument *argument)
{
  return argument->kind == ARGUMENT_NAME && is_register(p, &argument->name);
}

bool
processor_is_memory(const struct processor *p, const struct template_argument *argument)
{
  if (argument->kind == ARGUMENT_MEMORY)
    return true;
  const struct operand *operand =
    argument->kind == ARGUMENT_NAME ? operand_of(p, &argument->name) : NULL;
  return operand && operand->kind == OPERAND_MEMORY;
}

unsigned
processor_size(const struct processor *p, const struct template_argument *argument)
{
  if (!processor_is_register(p, argument))
    return 0;
  return argument->name.size ? argument->name.size : operand_of(p, &argument->name)->size;
}

bool
processor_is_stack(const struct template_argument *argument)
{
  return argument->kind == ARGUMENT_MEMORY && argument->name.kind == NAME_REGISTER &&
         argument->name.number == REGISTER_SP && !argument->index.kind;
}

static LLVMValueRef
advance(const struct processor *p, LLVMValueRef address, LLVMValueRef bytes)
{
  return LLVMBuildGEP2(p->builder, processor_type(p, 1), address, &bytes, 1, "");
}

/* A register of an address, as large as addresses are. */
static LLVMValueRef
read_name(struct processor *p, const struct template_name *name)
{
  if (!is_register(p, name) || (name->size && name->size != p->word))
    return processor_refuse(p, "an address that is not supported");
  if (name->kind == NAME_OPERAND && operand_of(p, name)->size != p->word && !name->size)
    return processor_refuse(p, "an address of another size");
  if (p->cells[processor_cell(p, name)].known < p->word)
    return processor_refuse(p, "an address that nothing has set");
  return processor_read_cell(p, processor_cell(p, name), p->word);
}

bool
processor_place(struct processor *p, const struct template_argument *argument,
                struct memory_place *place)
{
  *place = (struct memory_place){0};
  if (argument->kind == ARGUMENT_NAME) {
    const struct operand *operand = operand_of(p, &argument->name);
    if (is_spoilt(p, N_REGISTERS))
      return processor_refuse(p, "an output is written before memory is used, without \"=&\"");
    *place = (struct memory_place){operand->value, operand->points && !argument->number};
  } else {
    LLVMValueRef base = read_name(p, &argument->name);
    if (!base)
      return false;
    place->address = processor_as(p, base, pointer_type(p));
  }
  if (argument->number)
    place->address = advance(p, place->address, processor_number(p, p->word, argument->number));
  if (argument->index.kind) {
    LLVMValueRef index = read_name(p, &argument->index);
    if (!index)
      return false;
    index = processor_as(p, index, processor_type(p, p->word));
    LLVMValueRef scale = processor_number(p, p->word, argument->scale);
    place->address = advance(p, place->address, LLVMBuildMul(p->builder, index, scale, ""));
  }
  return true;
}

/* ---- memory ---- */

/* A pointer is stored as one. */
static LLVMTypeRef
type_in(const struct processor *p, const struct memory_place *place, LLVMValueRef value)
{
  unsigned size = size_of(p, value);
  return size == p->word && (place->points || is_pointer(value)) ? pointer_type(p)
                                                                 : processor_type(p, size);
}

LLVMValueRef
processor_load(struct processor *p, const struct memory_place *place, unsigned size)
{
  LLVMTypeRef type = place->points && size == p->word ? pointer_type(p) : processor_type(p, size);
  LLVMValueRef load = LLVMBuildLoad2(p->builder, type, place->address, "");
  LLVMSetOrdering(load, p->orders ? LLVMAtomicOrderingAcquire : LLVMAtomicOrderingMonotonic);
  LLVMSetAlignment(load, size);
  return load;
}

void
processor_store(struct processor *p, const struct memory_place *place, LLVMValueRef value)
{
  LLVMValueRef stored = processor_as(p, value, type_in(p, place, value));
  LLVMValueRef store = LLVMBuildStore(p->builder, stored, place->address);
  LLVMSetOrdering(store, p->orders ? LLVMAtomicOrderingRelease : LLVMAtomicOrderingMonotonic);
  LLVMSetAlignment(store, size_of(p, value));
}

static LLVMAtomicOrdering
order_of_change(const struct processor *p)
{
  return p->orders ? LLVMAtomicOrderingSequentiallyConsistent : LLVMAtomicOrderingMonotonic;
}

LLVMValueRef
processor_change(struct processor *p, const struct memory_place *place,
                 LLVMAtomicRMWBinOp operation, LLVMValueRef value)
{
  bool moves = operation == LLVMAtomicRMWBinOpXchg;
  LLVMTypeRef type = moves ? type_in(p, place, value) : processor_type(p, size_of(p, value));
  return LLVMBuildAtomicRMW(p->builder, operation, place->address, processor_as(p, value, type),
                            order_of_change(p), false);
}

LLVMValueRef
processor_exchange(struct processor *p, const struct memory_place *place, LLVMValueRef expected,
                   LLVMValueRef wanted)
{
  LLVMTypeRef type = type_in(p, place, wanted);
  LLVMValueRef both = LLVMBuildAtomicCmpXchg(
    p->builder, place->address, processor_as(p, expected, type), processor_as(p, wanted, type),
    order_of_change(p), order_of_change(p), false);
  return LLVMBuildExtractValue(p->builder, both, 0, "");
}

void
processor_fence(struct processor *p, LLVMAtomicOrdering order)
{
  LLVMBuildFence(p->builder, order, false, "");
}

void
processor_begin(struct processor *p)
{
  processor_fence(p, LLVMAtomicOrderingSequentiallyConsistent);
  call(p, "__heddle_atomic_begin", LLVMVoidTypeInContext(p->context), NULL, 0);
}

void
processor_end(struct processor *p)
{
  call(p, "__heddle_atomic_end", LLVMVoidTypeInContext(p->context), NULL, 0);
  processor_fence(p, LLVMAtomicOrderingSequentiallyConsistent);
}

/* ---- reading and writing ---- */

LLVMValueRef
processor_read(struct processor *p, const struct template_argument *argument, unsigned size)
{
  struct memory_place place;
  if (argument->kind == ARGUMENT_NUMBER)
    return processor_number(p, size, argument->number);
  if (processor_is_register(p, argument))
    return processor_read_cell(p, processor_cell(p, &argument->name), size);
  if (processor_is_memory(p, argument))
    return processor_place(p, argument, &place) ? processor_load(p, &place, size) : NULL;
  const struct operand *operand = operand_of(p, &argument->name);
  if (!operand || operand->kind != OPERAND_NUMBER || argument->number)
    return processor_refuse(p, "an operand that is not supported");
  LLVMTypeRef type = processor_type(p, size);
  return LLVMBuildIntCast2(p->builder, operand->value, type, true, "");
}

bool
processor_write(struct processor *p, const struct template_argument *argument, LLVMValueRef value)
{
  struct memory_place place;
  if (processor_is_register(p, argument))
    return processor_write_cell(p, processor_cell(p, &argument->name), value);
  if (!processor_is_memory(p, argument))
    return processor_refuse(p, "a destination that is not supported");
  if (!processor_place(p, argument, &place))
    return false;
  processor_store(p, &place, value);
  return true;
}

/* ---- flags ---- */

static LLVMValueRef
compare(struct processor *p, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
  return LLVMBuildICmp(p->builder, predicate, a, b, "");
}

static LLVMValueRef
number(const struct processor *p, LLVMValueRef value)
{
  return processor_as(p, value, processor_type(p, size_of(p, value)));
}

/* Of a comparison it is computed when somebody asks for it. */
static LLVMValueRef
result(struct processor *p)
{
  const struct flags *flags = &p->flags;
  if (flags->result)
    return flags->result;
  return LLVMBuildSub(p->builder, number(p, flags->a), number(p, flags->b), "");
}

static LLVMValueRef
never(const struct processor *p)
{
  return LLVMConstInt(LLVMInt1TypeInContext(p->context), 0, false);
}

LLVMValueRef
processor_carry(struct processor *p)
{
  const struct flags *flags = &p->flags;
  if (flags->kind == FLAGS_UNKNOWN || flags->no_carry)
    return processor_refuse(p, "a flag that nothing has set");
  if (flags->carry)
    return flags->carry;
  if (flags->kind == FLAGS_LOGIC)
    return never(p);
  return flags->kind == FLAGS_ADD
           ? compare(p, LLVMIntULT, flags->result, flags->a)
           : compare(p, LLVMIntULT, number(p, flags->a), number(p, flags->b));
}

static LLVMValueRef
is_negative(struct processor *p, LLVMValueRef value)
{
  return compare(p, LLVMIntSLT, value, LLVMConstNull(LLVMTypeOf(value)));
}

static LLVMValueRef
overflow(struct processor *p)
{
  const struct flags *flags = &p->flags;
  if (flags->kind == FLAGS_LOGIC)
    return never(p);
  LLVMValueRef a = number(p, flags->a), after = result(p);
  LLVMValueRef changed = LLVMBuildXor(p->builder, a, after, "");
  LLVMValueRef other = flags->kind == FLAGS_ADD ? after : a;
  LLVMValueRef apart = LLVMBuildXor(p->builder, number(p, flags->b), other, "");
  return is_negative(p, LLVMBuildAnd(p->builder, changed, apart, ""));
}

static LLVMValueRef
is_zero(struct processor *p)
{
  if (p->flags.kind == FLAGS_SUB && !p->flags.result)
    return compare(p, LLVMIntEQ, p->flags.a, p->flags.b);
  return compare(p, LLVMIntEQ, result(p), LLVMConstNull(LLVMTypeOf(result(p))));
}

static LLVMValueRef
is_less(struct processor *p)
{
  return LLVMBuildXor(p->builder, is_negative(p, result(p)), overflow(p), "");
}

enum condition { IF_ZERO, IF_CARRY, IF_SIGN, IF_OVERFLOW, IF_LESS, IF_NOT_ABOVE, IF_NOT_GREATER };

static LLVMValueRef
evaluate(struct processor *p, enum condition condition)
{
  const struct flags *flags = &p->flags;
  if (condition == IF_CARRY)
    return processor_carry(p);
  if (flags->kind == FLAGS_UNKNOWN || flags->kind == FLAGS_CARRY)
    return processor_refuse(p, "a flag that nothing has set");
  LLVMValueRef carry;
  switch (condition) {
  case IF_ZERO:
    return is_zero(p);
  case IF_SIGN:
    return is_negative(p, result(p));
  case IF_OVERFLOW:
    return overflow(p);
  case IF_LESS:
    return is_less(p);
  case IF_NOT_ABOVE:
    carry = processor_carry(p);
    return carry ? LLVMBuildOr(p->builder, is_zero(p), carry, "") : NULL;
  default:
    return LLVMBuildOr(p->builder, is_zero(p), is_less(p), "");
  }
}

LLVMValueRef
processor_condition(struct processor *p, const char *name)
{
  static const struct {
    const char *name;
    enum condition condition;
    bool not;
  } names[] = {
    {"z", IF_ZERO, false},         {"e", IF_ZERO, false},         {"nz", IF_ZERO, true},
    {"ne", IF_ZERO, true},         {"c", IF_CARRY, false},        {"b", IF_CARRY, false},
    {"nae", IF_CARRY, false},      {"nc", IF_CARRY, true},        {"nb", IF_CARRY, true},
    {"ae", IF_CARRY, true},        {"s", IF_SIGN, false},         {"ns", IF_SIGN, true},
    {"o", IF_OVERFLOW, false},     {"no", IF_OVERFLOW, true},     {"l", IF_LESS, false},
    {"nge", IF_LESS, false},       {"nl", IF_LESS, true},         {"ge", IF_LESS, true},
    {"na", IF_NOT_ABOVE, false},   {"be", IF_NOT_ABOVE, false},   {"a", IF_NOT_ABOVE, true},
    {"nbe", IF_NOT_ABOVE, true},   {"le", IF_NOT_GREATER, false}, {"ng", IF_NOT_GREATER, false},
    {"nle", IF_NOT_GREATER, true}, {"g", IF_NOT_GREATER, true},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i].name, name)) {
      LLVMValueRef is = evaluate(p, names[i].condition);
      return is && names[i].not ? LLVMBuildNot(p->builder, is, "") : is;
    }
  return processor_refuse(p, "a condition that is not supported");
}
