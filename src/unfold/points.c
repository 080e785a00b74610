/* Points: the instructions that a replay stops at.
 *
 * A replay runs the program itself, as machine code, and makes its threads take the steps of a
 * trace. For that, program and trace must agree on where each step is: every load, store and
 * atomic operation, every call of an intrinsic, and some calls of the library are points, numbered
 * through the module. instrument.c puts a call before (and after) each of them into the program,
 * and unfolding puts a POINT before and a PAST after its events into the prog. So each thread of
 * the process must come along the same points, in the same order, as the thread of the run. */
#include "unfold/points.h"

#include <string.h>

#include "frontend/cfg.h"
#include "frontend/module.h"
#include "unfold/build.h"
#include "unfold/call.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/instr.h"
#include "unfold/intrinsic.h"
#include "unfold/path.h"
#include "unfold/state.h"

/* What the threads of a replay lock is real, and so is what they print. Everything else of the
 * library is the model, compiled: it computes the same, can be interrupted wherever the trace says
 * so, and takes its inputs from the trace. */
bool
point_is_real(const char *name)
{
  return !strcmp(name, "printf") || !strcmp(name, "puts") || !strcmp(name, "putchar");
}

bool
point_is_lock(LLVMValueRef function)
{
  static const char *const prefixes[] = {"pthread_mutex", "pthread_cond", "pthread_rwlock",
                                         "pthread_spin_"};
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
      return module_is_model(function);
  return false;
}

bool
point_is_error(const char *name)
{
  return !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

/* Where the stack ended before an array of variable length: unfolding has no stack. */
static bool
is_saved_stack(LLVMValueRef address)
{
  size_t length;
  return LLVMIsAAllocaInst(address) &&
         !strncmp(LLVMGetValueName2(address, &length), "saved_stack", 11);
}

static bool
is_called_at_point(LLVMValueRef callee)
{
  size_t length;
  if (!LLVMIsAFunction(callee))
    return false;
  const char *name = LLVMGetValueName2(callee, &length);
  if (!strncmp(name, "llvm.", 5))
    return !strncmp(name, "llvm.mem", 8);
  return LLVMIsDeclaration(callee) || point_is_real(name) || point_is_error(name) ||
         intrinsic_is(name) || point_is_lock(callee);
}

/* See pointer.c: 64 bits on a machine of 32. */
static bool
is_wider_than_machine(LLVMValueRef i, LLVMTypeRef type)
{
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return (kind == LLVMIntegerTypeKind || (kind == LLVMDoubleTypeKind && LLVMIsAStoreInst(i))) &&
         LLVMStoreSizeOfType(layout, type) > LLVMPointerSize(layout);
}

bool
point_is_divisible(LLVMValueRef i)
{
  size_t length;
  LLVMTypeRef type = LLVMIsALoadInst(i)    ? LLVMTypeOf(i)
                     : LLVMIsAStoreInst(i) ? LLVMTypeOf(LLVMGetOperand(i, 0))
                                           : NULL;
  if (type)
    return LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
           (type_scalars(type) > 1 || is_wider_than_machine(i, type));
  return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
         !strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length), "llvm.mem", 8);
}

/* The address that an instruction reads or writes, or NULL. */
static LLVMValueRef
address_of(LLVMValueRef instruction)
{
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMCall:
    return point_is_divisible(instruction) ? LLVMGetOperand(instruction, 0) : NULL;
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return LLVMGetOperand(instruction, 0);
  case LLVMStore:
    return LLVMGetOperand(instruction, 1);
  default:
    return NULL;
  }
}

bool
point_is(LLVMValueRef instruction)
{
  LLVMValueRef address = address_of(instruction);
  if (address && !LLVMIsACallInst(instruction))
    return !is_saved_stack(address);
  return LLVMIsACallInst(instruction) && is_called_at_point(LLVMGetCalledValue(instruction));
}

unsigned
point_arguments(LLVMValueRef i, unsigned end)
{
  unsigned n = 0;
  for (unsigned k = 0; LLVMIsACallInst(i) && !point_is(i) && k < end; k++)
    n += call_by_value(i, k) != NULL;
  return n;
}

