/* Calls: the intrinsics of LLVM that are more than computing, and everything with a body.
 *
 * A function that has neither a handler here, nor in intrinsic.c or builtin.c, nor a body is an
 * error that names it: nothing is skipped silently. */
#include "unfold/call.h"
#include "instrument/assertion.h"

#include <string.h>

#include "frontend/argument.h"
#include "frontend/assembly.h"
#include "frontend/cfg.h"
#include "frontend/debug.h"
#include "frontend/scope.h"
#include "frontend/type.h"
#include "unfold/build.h"
#include "unfold/builtin.h"
#include "unfold/constant.h"
#include "unfold/copy.h"
#include "unfold/event.h"
#include "unfold/facts.h"
#include "unfold/float.h"
#include "unfold/flow.h"
#include "unfold/id.h"
#include "unfold/instr.h"
#include "unfold/intrinsic.h"
#include "unfold/life.h"
#include "unfold/marks.h"
#include "unfold/memory.h"
#include "unfold/path.h"
#include "unfold/point.h"
#include "unfold/pointer.h"
#include "unfold/state.h"
#include "unfold/variadic.h"
#include "unfold/wide.h"

value_id
call_arg(struct unfold *u, const struct call *call, unsigned i)
{
  return facts_simplify(u, u->path.guard, operand1(u, LLVMGetOperand(call->instruction, i)));
}

/* ---- intrinsics of LLVM ---- */

static void
do_nothing(struct unfold *u, const struct call *call)
{
  (void)u;
  (void)call;
}

static void
do_declare(struct unfold *u, const struct call *call)
{
  LLVMValueRef operand = LLVMGetOperand(call->instruction, 0), storage = NULL;
  if (LLVMGetMDNodeNumOperands(operand) == 1)
    LLVMGetMDNodeOperands(operand, &storage);
  if (!storage || LLVMIsConstant(storage) || !LLVMIsAInstruction(storage))
    return;
  struct value_set set = values_get(u->values, operand1(u, storage));
  for (uint32_t i = 0; i < set.n; i++) { /* several: an array of variable length (sized.c) */
    object_id object = memory_find(u, set.at[i]);
    if (object) {
      u->kept.known.at[object].inner |= debug_is_inner(&u->debug, call->instruction);
      debug_declare(&u->debug, call->instruction, object);
    }
    if (object && scope_slot(call->instruction))
      life_declare(u, call->instruction, object);
  }
}

/* Copies go scalar by scalar, so that what is copied stays whole, but not wider than the
 * machine. */
uint32_t
call_piece(struct unfold *u, struct target target, uint64_t done, uint64_t left)
{
  uint64_t offset = target.offset + done;
  uint32_t bytes = 0, word = u->prog->pointer_bits / 8;
  if (target.object) {
    const struct object *object = &u->prog->objects.at[target.object];
    bytes = debug_scalar_at(u->prog, object->type, offset);
  }
  if (!bytes || bytes > 8 || bytes > left)
    for (bytes = 8; bytes > left || offset % bytes; bytes /= 2)
      ;
  return bytes > word && offset % word == 0 ? word : bytes;
}

static value_id
offset_from(struct unfold *u, value_id address, uint64_t offset)
{
  return v_op(u, OP_ADD, address, v_const(u, v_width(u, address), offset));
}

void
call_copy(struct unfold *u, value_id to, value_id from, uint64_t size)
{
  struct target layout = access_first_target(u, from);
  for (uint64_t done = 0; done < size && !path_is_stopped(u);) {
    uint32_t bytes = call_piece(u, layout, done, size - done);
    value_id part = access_load(u, offset_from(u, from, done), bytes, ORDER_PLAIN);
    access_store(u, offset_from(u, to, done), part, ORDER_PLAIN);
    done += bytes;
  }
}

/* A length that is not constant: the model's loop does it. */
static void
call_model(struct unfold *u, const char *name, const value_id *arguments, size_t n)
{
  LLVMValueRef function = LLVMGetNamedFunction(u->module, name);
  value_id ignored[4];
  u->now.pointless++;
  if (function && !LLVMIsDeclaration(function))
    flow_call(u, function, arguments, n, ignored);
  else
    unfold_error(u, "%s of a length that is not constant", name);
  u->now.pointless--;
}

struct target
call_layout(struct unfold *u, value_id to, value_id from)
{
  struct target target = access_first_target(u, from);
  if (!target.object || !u->prog->objects.at[target.object].type)
    target = access_first_target(u, to);
  return target;
}

