/* Functions of the compiler that only compute: overflow-checked and saturating arithmetic,
 * rotations, counting and reversing of bits; and those that say that the program's behaviour is
 * undefined.
 *
 * Overflow is found without a wider type, so that 64 bits are no exception: in sums and differences
 * by the signs, in products by the halves of the operands. */
#include "unfold/builtin.h"

#include <string.h>

#include "frontend/argument.h"
#include "frontend/debug.h"
#include "unfold/address.h"
#include "unfold/build.h"
#include "unfold/call.h"
#include "unfold/constant.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/happens.h"
#include "unfold/path.h"
#include "unfold/state.h"

/* Its name without "llvm.". */
static const char *
kind_of(const struct call *call)
{
  return call->name + strlen("llvm.");
}

static bool
starts(const char *name, const char *prefix)
{
  return !strncmp(name, prefix, strlen(prefix));
}

static value_id
zero_of(struct unfold *u, value_id a)
{
  return v_const(u, v_width(u, a), 0);
}

static value_id
sign_of(struct unfold *u, value_id a)
{
  return value_extract(u->prog, a, v_width(u, a) - 1, 1);
}

static value_id
is_zero(struct unfold *u, value_id a)
{
  return value_eq(u->prog, a, zero_of(u, a));
}

/* ---- overflow ---- */

struct checked {
  value_id result;
  value_id overflow;
};

static struct checked
checked_add(struct unfold *u, value_id a, value_id b, bool is_signed)
{
  value_id sum = v_op(u, OP_ADD, a, b);
  value_id turned = v_op(u, OP_AND, v_op(u, OP_XOR, a, sum), v_op(u, OP_XOR, b, sum));
  return (struct checked){sum, is_signed ? sign_of(u, turned) : v_op(u, OP_ULT, sum, a)};
}

static struct checked
checked_sub(struct unfold *u, value_id a, value_id b, bool is_signed)
{
  value_id difference = v_op(u, OP_SUB, a, b);
  value_id turned = v_op(u, OP_AND, v_op(u, OP_XOR, a, b), v_op(u, OP_XOR, a, difference));
  return (struct checked){difference, is_signed ? sign_of(u, turned) : v_op(u, OP_ULT, a, b)};
}

/* (high1:low1) * (high2:low2) with halves of 32 bits; no sum below can leave 64 bits. */
static value_id
product_exceeds_64(struct unfold *u, value_id a, value_id b)
{
  struct prog *prog = u->prog;
  value_id half[2][2];
  for (unsigned i = 0; i < 2; i++) {
    half[0][i] = value_resize(prog, value_extract(prog, a, 32 * i, 32), 64, false);
    half[1][i] = value_resize(prog, value_extract(prog, b, 32 * i, 32), 64, false);
  }
  value_id low = v_op(u, OP_MUL, half[0][0], half[1][0]);
  value_id one = v_op(u, OP_MUL, half[0][1], half[1][0]);
  value_id other = v_op(u, OP_MUL, half[0][0], half[1][1]);
  value_id high = value_and(prog, value_not(prog, is_zero(u, half[0][1])),
                            value_not(prog, is_zero(u, half[1][1])));
  value_id middle = value_resize(prog, value_extract(prog, low, 32, 32), 64, false);
  middle = v_op(u, OP_ADD, middle, value_resize(prog, value_extract(prog, one, 0, 32), 64, false));
  middle =
    v_op(u, OP_ADD, middle, value_resize(prog, value_extract(prog, other, 0, 32), 64, false));
  const value_id carries[] = {middle, one, other};
  for (unsigned i = 0; i < 3; i++)
    high =
      value_or(prog, high, value_not(prog, is_zero(u, value_extract(prog, carries[i], 32, 32))));
  return high;
}

static value_id
magnitude(struct unfold *u, value_id a)
{
  value_id wide = value_resize(u->prog, a, 64, true);
  return value_ite(u->prog, sign_of(u, a), v_op(u, OP_SUB, v_const(u, 64, 0), wide), wide);
}

