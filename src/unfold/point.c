/* The events of points: instrument/points.c says which instructions these are. */
#include "unfold/point.h"

#include <assert.h>

#include "frontend/cfg.h"
#include "frontend/type.h"
#include "instrument/points.h"
#include "unfold/build.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/instr.h"
#include "unfold/path.h"
#include "unfold/state.h"

static uint32_t
number_of(struct unfold *u, LLVMValueRef instruction)
{
  if (!u->kept.points.n)
    points_number(u->module, &u->kept.points);
  const uint32_t *number = map_find(&u->kept.points, (uint64_t)(uintptr_t)instruction);
  assert(number && *number); /* a replay counts from 1 */
  return *number;
}

static bool
has_points(const struct unfold *u)
{
  return u->options->replay || u->options->points;
}

static bool
is_wanted(const struct unfold *u, LLVMValueRef instruction)
{
  return has_points(u) && !u->now.pointless && !path_is_stopped(u) && point_is(instruction);
}

void
point_begin(struct unfold *u, LLVMValueRef instruction)
{
  if (!is_wanted(u, instruction))
    return;
  LLVMValueRef address = point_address(instruction);
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
  return has_points(u) && !u->now.pointless && !path_is_stopped(u) && !point_is(call);
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