/* memmove: everything is read before anything is written. */
static void
do_copy(struct unfold *u, const struct call *call)
{
  value_id to = call_arg(u, call, 0), from = call_arg(u, call, 1), size = call_arg(u, call, 2);
  uint64_t length;
  if (!value_is_const(u->prog, size, &length)) {
    value_id arguments[] = {to, from, value_resize(u->prog, size, u->prog->pointer_bits, false)};
    if (!copy_run(u, &(struct copy){.to = to, .from = from, .length = arguments[2]}))
      call_model(u, "memmove", arguments, 3);
    return;
  }
  struct target layout = call_layout(u, to, from);
  VEC(value_id) pieces = {0};
  for (uint64_t done = 0; done < length && !path_is_stopped(u);) {
    uint32_t bytes = call_piece(u, layout, done, length - done);
    vec_push(&pieces, access_load(u, offset_from(u, from, done), bytes, ORDER_PLAIN));
    done += bytes;
  }
  uint64_t done = 0;
  for (size_t i = 0; i < pieces.n && !path_is_stopped(u); i++) {
    access_store(u, offset_from(u, to, done), pieces.at[i], ORDER_PLAIN);
    done += v_width(u, pieces.at[i]) / 8;
  }
  vec_free(&pieces);
}

static void
do_fill(struct unfold *u, const struct call *call)
{
  value_id to = call_arg(u, call, 0), byte = call_arg(u, call, 1), size = call_arg(u, call, 2);
  uint64_t length;
  if (!value_is_const(u->prog, size, &length)) {
    value_id arguments[] = {to, value_resize(u->prog, byte, 32, false),
                            value_resize(u->prog, size, u->prog->pointer_bits, false)};
    if (!copy_run(u, &(struct copy){.to = to, .from = byte, .length = arguments[2], .fills = true}))
      call_model(u, "memset", arguments, 3);
    return;
  }
  struct target layout = access_first_target(u, to);
  for (uint64_t done = 0; done < length && !path_is_stopped(u);) {
    uint32_t bytes = call_piece(u, layout, done, length - done);
    value_id value = byte;
    while (v_width(u, value) < 8 * bytes)
      value = value_concat(u->prog, byte, value);
    access_store(u, offset_from(u, to, done), value, ORDER_PLAIN);
    done += bytes;
  }
}

static void
do_first_argument(struct unfold *u, const struct call *call)
{
  *call->out = call_arg(u, call, 0);
}

