/* Instructions: what each LLVM instruction means as values and accesses. */
#include "unfold/instr.h"

#include <string.h>

#include "base/mutant.h"
#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/scope.h"
#include "frontend/type.h"
#include "unfold/address.h"
#include "unfold/build.h"
#include "unfold/call.h"
#include "unfold/constant.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/float.h"
#include "unfold/flow.h"
#include "unfold/happens.h"
#include "unfold/id.h"
#include "unfold/life.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/point.h"
#include "unfold/pointer.h"
#include "unfold/sized.h"
#include "unfold/state.h"
#include "unfold/unit.h"
#include "unfold/wide.h"

/* ---- operands and results ---- */

void
operand(struct unfold *u, LLVMValueRef value, value_id *out)
{
  if (LLVMIsConstant(value)) {
    constant_scalars(u, value, out);
    return;
  }
  uint32_t n = type_scalars(LLVMTypeOf(value));
  if (n)
    memcpy(out, u->now.frame->slots + cfg_slot(u->now.frame->cfg, value), n * sizeof *out);
}

value_id
operand1(struct unfold *u, LLVMValueRef value)
{
  if (type_scalars(LLVMTypeOf(value)) != 1) {
    unfold_error(u, "%s", type_refusal(LLVMTypeOf(value)));
    return VALUE_FALSE;
  }
  value_id result;
  operand(u, value, &result);
  return result;
}

static value_id *
results(struct unfold *u, LLVMValueRef instruction)
{
  return u->now.frame->slots + cfg_slot(u->now.frame->cfg, instruction);
}

static void
result(struct unfold *u, LLVMValueRef instruction, value_id value)
{
  *results(u, instruction) = value;
}

/* The i-th operand, simplified under the guard. */
static value_id
arg(struct unfold *u, LLVMValueRef instruction, unsigned i)
{
  return facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(instruction, i)));
}

static const char *
opcode_name(LLVMOpcode opcode)
{
  switch (opcode) {
  case LLVMVAArg:
    return "va_arg";
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    return "vectors";
  default:
    return "an instruction";
  }
}

/* ---- memory ---- */

static enum memory_order
order_of(LLVMAtomicOrdering order)
{
  switch (order) {
  case LLVMAtomicOrderingNotAtomic:
    return ORDER_PLAIN;
  case LLVMAtomicOrderingAcquire:
    return ORDER_ACQUIRE;
  case LLVMAtomicOrderingRelease:
    return ORDER_RELEASE;
  case LLVMAtomicOrderingAcquireRelease:
    return ORDER_ACQ_REL;
  case LLVMAtomicOrderingSequentiallyConsistent:
    return ORDER_SEQ_CST;
  default:
    return ORDER_RELAXED;
  }
}

static value_id
advance(struct unfold *u, value_id address, uint64_t offset)
{
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), offset));
}

/* Aggregates are loaded and stored scalar by scalar. */
static void
load(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order, value_id *out)
{
  unsigned width = scalar_width(u, type);
  if (!width) {
    for (unsigned i = 0; i < field_count(type); i++) {
      LLVMTypeRef field = field_type(type, i);
      load(u, field, advance(u, address, field_offset(u, type, i)), order, out);
      out += type_scalars(field);
    }
    return;
  }
  if (unit_is(type)) {
    unit_load(u, type, address, out);
    return;
  }
  if (width > 64) {
    wide_load(u, type, address, order, out);
    return;
  }
  uint32_t bytes = (uint32_t)LLVMStoreSizeOfType(u->layout, type);
  bool whole = LLVMGetTypeKind(type) == LLVMDoubleTypeKind; /* as a 32-bit machine moves them */
  value_id value =
    whole ? access_load(u, address, bytes, order) : access_load_torn(u, address, bytes, order);
  *out = value_resize(u->prog, value, width, false);
}

