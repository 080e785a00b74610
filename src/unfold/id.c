/* The ids of threads are numbers that the library chooses: here 1, 2, 3 and so on. A program can copy
 * and compare them. If it does more - it computes with an id, asks which of two is less, compares one
 * with a number, takes it for an index - then its behaviour depends on these numbers, and that is said.
 *
 * What is an id? What pthread_self returns, and what lies in a variable of the type pthread_t. If such a
 * value is stored in a variable of another type, passed to a function or returned, that is noted, and from then on, in the next
 * turn at the latest, an id lies there, too. 0 is taken for no id: programs mean "nobody" by it. */
#include "unfold/id.h"

#include <string.h>

#include "base/mutant.h"
#include "frontend/debug.h"
#include "frontend/module.h"
#include "frontend/type.h"
#include "unfold/build.h"
#include "unfold/constant.h"
#include "unfold/facts.h"
#include "unfold/flow.h"
#include "unfold/instr.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/state.h"

/* ---- places ---- */

static bool
is_handle(struct unfold *u, object_id object, uint64_t offset)
{
  return object && debug_is_handle(u->prog, u->prog->objects.at[object].type, offset);
}

static uint64_t
key_of(object_id object, uint64_t offset)
{
  return hash_mix(object, offset);
}

static void
note(struct unfold *u, object_id object, uint64_t offset)
{
  if (!object || is_handle(u, object, offset) || MUTANT(IDS_ARE_NOT_COPIED))
    return;
  uint32_t *known = map_at(&u->kept.ids, key_of(object, offset));
  u->turn.grew.looks |= !*known;
  *known = 1;
}

static bool
holds_id(struct unfold *u, object_id object, uint64_t offset)
{
  return (u->debug.handles && is_handle(u, object, offset)) ||
         map_find(&u->kept.ids, key_of(object, offset));
}

static bool
is_loaded(struct unfold *u, value_id address)
{
  struct value_set set = values_get(u->values, address);
  object_id object = set.n ? memory_find(u, set.at[0]) : set.n_some ? set.some[0].object : 0;
  uint64_t offset = set.n        ? set.at[0] - u->prog->objects.at[object].base
                    : set.n_some ? set.some[0].offset
                                 : 0;
  return object && holds_id(u, object, offset);
}

/* ---- values ---- */

static bool
is_own(LLVMValueRef value)
{
  LLVMValueRef function = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
  size_t length;
  const char *name = function ? LLVMGetValueName2(function, &length) : "";
  return !strcmp(name, "pthread_self") || !strcmp(name, "thrd_current");
}

static uint64_t
key_of_value(LLVMValueRef value)
{
  return hash_mix(UINT64_MAX, (uintptr_t)value);
}

/* A parameter, or the result of a function. */
static void
note_value(struct unfold *u, LLVMValueRef value)
{
  if (MUTANT(IDS_ARE_NOT_PASSED))
    return;
  uint32_t *known = map_at(&u->kept.ids, key_of_value(value));
  u->turn.grew.looks |= !*known;
  *known = 1;
}

static bool
is_passed(const struct unfold *u, LLVMValueRef value)
{
  LLVMValueRef from = LLVMIsACallInst(value)   ? LLVMGetCalledValue(value)
                      : LLVMIsAArgument(value) ? value
                                               : NULL;
  return from && map_find(&u->kept.ids, key_of_value(from));
}

/* Pointers are converted to ids, and back. */
static LLVMValueRef
unconverted(LLVMValueRef value)
{
  while (LLVMIsAIntToPtrInst(value) || LLVMIsAPtrToIntInst(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

/* Is it one, in the program itself? */
static bool
id_is(struct unfold *u, LLVMValueRef value)
{
  value = unconverted(value);
  if (LLVMIsConstant(value) || scalar_width(u, LLVMTypeOf(value)) != u->prog->pointer_bits ||
      debug_in_model(u->prog, u->path.place))
    return false;
  return is_own(value) || is_passed(u, value) ||
         (LLVMIsALoadInst(value) && is_loaded(u, operand1(u, LLVMGetOperand(value, 0))));
}

void
id_store(struct unfold *u, LLVMValueRef value, value_id address)
{
  struct value_set set = values_get(u->values, address);
  if (!id_is(u, value))
    return;
  for (uint32_t i = 0; i < set.n; i++) {
    object_id object = memory_find(u, set.at[i]);
    note(u, object, set.at[i] - u->prog->objects.at[object].base);
  }
  for (uint32_t i = 0; i < set.n_some; i++)
    note(u, set.some[i].object, set.some[i].offset);
}

void
id_pass(struct unfold *u, LLVMValueRef call, LLVMValueRef function)
{
  unsigned n = LLVMGetNumArgOperands(call), named = LLVMCountParams(function);
  for (unsigned i = 0; i < n && i < named && !module_is_model(function); i++)
    if (id_is(u, LLVMGetOperand(call, i)))
      note_value(u, LLVMGetParam(function, i));
}

void
id_return(struct unfold *u, LLVMValueRef value)
{
  if (id_is(u, value))
    note_value(u, u->now.frame->cfg->function);
}

void
id_exchange(struct unfold *u, LLVMValueRef expected)
{
  if (id_is(u, expected))
    unfold_assumed(u,
                   "no two threads have the same id, one after the other, where ids are exchanged");
}

void
id_look(struct unfold *u, LLVMValueRef value)
{
  if (id_is(u, value))
    unfold_assumed(u, "the ids of threads are 1, 2, 3 and so on, in the order of creation");
}

/* ---- comparisons ---- */

static bool
is_number(LLVMValueRef value)
{
  return LLVMIsConstant(value) && !LLVMIsNull(value);
}

bool
id_is_compared(struct unfold *u, LLVMValueRef comparison)
{
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(comparison);
  LLVMValueRef a = LLVMGetOperand(comparison, 0), b = LLVMGetOperand(comparison, 1);
  bool equality = predicate == LLVMIntEQ || predicate == LLVMIntNE;
  if ((!equality || is_number(a) || is_number(b)) && !MUTANT(IDS_IN_ORDER)) {
    id_look(u, a);
    id_look(u, b);
  }
  return equality && (id_is(u, a) || id_is(u, b));
}

value_id
id_equal(struct unfold *u, LLVMValueRef i)
{
  LLVMValueRef function = LLVMGetNamedFunction(u->module, "pthread_equal"), site = u->now.site;
  value_id arguments[] = {
    facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(i, 0))),
    facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(i, 1))),
  };
  value_id plain = value_eq(u->prog, arguments[0], arguments[1]), equal = VALUE_FALSE;
  if (!function || LLVMIsDeclaration(function))
    return plain;
  u->now.site = i;
  u->now.pointless++;
  flow_call(u, function, arguments, 2, &equal);
  u->now.pointless--;
  u->now.site = site;
  if (path_is_stopped(u))
    return VALUE_FALSE;
  equal = value_not(u->prog, value_eq(u->prog, equal, v_const(u, v_width(u, equal), 0)));
  /* If that is more than to compare numbers, a process cannot be told to find the same. */
  u->prog->own_ids |= equal != plain && u->kept.same_ids;
  return equal;
}