/* Each thread has its own copy, made when it first looks at it. */
static void
do_thread_local(struct unfold *u, const struct call *call)
{
  LLVMValueRef variable = LLVMGetOperand(call->instruction, 0);
  uint64_t key = hash_mix((uint64_t)(uintptr_t)variable, u->turn.threads.at[u->now.thread].key);
  struct object object = {
    .kind = OBJECT_THREAD_LOCAL,
    .size = type_bytes(u, LLVMGlobalGetValueType(variable)),
    .thread = u->now.thread,
  };
  if (!map_find(&u->kept.object_by_key, key))
    debug_name_object(&u->debug, variable, &object);
  memory_align(u, LLVMGetAlignment(variable));
  object_id id = memory_static(u, key, object, variable);
  memory_aligned(u);
  *call->out = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static void
do_va_start(struct unfold *u, const struct call *call)
{
  variadic_start(u, call_arg(u, call, 0));
}

static void
do_va_copy(struct unfold *u, const struct call *call)
{
  variadic_copy(u, call_arg(u, call, 0), call_arg(u, call, 1));
}

static void
do_zero(struct unfold *u, const struct call *call)
{
  *call->out = v_const(u, scalar_width(u, LLVMTypeOf(call->instruction)), 0);
}

static void
do_trap(struct unfold *u, const struct call *call)
{
  (void)call;
  event_violation(u, FAULT_ABORT, "__builtin_trap() is called");
}

static void do_error_location(struct unfold *u, const struct call *call);

static void
do_float(struct unfold *u, const struct call *call)
{
  float_call(u, call->instruction, call->name, call->out);
}

/* ---- the table ---- */

struct handler {
  const char *name;
  bool prefix;
  void (*run)(struct unfold *u, const struct call *call);
};

static const struct handler handlers[] = {
  {"reach_error", false, do_error_location}, /* also if the program defines it */
  {"__VERIFIER_error", false, do_error_location},
  {"llvm.dbg.declare", false, do_declare},
  {"llvm.dbg.", true, do_nothing},
  {"llvm.lifetime.", true, do_nothing},
  {"llvm.prefetch", true, do_nothing},
  {"llvm.x86.sse2.pause", false, do_nothing},
  {"llvm.experimental.noalias.scope.decl", false, do_nothing},
  {"llvm.donothing", false, do_nothing},
  {"llvm.stackrestore", true, do_nothing},
  {"llvm.stacksave", true, do_zero},
  {"llvm.expect.", true, do_first_argument},
  {"llvm.threadlocal.address.", true, do_thread_local},
  {"llvm.is.constant.", true, do_zero},
  {"llvm.va_start", true, do_va_start},
  {"llvm.va_copy", true, do_va_copy},
  {"llvm.va_end", true, do_nothing},
  {"llvm.memcpy.", true, do_copy},
  {"llvm.memmove.", true, do_copy},
  {"llvm.memset.", true, do_fill},
  {"llvm.trap", false, do_trap},
  {"llvm.debugtrap", false, do_trap},
  {"llvm.fabs.", true, do_float},
  {"llvm.copysign.", true, do_float},
  {"llvm.fmuladd.", true, do_float},
  {"llvm.sqrt.", true, do_float},
  {"llvm.floor.", true, do_float},
  {"llvm.ceil.", true, do_float},
  {"llvm.trunc.", true, do_float},
  {"llvm.round.", true, do_float},
  {"llvm.roundeven.", true, do_float},
  {"llvm.rint.", true, do_float},
  {"llvm.nearbyint.", true, do_float},
  {"llvm.minnum.", true, do_float},
  {"llvm.maxnum.", true, do_float},
  {"llvm.is.fpclass.", true, do_float},
};

static const struct handler *
find_handler(const char *name)
{
  for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++) {
    const struct handler *handler = &handlers[i];
    if (handler->prefix ? !strncmp(name, handler->name, strlen(handler->name))
                        : !strcmp(name, handler->name))
      return handler;
  }
  return NULL;
}

/* ---- results that nobody knows ---- */

static void
havoc_scalars(struct unfold *u, const struct call *call, LLVMTypeRef type, enum input_kind kind,
              value_id **out)
{
  unsigned width = scalar_width(u, type);
  if (width > 64)
    unfold_error(u, "%u-bit integers are not supported", width);
  if (width) {
    struct input input = {
      .kind = kind,
      .width = (uint8_t)(width > 64 ? 64 : width),
      .name = arena_strdup(&u->prog->arena, call->name),
      .place = debug_user_place(u->prog, u->path.place),
    };
    *(*out)++ = value_input(u->prog, input);
    return;
  }
  for (unsigned i = 0; i < field_count(type); i++)
    havoc_scalars(u, call, field_type(type, i), kind, out);
}

static bool
never_returns(const struct call *call)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  return LLVMGetEnumAttributeAtIndex(call->callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     kind);
}

static void
havoc_result(struct unfold *u, const struct call *call, enum input_kind kind)
{
  value_id *out = call->out;
  if (LLVMGetTypeKind(LLVMTypeOf(call->instruction)) != LLVMVoidTypeKind)
    havoc_scalars(u, call, LLVMTypeOf(call->instruction), kind, &out);
}

/* ---- functions with a body ---- */

void
call_copy_argument(struct unfold *u, LLVMValueRef call, unsigned i, value_id to, value_id from,
                   uint64_t size)
{
  point_begin_argument(u, call, i, to, from);
  call_copy(u, to, from, size);
  point_end_argument(u, call, i);
}

/* A struct passed by value is a pointer to a copy. */
static value_id
copy_by_value(struct unfold *u, const struct call *call, unsigned i, value_id from)
{
  LLVMTypeRef type = argument_by_value(call->instruction, i);
  if (!type)
    return from;
  uint64_t size = type_bytes(u, type);
  uint64_t key =
    hash_mix(hash_mix(u->now.frame->context, (uint64_t)(uintptr_t)call->instruction), i);
  struct object object = {.kind = OBJECT_STACK,
                          .name = "argument",
                          .size = size ? size : 1,
                          .thread = u->now.thread,
                          .place = u->path.place};
  memory_align(u, u->prog->pointer_bits / 8);
  object_id id = memory_object(u, key, object, NULL, false);
  memory_aligned(u);
  life_slot(u, id);
  value_id to = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
  call_copy_argument(u, call->instruction, i, to, from, size);
  return to;
}