static void
store(struct unfold *u, LLVMTypeRef type, value_id address, enum memory_order order,
      const value_id *values)
{
  unsigned width = scalar_width(u, type);
  if (!width) {
    for (unsigned i = 0; i < field_count(type); i++) {
      LLVMTypeRef field = field_type(type, i);
      store(u, field, advance(u, address, field_offset(u, type, i)), order, values);
      values += type_scalars(field);
    }
    return;
  }
  if (unit_is(type)) {
    unit_store(u, type, address, values);
    return;
  }
  if (width > 64) {
    wide_store(u, type, address, order, values);
    return;
  }
  unsigned wide = 8 * (unsigned)LLVMStoreSizeOfType(u->layout, type);
  value_id value = value_resize(u->prog, *values, wide, false);
  uint64_t constant; /* of a double: compilers store the halves of its bits */
  if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind && !value_is_const(u->prog, value, &constant))
    access_store(u, address, value, order);
  else
    access_store_torn(u, address, value, order);
}

static bool
is_supported(struct unfold *u, LLVMTypeRef type)
{
  uint32_t n = type_scalars(type);
  if (n && n <= 64)
    return true;
  unfold_error(u, "%s", type_refusal(type));
  return false;
}

static void
run_load(struct unfold *u, LLVMValueRef i)
{
  LLVMTypeRef type = LLVMTypeOf(i);
  if (is_supported(u, type))
    load(u, type, arg(u, i, 0), order_of(LLVMGetOrdering(i)), results(u, i));
}

static void
run_store(struct unfold *u, LLVMValueRef i)
{
  LLVMValueRef value = LLVMGetOperand(i, 0);
  value_id values[64];
  if (!is_supported(u, LLVMTypeOf(value)))
    return;
  operand(u, value, values);
  id_store(u, value, arg(u, i, 1));
  store(u, LLVMTypeOf(value), arg(u, i, 1), order_of(LLVMGetOrdering(i)), values);
}

static void
run_alloca(struct unfold *u, LLVMValueRef i)
{
  unsigned bits = u->prog->pointer_bits;
  size_t length;
  const char *name = LLVMGetValueName2(i, &length);
  uint64_t unit = type_bytes(u, LLVMGetAllocatedType(i));
  uint64_t key = hash_mix(u->now.frame->context, (uint64_t)(uintptr_t)i);
  struct object object = {
    .kind = OBJECT_STACK,
    .name = length ? arena_strdup(&u->prog->arena, name) : "temporary",
    .size = unit ? unit : 1,
    .thread = u->now.thread,
    .place = u->path.place,
  };
  if (LLVMIsConstant(LLVMGetOperand(i, 0))) { /* of a plain variable: 1 */
    object.size *= LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
    memory_align(u, LLVMGetAlignment(i));
    object_id id = memory_object(u, key, object, NULL, false);
    memory_aligned(u);
    life_slot(u, id);
    u->kept.known.at[id].hidden = scope_keeps(i);
    u->kept.known.at[id].slot = i;
    result(u, i, v_const(u, bits, u->prog->objects.at[id].base));
    return;
  }
  value_id count = value_resize(u->prog, arg(u, i, 0), bits, false);
  value_id size = v_op(u, OP_MUL, count, v_const(u, bits, unit));
  memory_align(u, LLVMGetAlignment(i));
  result(u, i, sized_object(u, key, object, size, false));
  memory_aligned(u);
}

static void
run_gep(struct unfold *u, LLVMValueRef i)
{
  unsigned bits = u->prog->pointer_bits;
  value_id address = arg(u, i, 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++) {
    LLVMValueRef index = LLVMGetOperand(i, k);
    if (k > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      address = advance(u, address, field_offset(u, type, field));
      type = field_type(type, field);
      continue;
    }
    if (k > 1)
      type = field_type(type, 0);
    id_look(u, index);
    value_id wide = value_resize(u->prog, arg(u, i, k), bits, true);
    value_id size = v_const(u, bits, type_bytes(u, type));
    address = v_op(u, OP_ADD, address, v_op(u, OP_MUL, wide, size));
  }
  result(u, i, address);
}