/* Of a call that passes something by value, the number of the first such argument. */
static uint32_t
number_of(struct unfold *u, LLVMValueRef instruction)
{
  if (!u->kept.points.n) {
    uint32_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f; f = LLVMGetNextFunction(f))
      for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
          if (point_is(i)) {
            *map_at(&u->kept.points, (uint64_t)(uintptr_t)i) = ++n;
          } else if (LLVMIsACallInst(i)) {
            *map_at(&u->kept.points, (uint64_t)(uintptr_t)i) = n + 1;
            n += point_arguments(i, LLVMGetNumArgOperands(i));
          }
  }
  return *map_find(&u->kept.points, (uint64_t)(uintptr_t)instruction);
}

static bool
is_wanted(const struct unfold *u, LLVMValueRef instruction)
{
  return u->options->replay && !u->now.pointless && !path_is_stopped(u) &&
         point_is(instruction);
}

bool
point_copies(LLVMValueRef i)
{
  size_t length;
  return LLVMIsACallInst(i) && point_is_divisible(i) &&
         strncmp(LLVMGetValueName2(LLVMGetCalledValue(i), &length), "llvm.memset", 11);
}

void
point_begin(struct unfold *u, LLVMValueRef instruction)
{
  if (!is_wanted(u, instruction))
    return;
  LLVMValueRef address = address_of(instruction);
  value_id addr = address ? facts_simplify(u, u->path.guard, operand1(u, address)) : VALUE_FALSE;
  value_id from = point_copies(instruction)
                    ? facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(instruction, 1)))
                    : VALUE_FALSE;
  struct event *event = event_new(u, EVENT_POINT);
  event->point = number_of(u, instruction);
  event->addr = addr;
  event->value = from;
  event->bytes = point_is_divisible(instruction);
}

/* The scalar that a replay compares: what is loaded or stored or returned; of a
 * compare-and-exchange, whether it succeeded. */
static bool
result_of(struct unfold *u, LLVMValueRef instruction, value_id *value)
{
  LLVMTypeRef type = LLVMTypeOf(instruction);
  uint32_t n = LLVMGetTypeKind(type) == LLVMVoidTypeKind ? 0 : type_scalars(type);
  bool exchange = LLVMIsAAtomicCmpXchgInst(instruction);
  if (LLVMIsAStoreInst(instruction)) {
    LLVMValueRef stored = LLVMGetOperand(instruction, 0);
    bool scalar = type_scalars(LLVMTypeOf(stored)) == 1;
    if (scalar)
      operand(u, stored, value);
    return scalar;
  }
  if (n != 1 && !exchange)
    return false;
  *value = u->now.frame->slots[cfg_slot(u->now.frame->cfg, instruction) + n - 1];
  return true;
}

static struct event *
add_past(struct unfold *u, uint32_t point, value_id value)
{
  struct event *event = event_new(u, EVENT_PAST);
  event->point = point;
  event->value = value;
  event->bytes = (v_width(u, value) + 7) / 8;
  return event;
}

bool
point_is_unknown(LLVMValueRef instruction)
{
  size_t length;
  if (!LLVMIsACallInst(instruction) || !LLVMIsDeclaration(LLVMGetCalledValue(instruction)))
    return false;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(instruction), &length);
  return strncmp(name, "llvm.", 5) && !intrinsic_is(name);
}

void
point_end(struct unfold *u, LLVMValueRef instruction)
{
  value_id value = VALUE_FALSE;
  if (!is_wanted(u, instruction))
    return;
  if (point_is_unknown(instruction))
    for (uint32_t i = 0; i < type_scalars(LLVMTypeOf(instruction)); i++)
      add_past(u, 0, u->now.frame->slots[cfg_slot(u->now.frame->cfg, instruction) + i]);
  bool has_value = result_of(u, instruction, &value);
  struct event *event = add_past(u, number_of(u, instruction), value);
  if (!has_value)
    event->bytes = 0;
}

void
point_argument(struct unfold *u, value_id value)
{
  add_past(u, 0, value);
}

/* ---- structs that are passed by value ---- */

static bool
is_argument(const struct unfold *u, LLVMValueRef call)
{
  return u->options->replay && !u->now.pointless && !path_is_stopped(u) && !point_is(call);
}

void
point_begin_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to, value_id from)
{
  if (!is_argument(u, call))
    return;
  struct event *event = event_new(u, EVENT_POINT);
  event->point = number_of(u, call) + point_arguments(call, i);
  event->addr = to;
  event->value = from;
  event->bytes = 2;
}

void
point_end_argument(struct unfold *u, LLVMValueRef call, unsigned i)
{
  if (is_argument(u, call))
    add_past(u, number_of(u, call) + point_arguments(call, i), VALUE_FALSE)->bytes = 0;
}