/* Signs and magnitudes: the magnitude of a negative product may be larger by one. */
static struct checked
checked_mul(struct unfold *u, value_id a, value_id b, bool is_signed)
{
  struct prog *prog = u->prog;
  unsigned width = v_width(u, a);
  struct checked checked = {.result = v_op(u, OP_MUL, a, b)};
  if (2 * width <= 64) {
    value_id exact = v_op(u, OP_MUL, value_resize(prog, a, 2 * width, is_signed),
                          value_resize(prog, b, 2 * width, is_signed));
    value_id back = value_resize(prog, checked.result, 2 * width, is_signed);
    checked.overflow = value_not(prog, value_eq(prog, exact, back));
    return checked;
  }
  value_id x = is_signed ? magnitude(u, a) : value_resize(prog, a, 64, false);
  value_id y = is_signed ? magnitude(u, b) : value_resize(prog, b, 64, false);
  uint64_t most = UINT64_MAX >> (64 - width + is_signed);
  value_id limit = v_const(u, 64, most);
  if (is_signed)
    limit = value_ite(prog, v_op(u, OP_XOR, sign_of(u, a), sign_of(u, b)), v_const(u, 64, most + 1),
                      limit);
  checked.overflow =
    value_or(prog, product_exceeds_64(u, x, y), v_op(u, OP_ULT, limit, v_op(u, OP_MUL, x, y)));
  return checked;
}

/* The name goes on with {s,u}{add,sub,mul}. */
static struct checked
checked(struct unfold *u, const struct call *call, value_id a, value_id b)
{
  bool is_signed = kind_of(call)[0] == 's';
  if (starts(kind_of(call) + 1, "add"))
    return checked_add(u, a, b, is_signed);
  if (starts(kind_of(call) + 1, "sub"))
    return checked_sub(u, a, b, is_signed);
  return checked_mul(u, a, b, is_signed);
}

static void
do_overflow(struct unfold *u, const struct call *call)
{
  struct checked result = checked(u, call, call_arg(u, call, 0), call_arg(u, call, 1));
  call->out[0] = result.result;
  call->out[1] = result.overflow;
}

/* What does not fit becomes the nearest number that does. */
static void
do_saturate(struct unfold *u, const struct call *call)
{
  value_id a = call_arg(u, call, 0);
  unsigned width = v_width(u, a);
  uint64_t all = UINT64_MAX >> (64 - width);
  struct checked result = checked(u, call, a, call_arg(u, call, 1));
  value_id nearest;
  if (kind_of(call)[0] == 's') /* both too large and too small have the sign of the first operand */
    nearest = value_ite(u->prog, sign_of(u, a), v_const(u, width, (all >> 1) + 1),
                        v_const(u, width, all >> 1));
  else
    nearest = v_const(u, width, starts(kind_of(call), "uadd") ? all : 0);
  *call->out = value_ite(u->prog, result.overflow, nearest, result.result);
}

/* ---- bits ---- */

/* fshl, fshr: the upper or lower half of (a:b) shifted by c modulo the width. */
static void
do_funnel(struct unfold *u, const struct call *call)
{
  bool left = kind_of(call)[3] == 'l';
  value_id a = call_arg(u, call, 0), b = call_arg(u, call, 1), by = call_arg(u, call, 2);
  value_id width = v_const(u, v_width(u, by), v_width(u, a));
  by = v_op(u, OP_UREM, by, width);
  value_id rest = v_op(u, OP_SUB, width, by);
  value_id high = v_op(u, OP_SHL, a, left ? by : rest);
  value_id low = v_op(u, OP_LSHR, b, left ? rest : by);
  *call->out = value_ite(u->prog, is_zero(u, by), left ? a : b, v_op(u, OP_OR, high, low));
}

static void
do_reverse(struct unfold *u, const struct call *call)
{
  value_id a = call_arg(u, call, 0), result = value_extract(u->prog, a, 0, 1);
  for (unsigned i = 1; i < v_width(u, a); i++)
    result = value_concat(u->prog, result, value_extract(u->prog, a, i, 1));
  *call->out = result;
}

static value_id
arbitrary(struct unfold *u, unsigned width, const char *name)
{
  return value_input(u->prog, (struct input){.kind = INPUT_NONDET,
                                             .width = (uint8_t)width,
                                             .name = name,
                                             .place = debug_user_place(u->prog, u->path.place)});
}