/* ---- atomic operations: an atomic section of a load and a store ---- */

static value_id
rmw_result(struct unfold *u, LLVMValueRef i, value_id old, value_id operand)
{
  struct prog *prog = u->prog;
  LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
  switch (op) {
  case LLVMAtomicRMWBinOpXchg:
    return operand;
  case LLVMAtomicRMWBinOpAdd:
    return address_binary(u, OP_ADD, old, operand, false);
  case LLVMAtomicRMWBinOpSub:
    return address_binary(u, OP_SUB, old, operand, false);
  case LLVMAtomicRMWBinOpAnd:
    return address_binary(u, OP_AND, old, operand, false);
  case LLVMAtomicRMWBinOpNand:
    return value_not(prog, address_binary(u, OP_AND, old, operand, false));
  case LLVMAtomicRMWBinOpOr:
    return address_binary(u, OP_OR, old, operand, false);
  case LLVMAtomicRMWBinOpXor:
    return address_binary(u, OP_XOR, old, operand, false);
  case LLVMAtomicRMWBinOpMax:
    return value_ite(prog, address_less(u, old, operand, true), operand, old);
  case LLVMAtomicRMWBinOpMin:
    return value_ite(prog, address_less(u, operand, old, true), operand, old);
  case LLVMAtomicRMWBinOpUMax:
    return value_ite(prog, address_less(u, old, operand, false), operand, old);
  case LLVMAtomicRMWBinOpUMin:
    return value_ite(prog, address_less(u, operand, old, false), operand, old);
  case LLVMAtomicRMWBinOpFAdd:
    return float_apply(u, i, "add", old, operand);
  case LLVMAtomicRMWBinOpFSub:
    return float_apply(u, i, "sub", old, operand);
  case LLVMAtomicRMWBinOpFMax:
    return float_apply(u, i, "max", old, operand);
  case LLVMAtomicRMWBinOpFMin:
    return float_apply(u, i, "min", old, operand);
  default:
    unfold_error(u, "an atomic operation of a kind that is not supported");
    return old;
  }
}

static bool
is_atomic_width(struct unfold *u, LLVMTypeRef type)
{
  unsigned width = scalar_width(u, type);
  if (width && width <= 64 && width % 8 == 0)
    return true;
  unfold_error(u, "an atomic operation on a type that is not supported");
  return false;
}

static void
run_atomic_rmw(struct unfold *u, LLVMValueRef i)
{
  if (!is_atomic_width(u, LLVMTypeOf(i)))
    return;
  value_id address = arg(u, i, 0), value = arg(u, i, 1);
  enum memory_order order = order_of(LLVMGetOrdering(i));
  section_begin(u);
  value_id old = access_load(u, address, v_width(u, value) / 8, order);
  if (!path_is_stopped(u))
    access_store(u, address, rmw_result(u, i, old, value), order);
  section_end(u);
  result(u, i, old);
}

enum memory_order
instr_failure_order(LLVMValueRef i)
{
  return order_of(LLVMGetCmpXchgFailureOrdering(i));
}

value_id
instr_exchanges(struct unfold *u, LLVMValueRef i, value_id equal)
{
  if (!LLVMGetWeak(i) || equal == VALUE_FALSE)
    return equal;
  value_id fails = value_input(u->prog, (struct input){.kind = INPUT_NONDET,
                                                       .width = 1,
                                                       .name = "spurious failure",
                                                       .place = u->path.place});
  if (u->now.logging)
    vec_push(&u->now.spurious, value_and(u->prog, u->path.guard, value_and(u->prog, equal, fails)));
  return value_and(u->prog, equal, value_not(u->prog, fails));
}

