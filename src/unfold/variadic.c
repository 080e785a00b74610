/* Variable arguments.
 *
 * The unnamed arguments of a call are laid out in an object of their own, one after the other, each
 * in a slot as the ABI has it on the stack. va_start makes a va_list that says: the registers are
 * used up, go on in that object. So the code that clang emits for va_arg takes its way through
 * memory, on constants alone, and needs nothing from us; a va_list can be handed on like any other
 * pointer. To read more arguments than were passed is to read past the end of the object.
 *
 * x86-64: a va_list is {gp_offset, fp_offset, overflow_arg_area, reg_save_area}; slots have 8
 * bytes, 16 where the type is aligned so. i386: a va_list is a pointer, slots have 4 bytes. */
#include "unfold/variadic.h"

#include "frontend/argument.h"
#include "frontend/type.h"
#include "unfold/build.h"
#include "unfold/call.h"
#include "unfold/constant.h"
#include "unfold/instr.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/pointer.h"
#include "unfold/state.h"

/* What gp_offset and fp_offset are when no register is left. */
enum { GP_END = 48, FP_END = 176 };

static bool
is_32(const struct unfold *u)
{
  return u->prog->pointer_bits == 32;
}

static value_id
at(struct unfold *u, value_id address, uint64_t offset)
{
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), offset));
}

/* ---- at the call ---- */

static const value_id *
put(struct unfold *u, LLVMTypeRef type, value_id address, const value_id *values)
{
  unsigned width = scalar_width(u, type), wide = 8 * (unsigned)LLVMStoreSizeOfType(u->layout, type);
  if (width > 64) {
    unfold_error(u, "an unnamed argument of %u bits is not supported", width);
    return values;
  }
  if (width) {
    access_store(u, address, value_resize(u->prog, *values, wide, false), ORDER_PLAIN);
    return values + 1;
  }
  for (unsigned i = 0; i < field_count(type) && !path_is_stopped(u); i++)
    values = put(u, field_type(type, i), at(u, address, field_offset(u, type, i)), values);
  return values;
}

static void
pass(struct unfold *u, LLVMValueRef call, unsigned i, value_id address)
{
  LLVMValueRef value = LLVMGetOperand(call, i);
  LLVMTypeRef memory = argument_by_value(call, i);
  value_id values[64];
  uint32_t n = type_scalars(LLVMTypeOf(value));
  if (!n || n > 64) {
    unfold_error(u, "an unnamed argument of a type that is not supported");
    return;
  }
  operand(u, value, values);
  if (memory)
    call_copy_argument(u, call, i, address, values[0], type_bytes(u, memory));
  else
    put(u, LLVMTypeOf(value), address, values);
}

value_id
variadic_area(struct unfold *u, LLVMValueRef call, LLVMValueRef function)
{
  unsigned first = LLVMCountParams(function), n = LLVMGetNumArgOperands(call);
  uint64_t end = 0, size;
  for (unsigned i = first; i < n; i++)
    end = argument_slot(u->layout, call, i, end, &size) + size;
  uint64_t key = hash_mix(u->now.frame->context, (uint64_t)(uintptr_t)call);
  struct object object = {.kind = OBJECT_STACK,
                          .name = "arguments",
                          .size = end ? end : 1,
                          .thread = u->now.thread,
                          .place = u->path.place};
  object_id id =
    memory_object(u, hash_mix(key, (uint64_t)(uintptr_t)function), object, NULL, false);
  value_id base = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
  if (!end)
    return at(u, base, object.size); /* nothing there to be read */
  end = 0;
  for (unsigned i = first; i < n && !path_is_stopped(u); i++) {
    uint64_t slot = argument_slot(u->layout, call, i, end, &size);
    pass(u, call, i, at(u, base, slot));
    end = slot + size;
  }
  return base;
}

/* ---- in the callee ---- */

void
variadic_start(struct unfold *u, value_id list)
{
  value_id unnamed = u->now.frame->unnamed;
  if (unnamed == VALUE_FALSE) {
    unfold_error(u, "va_start in a function that is called in an unknown way");
    return;
  }
  if (is_32(u)) {
    access_store(u, list, unnamed, ORDER_PLAIN);
    return;
  }
  access_store(u, list, v_const(u, 32, GP_END), ORDER_PLAIN);
  access_store(u, at(u, list, 4), v_const(u, 32, FP_END), ORDER_PLAIN);
  access_store(u, at(u, list, 8), unnamed, ORDER_PLAIN);
  access_store(u, at(u, list, 16), v_const(u, 64, 0), ORDER_PLAIN);
}

void
variadic_copy(struct unfold *u, value_id to, value_id from)
{
  call_copy(u, to, from, is_32(u) ? 4 : 24);
}