/* ctlz, cttz. The second argument says that the result for 0 is undefined. */
static void
do_count_zeros(struct unfold *u, const struct call *call)
{
  bool leading = starts(kind_of(call), "ctlz");
  value_id a = call_arg(u, call, 0), zero = facts_strip(u, u->path.guard, is_zero(u, a));
  unsigned width = v_width(u, a);
  value_id result = v_const(u, width, width);
  if (argument_zero_is_undefined(call->instruction) && zero != VALUE_FALSE)
    result = arbitrary(u, width, leading ? "__builtin_clz(0)" : "__builtin_ctz(0)");
  for (unsigned i = 0; i < width; i++) {
    value_id bit = value_extract(u->prog, a, leading ? i : width - 1 - i, 1);
    result = value_ite(u->prog, bit, v_const(u, width, width - 1 - i), result);
  }
  *call->out = result;
}

/* ---- what nobody knows ---- */

/* Nothing is known: the least size is 0, the greatest is -1. */
static void
do_object_size(struct unfold *u, const struct call *call)
{
  bool least = call_arg(u, call, 1) == VALUE_TRUE;
  *call->out = v_const(u, scalar_width(u, LLVMTypeOf(call->instruction)), least ? 0 : UINT64_MAX);
}

static void
do_counter(struct unfold *u, const struct call *call)
{
  *call->out = arbitrary(u, scalar_width(u, LLVMTypeOf(call->instruction)), "cycle counter");
}

static void
do_nothing(struct unfold *u, const struct call *call)
{
  (void)u;
  (void)call;
}

static void
do_first_argument(struct unfold *u, const struct call *call)
{
  *call->out = call_arg(u, call, 0);
}

static void
do_fence(struct unfold *u, const struct call *call)
{
  (void)call;
  event_fence(u, ORDER_SEQ_CST);
  happens_fence(u, ORDER_SEQ_CST);
}

static void
do_store_fence(struct unfold *u, const struct call *call)
{
  (void)call;
  event_fence(u, ORDER_RELEASE);
  happens_fence(u, ORDER_RELEASE);
}

/* ---- undefined behaviour ---- */

static void
do_assume(struct unfold *u, const struct call *call)
{
  value_id condition = facts_strip(u, u->path.guard, call_arg(u, call, 0));
  if (condition == VALUE_TRUE)
    return;
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = condition;
  event->fault = FAULT_ERROR;
  event->text = "__builtin_assume() of something false";
  if (condition == VALUE_FALSE) {
    path_stuck(u);
  }
}

/* Numbered as clang numbers the checks of -fsanitize-trap. */
static const struct {
  enum fault fault;
  const char *text;
} traps[] = {
  [0] = {FAULT_OVERFLOW, "overflow of an addition"},
  [1] = {FAULT_ERROR, "__builtin_unreachable() is reached"},
  [3] = {FAULT_OVERFLOW, "division by zero, or its result does not fit"},
  [5] = {FAULT_OVERFLOW, "a floating-point number that does not fit the integer type"},
  [6] = {FAULT_MEMORY, "call through a pointer to a function of another type"},
  [7] = {FAULT_OVERFLOW, "a conversion that changes the value"},
  [8] = {FAULT_OVERFLOW, "__builtin_clz or __builtin_ctz of 0"},
  [10] = {FAULT_MEMORY, "a value that its type does not have"},
  [11] = {FAULT_ERROR, "the end of a function that returns a value"},
  [12] = {FAULT_OVERFLOW, "overflow of a multiplication"},
  [13] = {FAULT_OVERFLOW, "overflow of a negation"},
  [16] = {FAULT_MEMORY, "a null pointer where none may be passed"},
  [17] = {FAULT_MEMORY, "a null pointer where none may be returned"},
  [18] = {FAULT_MEMORY, "an index out of the bounds of an array"},
  [19] = {FAULT_MEMORY, "overflow of pointer arithmetic"},
  [20] = {FAULT_OVERFLOW, "a shift by too much, or of a negative number"},
  [21] = {FAULT_OVERFLOW, "overflow of a subtraction"},
  [22] = {FAULT_MEMORY, "a null or misaligned pointer"},
  [23] = {FAULT_MEMORY, "a pointer that is not aligned as promised"},
  [24] = {FAULT_MEMORY, "the size of an array is not positive"},
};

static void
do_trap(struct unfold *u, const struct call *call)
{
  uint64_t kind = LLVMConstIntGetZExtValue(LLVMGetOperand(call->instruction, 0));
  if (kind < sizeof traps / sizeof *traps && traps[kind].text)
    event_violation(u, traps[kind].fault, traps[kind].text);
  else
    event_violation(u, FAULT_ABORT, "a sanitizer's check has failed");
}