static void
run_cmpxchg(struct unfold *u, LLVMValueRef i)
{
  if (!is_atomic_width(u, LLVMTypeOf(LLVMGetOperand(i, 1))))
    return;
  value_id address = arg(u, i, 0), expected = arg(u, i, 1), wanted = arg(u, i, 2);
  id_exchange(u, LLVMGetOperand(i, 1));
  enum memory_order order = order_of(LLVMGetCmpXchgSuccessOrdering(i));
  section_begin(u);
  happens_before_exchange(u);
  value_id old = access_load(u, address, v_width(u, expected) / 8, order);
  value_id equal = address_equal(u, old, expected);
  value_id done = instr_exchanges(u, i, equal);
  happens_exchange(u, done, order, instr_failure_order(i));
  struct path before = path_enter(u, value_and(u->prog, u->path.guard, done));
  if (!path_is_stopped(u))
    access_store(u, address, wanted, order);
  path_leave(u, before);
  section_end(u);
  /* If it fails with the expected value, waits must see that this value stays (flow.c). */
  results(u, i)[0] = done == equal ? old : value_ite(u->prog, equal, expected, old);
  results(u, i)[1] = done;
}

static enum memory_order
atomic_order(LLVMValueRef i)
{
  if (LLVMIsAAtomicRMWInst(i))
    return order_of(LLVMGetOrdering(i));
  return LLVMIsAAtomicCmpXchgInst(i) ? order_of(LLVMGetCmpXchgSuccessOrdering(i)) : ORDER_PLAIN;
}

/* One that is about signal handlers alone keeps the compiler from moving accesses: nothing. */
static void
run_fence(struct unfold *u, LLVMValueRef i)
{
  if (LLVMIsAtomicSingleThread(i))
    return;
  event_fence(u, order_of(LLVMGetOrdering(i)));
  happens_fence(u, order_of(LLVMGetOrdering(i)));
}

/* ---- arithmetic ---- */