/* Programs cast pointers to functions: a number that is passed or returned is as wide as the
 * receiver takes it to be. */
static void
fit(struct unfold *u, LLVMTypeRef type, value_id *scalars)
{
  unsigned width = type_scalars(type) == 1 ? scalar_width(u, type) : 0;
  if (width && width <= 64 && width != v_width(u, *scalars))
    *scalars = value_resize(u->prog, *scalars, width, false);
}

static void
fit_arguments(struct unfold *u, LLVMValueRef function, value_id *arguments, size_t n)
{
  unsigned parameters = LLVMCountParams(function);
  for (unsigned i = 0, at = 0; i < parameters; i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
    if (at < n)
      fit(u, type, arguments + at);
    at += type_scalars(type);
  }
}

/* Calls the function; if it returns nothing where the caller expects something, that is
 * arbitrary. */
static void
call_and_fit(struct unfold *u, const struct call *call, LLVMValueRef function,
             const value_id *arguments, size_t n, value_id *out)
{
  LLVMTypeRef wanted = LLVMTypeOf(call->instruction);
  uint32_t count = type_scalars(wanted);
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  value_id results[64];
  flow_call(u, function, arguments, n, type_scalars(type) == count ? out : results);
  if (path_is_stopped(u))
    return;
  struct call here = *call;
  here.out = out;
  if (type_scalars(type) != count)
    havoc_result(u, &here, INPUT_UNINITIALISED);
  else if (count)
    fit(u, wanted, out);
}

static void
call_body(struct unfold *u, const struct call *call, LLVMValueRef function, value_id *out)
{
  VEC(value_id) arguments = {0};
  bool variadic = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function));
  unsigned given = LLVMGetNumArgOperands(call->instruction), named = LLVMCountParams(function);
  for (unsigned i = 0; i < given && (!variadic || i < named); i++) {
    LLVMValueRef value = LLVMGetOperand(call->instruction, i);
    uint32_t n = type_scalars(LLVMTypeOf(value));
    size_t first = arguments.n;
    vec_resize(&arguments, first + n);
    operand(u, value, arguments.at + first);
    for (uint32_t k = 0; k < n; k++)
      arguments.at[first + k] = facts_simplify(u, u->path.guard, arguments.at[first + k]);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
      arguments.at[first] = copy_by_value(u, call, i, arguments.at[first]);
  }
  size_t length;
  bool atomic = !strncmp(LLVMGetValueName2(function, &length), "__VERIFIER_atomic_", 18);
  u->now.site = call->instruction;
  if (variadic)
    u->now.unnamed = variadic_area(u, call->instruction, function);
  if (atomic)
    section_begin(u);
  fit_arguments(u, function, arguments.at, arguments.n);
  id_pass(u, call->instruction, function);
  call_and_fit(u, call, function, arguments.at, arguments.n, out);
  if (atomic)
    section_end(u);
  vec_free(&arguments);
}

/* ---- functions without one ---- */

/* The user lets unknown functions return anything. One that does not return ends the process, for
 * all we know. */
static void
havoc(struct unfold *u, const struct call *call)
{
  unfold_assumed(u, arena_printf(&u->prog->arena,
                                 "function '%s' has no model: its result is arbitrary, and it "
                                 "changes nothing",
                                 call->name));
  if (never_returns(call))
    event_condition(u, EVENT_ASSUME, VALUE_FALSE);
  else
    havoc_result(u, call, INPUT_NONDET);
}

/* The program is refused. To find all such functions at once, we go on with a result that leads
 * nowhere: garbage is no pointer. */
static void
missing(struct unfold *u, const struct call *call)
{
  struct path before = u->path;
  uint32_t *reported = map_at(&u->turn.missing, (uint64_t)(uintptr_t)call->callee);
  if (!*reported)
    unfold_error(u, "function '%s' has no definition and no model%s", call->name,
                 u->diags->errors ? ""
                                  : "; name the file that defines it too, or let such functions "
                                    "return anything: --havoc-unknown");
  *reported = 1;
  path_go(u, before, never_returns(call) ? VALUE_FALSE : before.guard);
  if (!path_is_stopped(u))
    havoc_result(u, call, INPUT_UNINITIALISED);
}