/* ---- plain arithmetic ---- */

static void
do_minmax(struct unfold *u, const struct call *call)
{
  const char *kind = kind_of(call);
  value_id a = call_arg(u, call, 0), b = call_arg(u, call, 1);
  value_id less = v_op(u, kind[0] == 's' ? OP_SLT : OP_ULT, a, b);
  bool is_min = starts(kind + 1, "min");
  *call->out = value_ite(u->prog, less, is_min ? a : b, is_min ? b : a);
}

static void
do_abs(struct unfold *u, const struct call *call)
{
  value_id a = call_arg(u, call, 0), zero = zero_of(u, a);
  *call->out = value_ite(u->prog, v_op(u, OP_SLT, a, zero), v_op(u, OP_SUB, zero, a), a);
}

static void
do_byte_swap(struct unfold *u, const struct call *call)
{
  value_id a = call_arg(u, call, 0), result = value_extract(u->prog, a, 0, 8);
  for (unsigned low = 8; low < v_width(u, a); low += 8)
    result = value_concat(u->prog, result, value_extract(u->prog, a, low, 8));
  *call->out = result;
}

static void
do_count_ones(struct unfold *u, const struct call *call)
{
  value_id a = call_arg(u, call, 0);
  unsigned width = v_width(u, a);
  value_id sum = v_const(u, width, 0);
  for (unsigned i = 0; i < width; i++)
    sum =
      v_op(u, OP_ADD, sum, value_resize(u->prog, value_extract(u->prog, a, i, 1), width, false));
  *call->out = sum;
}

/* ---- the table ---- */

static const struct {
  const char *prefix;
  bool computes; /* on integers of up to 64 bits */
  void (*run)(struct unfold *u, const struct call *call);
} table[] = {
  {"sadd.with.overflow.", true, do_overflow},
  {"uadd.with.overflow.", true, do_overflow},
  {"ssub.with.overflow.", true, do_overflow},
  {"usub.with.overflow.", true, do_overflow},
  {"smul.with.overflow.", true, do_overflow},
  {"umul.with.overflow.", true, do_overflow},
  {"sadd.sat.", true, do_saturate},
  {"uadd.sat.", true, do_saturate},
  {"ssub.sat.", true, do_saturate},
  {"usub.sat.", true, do_saturate},
  {"fshl.", true, do_funnel},
  {"fshr.", true, do_funnel},
  {"bitreverse.", true, do_reverse},
  {"smin.", true, do_minmax},
  {"smax.", true, do_minmax},
  {"umin.", true, do_minmax},
  {"umax.", true, do_minmax},
  {"abs.", true, do_abs},
  {"bswap.", true, do_byte_swap},
  {"ctpop.", true, do_count_ones},
  {"ctlz.", true, do_count_zeros},
  {"cttz.", true, do_count_zeros},
  {"objectsize.", false, do_object_size},
  {"readcyclecounter", false, do_counter},
  {"readsteadycounter", false, do_counter},
  {"x86.rdtsc", false, do_counter},
  {"x86.sse2.mfence", false, do_fence},
  {"x86.sse2.lfence", false, do_nothing},
  {"x86.sse.sfence", false, do_store_fence},
  {"ptr.annotation.", false, do_first_argument},
  {"annotation.", false, do_first_argument},
  {"var.annotation", false, do_nothing},
  {"sideeffect", false, do_nothing},
  {"assume", false, do_assume},
  {"ubsantrap", false, do_trap},
};

bool
builtin_run(struct unfold *u, const struct call *call)
{
  if (!starts(call->name, "llvm."))
    return false;
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (!starts(kind_of(call), table[i].prefix))
      continue;
    LLVMValueRef first = table[i].computes ? LLVMGetOperand(call->instruction, 0) : NULL;
    unsigned width = first ? scalar_width(u, LLVMTypeOf(first)) : 1;
    if (!width || width > 64)
      return false;
    for (unsigned k = 0; table[i].computes && k < LLVMGetNumArgOperands(call->instruction); k++)
      address_assumed(u, call_arg(u, call, k));
    table[i].run(u, call);
    return true;
  }
  return false;
}