static bool
binary_op(LLVMOpcode opcode, enum value_op *op)
{
  static const struct {
    LLVMOpcode opcode;
    enum value_op op;
  } table[] = {
    {LLVMAdd, OP_ADD},   {LLVMSub, OP_SUB},   {LLVMMul, OP_MUL},   {LLVMUDiv, OP_UDIV},
    {LLVMSDiv, OP_SDIV}, {LLVMURem, OP_UREM}, {LLVMSRem, OP_SREM}, {LLVMShl, OP_SHL},
    {LLVMLShr, OP_LSHR}, {LLVMAShr, OP_ASHR}, {LLVMAnd, OP_AND},   {LLVMOr, OP_OR},
    {LLVMXor, OP_XOR},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (table[i].opcode == opcode) {
      *op = table[i].op;
      return true;
    }
  return false;
}

/* A division by zero ends the program, and so does the one quotient that does not fit. */
static void
check_division(struct unfold *u, enum value_op op, value_id a, value_id b)
{
  unsigned width = v_width(u, a);
  bool is_signed = op == OP_SDIV || op == OP_SREM;
  if (op != OP_UDIV && op != OP_UREM && !is_signed)
    return;
  value_id good = value_not(u->prog, value_eq(u->prog, b, v_const(u, width, 0)));
  if (!(u->options->property & PROPERTY_OVERFLOW) &&
      facts_strip(u, u->path.guard, good) != VALUE_TRUE && !debug_in_model(u->prog, u->path.place))
    unfold_assumed(u, "no division by zero (--property overflow looks for it)");
  event_check(u, FAULT_OVERFLOW, good, "division by zero");
  if (!is_signed)
    return;
  value_id least = value_eq(u->prog, a, v_const(u, width, UINT64_C(1) << (width - 1)));
  value_id minus = value_eq(u->prog, b, v_const(u, width, bits_mask(width)));
  event_check(u, FAULT_OVERFLOW, value_not(u->prog, value_and(u->prog, least, minus)),
              "the quotient does not fit into its type");
}

/* Is it a pointer that is converted for the sake of this instruction, as C's minus does? */
static bool
was_pointer(LLVMValueRef value)
{
  return LLVMIsAPtrToIntInst(value) ||
         (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMPtrToInt);
}

static void
run_binary(struct unfold *u, LLVMValueRef i, enum value_op op)
{
  unsigned width = scalar_width(u, LLVMTypeOf(i));
  if (!width || width > 64) {
    unfold_error(u, width ? "integers of more than 128 bits are not supported"
                          : "vectors are not supported");
    return;
  }
  value_id a = arg(u, i, 0), b = arg(u, i, 1);
  id_look(u, LLVMGetOperand(i, 0));
  id_look(u, LLVMGetOperand(i, 1));
  check_division(u, op, a, b);
  bool pointers =
    op == OP_SUB && was_pointer(LLVMGetOperand(i, 0)) && was_pointer(LLVMGetOperand(i, 1));
  result(u, i, address_binary(u, op, a, b, pointers));
}

static value_id
compare(struct unfold *u, LLVMIntPredicate predicate, value_id a, value_id b)
{
  switch (predicate) {
  case LLVMIntEQ:
    return address_equal(u, a, b);
  case LLVMIntNE:
    return value_not(u->prog, address_equal(u, a, b));
  case LLVMIntULT:
    return address_less(u, a, b, false);
  case LLVMIntUGT:
    return address_less(u, b, a, false);
  case LLVMIntULE:
    return value_not(u->prog, address_less(u, b, a, false));
  case LLVMIntUGE:
    return value_not(u->prog, address_less(u, a, b, false));
  case LLVMIntSLT:
    return address_less(u, a, b, !MUTANT(COMPARISON_UNSIGNED));
  case LLVMIntSGT:
    return address_less(u, b, a, true);
  case LLVMIntSLE:
    return value_not(u->prog, address_less(u, b, a, true));
  default:
    return value_not(u->prog, address_less(u, a, b, true));
  }
}

static void
run_compare(struct unfold *u, LLVMValueRef i)
{
  unsigned width = scalar_width(u, LLVMTypeOf(LLVMGetOperand(i, 0)));
  if (!width || width > 64) {
    unfold_error(u, width ? "integers of more than 128 bits are not supported"
                          : "vectors are not supported");
    return;
  }
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
  bool ids = id_is_compared(u, i);
  value_id truth;
  if (ids && predicate == LLVMIntEQ)
    truth = id_equal(u, i);
  else if (ids && predicate == LLVMIntNE)
    truth = value_not(u->prog, id_equal(u, i));
  else
    truth = compare(u, predicate, arg(u, i, 0), arg(u, i, 1));
  result(u, i, facts_strip(u, u->path.guard, truth));
}

static void
run_cast(struct unfold *u, LLVMValueRef i, bool is_signed)
{
  unsigned width = scalar_width(u, LLVMTypeOf(i));
  unsigned from = scalar_width(u, LLVMTypeOf(LLVMGetOperand(i, 0)));
  if (!width || width > 64 || !from || from > 64)
    unfold_error(u, width > 64 || from > 64 ? "integers of more than 128 bits are not supported"
                                            : "a conversion that is not supported");
  else {
    value_id value = arg(u, i, 0);
    if (width < u->prog->pointer_bits)
      id_look(u, LLVMGetOperand(i, 0));
    if (width < u->prog->pointer_bits || is_signed) /* a part of an address is looked at */
      value = address_number(u, value);
    result(u, i, value_resize(u->prog, value, width, is_signed));
  }
}

static void
run_select(struct unfold *u, LLVMValueRef i)
{
  value_id yes[64], no[64];
  if (!is_supported(u, LLVMTypeOf(i)))
    return;
  value_id condition = facts_strip(u, u->path.guard, arg(u, i, 0));
  operand(u, LLVMGetOperand(i, 1), yes);
  operand(u, LLVMGetOperand(i, 2), no);
  for (uint32_t k = 0; k < type_scalars(LLVMTypeOf(i)); k++)
    results(u, i)[k] = value_ite(u->prog, condition, yes[k], no[k]);
}

/* ---- parts of aggregates ---- */

/* Scalars before the part that the indices name. */
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
run_extract(struct unfold *u, LLVMValueRef i)
{
  value_id whole[64];
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0)), part;
  if (!is_supported(u, type))
    return;
  operand(u, LLVMGetOperand(i, 0), whole);
  uint32_t skip = scalars_before(type, i, &part);
  memcpy(results(u, i), whole + skip, type_scalars(part) * sizeof *whole);
}