/* They return twice, or never to where they were called. */
static bool
is_refused(const char *name)
{
  static const char *const names[] = {
    "setjmp",     "_setjmp",    "__sigsetjmp", "sigsetjmp",   "longjmp", "_longjmp", "siglongjmp",
    "getcontext", "setcontext", "makecontext", "swapcontext", "fork",    "vfork",
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

static void
call_function(struct unfold *u, struct call *call)
{
  const struct handler *handler = find_handler(call->name);
  if (wide_call(u, call->instruction, call->name, call->out))
    return;
  if (handler)
    handler->run(u, call);
  else if (intrinsic_run(u, call) || builtin_run(u, call))
    return;
  else if (!LLVMIsDeclaration(call->callee))
    call_body(u, call, call->callee, call->out);
  else if (!strncmp(call->name, "llvm.", 5))
    unfold_error(u, "the compiler's function '%s' is not supported", call->name);
  else if (is_refused(call->name))
    unfold_error(u, "'%s' is not supported", call->name);
  else if (u->options->havoc_unknown)
    havoc(u, call);
  else
    missing(u, call);
}

/* A call of reach_error or __VERIFIER_error is the error, whatever else the function does. */
static void
do_error_location(struct unfold *u, const struct call *call)
{
  if (u->options->property & PROPERTY_ASSERT)
    event_violation(u, FAULT_ERROR, arena_printf(&u->prog->arena, "%s() is called", call->name));
  else
    call_body(u, call, call->callee, call->out);
}

/* ---- calls through pointers ---- */

/* One way of the call: the pointer is this function. */
static void
call_candidate(struct unfold *u, const struct call *call, LLVMValueRef function, value_id *out)
{
  size_t length;
  struct call direct = *call;
  direct.callee = function;
  direct.name = LLVMGetValueName2(function, &length);
  direct.out = out;
  call_function(u, &direct);
}

static void
call_pointer(struct unfold *u, const struct call *call)
{
  value_id pointer = facts_simplify(u, u->path.guard, operand1(u, call->callee)),
           guard = u->path.guard;
  struct value_set set = values_get(u->values, pointer);
  uint32_t n = type_scalars(LLVMTypeOf(call->instruction));
  value_id after = VALUE_FALSE, none = guard, out[64];
  struct path before = u->path;
  if (!set.n && !set.open) {
    unfold_error(u, "a call through a pointer whose targets are not known");
    return;
  }
  for (uint32_t i = 0; i < set.n; i++) {
    object_id object = memory_find(u, set.at[i]);
    LLVMValueRef function = object ? u->kept.known.at[object].global : NULL;
    if (!function || !LLVMIsAFunction(function))
      continue;
    value_id match = value_eq(u->prog, pointer, v_const(u, v_width(u, pointer), set.at[i]));
    value_id when = value_and(u->prog, guard, match);
    none = value_and(u->prog, none, value_not(u->prog, match));
    if (when == VALUE_FALSE)
      continue;
    path_go(u, before, when);
    call_candidate(u, call, function, out);
    for (uint32_t k = 0; k < n; k++)
      call->out[k] =
        after == VALUE_FALSE ? out[k] : value_ite(u->prog, match, out[k], call->out[k]);
    after = value_or(u->prog, after, u->path.guard);
  }
  path_go(u, before, none);
  if (!path_is_stopped(u))
    event_violation(u, FAULT_MEMORY, "call through an invalid function pointer");
  path_go(u, before, after);
}

/* All that is understood has become something else (frontend/assembly.c). */
static void
refuse_assembly(struct unfold *u, const struct call *call)
{
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(call->callee, &length);
  const char *fault = assembly_fault(call->instruction);
  unfold_error(u, "inline assembly is not supported: \"%.*s\"%s%s%s", (int)length, text,
               *fault ? " (" : "", fault, *fault ? ")" : "");
}

void
call_run(struct unfold *u, LLVMValueRef instruction)
{
  size_t length;
  struct call call = {
    .instruction = instruction,
    .callee = LLVMGetCalledValue(instruction),
    .out = u->now.frame->slots + cfg_slot(u->now.frame->cfg, instruction),
  };
  uint32_t n = type_scalars(LLVMTypeOf(instruction));
  if (n > 64) {
    unfold_error(u, "a result of a type that is not supported");
  } else if (LLVMIsAInlineAsm(call.callee)) {
    refuse_assembly(u, &call);
  } else if (LLVMIsAFunction(call.callee)) {
    call.name = LLVMGetValueName2(call.callee, &length);
    if (assertion_is_function(call.name))
      mark_test(u);
    call_function(u, &call);
  } else {
    call_pointer(u, &call);
  }
}