static void
run_insert(struct unfold *u, LLVMValueRef i)
{
  LLVMTypeRef type = LLVMTypeOf(i), part;
  if (!is_supported(u, type))
    return;
  operand(u, LLVMGetOperand(i, 0), results(u, i));
  uint32_t skip = scalars_before(type, i, &part);
  operand(u, LLVMGetOperand(i, 1), results(u, i) + skip);
}

/* ---- all ---- */

static void
run(struct unfold *u, LLVMValueRef i)
{
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  enum value_op op;
  happens_note(u, i);
  if (unit_run(u, i) || wide_run(u, i, atomic_order(i)))
    return;
  if (binary_op(opcode, &op)) {
    run_binary(u, i, op);
    return;
  }
  switch (opcode) {
  case LLVMAlloca:
    run_alloca(u, i);
    break;
  case LLVMLoad:
    run_load(u, i);
    break;
  case LLVMStore:
    run_store(u, i);
    break;
  case LLVMGetElementPtr:
    run_gep(u, i);
    break;
  case LLVMICmp:
    run_compare(u, i);
    break;
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
    run_cast(u, i, false);
    break;
  case LLVMSExt:
    run_cast(u, i, true);
    break;
  case LLVMSelect:
    run_select(u, i);
    break;
  case LLVMFreeze:
    operand(u, LLVMGetOperand(i, 0), results(u, i));
    break;
  case LLVMCall:
    call_run(u, i);
    break;
  case LLVMExtractValue:
    run_extract(u, i);
    break;
  case LLVMInsertValue:
    run_insert(u, i);
    break;
  case LLVMAtomicRMW:
    run_atomic_rmw(u, i);
    break;
  case LLVMAtomicCmpXchg:
    run_cmpxchg(u, i);
    break;
  case LLVMFence:
    run_fence(u, i);
    break;
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFNeg:
  case LLVMFCmp:
  case LLVMSIToFP:
  case LLVMUIToFP:
    address_assumed(u, arg(u, i, 0));
    float_run(u, i, results(u, i));
    break;
  case LLVMFPToSI:
  case LLVMFPToUI:
  case LLVMFPExt:
  case LLVMFPTrunc:
    float_run(u, i, results(u, i));
    break;
  default:
    unfold_error(u, "%s of a kind that is not supported", opcode_name(opcode));
  }
}

/* Where stores may overtake each other, a release store is an instruction that keeps what comes
 * before it in front of what comes behind it, and then a store as any other: what comes behind may
 * still overtake that. The instruction is no fence of the program, hence plain. In a section the
 * store is a barrier anyway. Others may come between the two; a replay stops at the store alone. */
static void
keep_before_release(struct unfold *u, LLVMValueRef i)
{
  if (LLVMIsAStoreInst(i) && order_of(LLVMGetOrdering(i)) == ORDER_RELEASE && u->turn.concurrent &&
      !u->path.section && !MUTANT(RELEASE_STORE_OVERTAKES))
    event_fence(u, ORDER_PLAIN);
}

void
instr_run(struct unfold *u, LLVMValueRef i)
{
  keep_before_release(u, i);
  point_begin(u, i);
  run(u, i);
  point_end(u, i);
}
