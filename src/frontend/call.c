/* Calls: the intrinsics of the models and of LLVM, and everything with a body.
 *
 * One table maps names to handlers. A function that is in neither table and has no body is an error
 * that names it: nothing is skipped silently. */
#include <string.h>

#include "frontend/unfold.h"

struct call {
  LLVMValueRef instruction;
  LLVMValueRef callee;
  const char *name;
  value_id *out; /* where the result goes; several scalars */
};

static value_id
arg(struct unfold *u, const struct call *call, unsigned i)
{
  return facts_simplify(u, u->guard, operand1(u, LLVMGetOperand(call->instruction, i)));
}

static bool
const_arg(struct unfold *u, const struct call *call, unsigned i, uint64_t *bits)
{
  return value_is_const(u->prog, arg(u, call, i), bits);
}

/* ---- intrinsics of the models ---- */

static unsigned
v_width_of_result(const struct unfold *u, const struct call *call)
{
  return scalar_width(u, LLVMTypeOf(call->instruction));
}

static void
do_nothing(struct unfold *u, const struct call *call)
{
  (void)u;
  (void)call;
}

static void
do_atomic_begin(struct unfold *u, const struct call *call)
{
  (void)call;
  section_begin(u);
}

static void
do_atomic_end(struct unfold *u, const struct call *call)
{
  (void)call;
  if (!u->depth)
    unfold_error(u, "the end of an atomic section that was not begun");
  else
    section_end(u);
}

static value_id
condition_arg(struct unfold *u, const struct call *call)
{
  value_id condition = arg(u, call, 0);
  unsigned width = v_width(u, condition);
  if (width > 1)
    condition = value_not(u->prog, value_eq(u->prog, condition, v_const(u, width, 0)));
  return facts_strip(u, u->guard, condition);
}

static void
conditional_event(struct unfold *u, enum event_kind kind, value_id condition)
{
  if (condition == VALUE_TRUE)
    return;
  event_new(u, kind)->value = condition;
  if (condition == VALUE_FALSE) {
    u->stuck = u->guard;
    flow_stop(u);
  }
}

static void
do_block(struct unfold *u, const struct call *call)
{
  conditional_event(u, EVENT_BLOCK, condition_arg(u, call));
}

static void
do_assume(struct unfold *u, const struct call *call)
{
  conditional_event(u, EVENT_ASSUME, condition_arg(u, call));
}

/* If several threads wait for one another they are deadlocked, whatever else goes on. */
static void
do_block_on(struct unfold *u, const struct call *call)
{
  value_id owner = arg(u, call, 1), guard = u->guard;
  size_t before = u->prog->events.n;
  conditional_event(u, EVENT_BLOCK, condition_arg(u, call));
  if (u->prog->events.n > before)
    vec_last(&u->prog->events).addr = facts_simplify(u, guard, owner);
}

static void
do_error(struct unfold *u, const struct call *call)
{
  uint64_t kind;
  const char *text = access_text(u, arg(u, call, 1));
  if (!const_arg(u, call, 0, &kind))
    kind = FAULT_ASSERTION;
  event_violation(u, (enum fault)kind, text ? text : "");
}

static void
do_check(struct unfold *u, const struct call *call)
{
  uint64_t kind, holds;
  value_id condition = arg(u, call, 1);
  const char *text = access_text(u, arg(u, call, 2));
  if (!const_arg(u, call, 0, &kind))
    kind = FAULT_ASSERTION;
  if (!(fault_property((enum fault)kind) & u->options->property))
    return;
  condition = facts_strip(u, u->guard, value_resize(u->prog, condition, 1, false));
  if (value_is_const(u->prog, condition, &holds) && holds)
    return;
  struct event *event = event_new(u, EVENT_ASSERT);
  event->value = condition;
  event->fault = (enum fault)kind;
  event->text = text ? text : "";
}

static void
do_switch(struct unfold *u, const struct call *call)
{
  uint64_t which = 0;
  const_arg(u, call, 0, &which);
  const bool on[] = {u->options->malloc_fails, !u->options->no_spurious, u->options->reuse};
  bool known = which < sizeof on / sizeof *on;
  *call->out = v_const(u, v_width_of_result(u, call), known && on[which]);
}

static void
do_assumed(struct unfold *u, const struct call *call)
{
  const char *text = access_text(u, arg(u, call, 0));
  unfold_assumed(u, text ? text : "");
}

static void
do_most(struct unfold *u, const struct call *call)
{
  *call->out = v_const(u, u->prog->pointer_bits, u->most_threads);
}

static void
do_is_known(struct unfold *u, const struct call *call)
{
  uint64_t bits;
  *call->out = v_const(u, v_width_of_result(u, call), const_arg(u, call, 0, &bits));
}

/* Threads that make threads that run the same function are recursion too: the bound if it is
 * reached, else 0. If no condition stands before it, constants may yet end it. */
enum { MAX_GENERATIONS = 64 };

static unsigned
creation_bound(const struct unfold *u, value_id start)
{
  unsigned bound = u->guard == VALUE_TRUE ? MAX_GENERATIONS : u->options->unwind, generations = 0;
  for (thread_id t = u->thread; t; t = u->threads.at[t].parent)
    generations += u->threads.at[t].arguments.at[0] == start;
  return generations >= bound ? bound : 0;
}

static void
do_create(struct unfold *u, const struct call *call)
{
  uint64_t key = hash_mix(u->frame->context, (uint64_t)(uintptr_t)call->instruction);
  LLVMValueRef body = LLVMGetOperand(call->instruction, 0);
  value_id start = arg(u, call, 1), argument = arg(u, call, 2);
  if (!LLVMIsAFunction(body)) {
    unfold_error(u, "__heddle_create of a function that is not constant");
    return;
  }
  if (u->section) {
    unfold_error(u, "a thread is created inside an atomic section");
    return;
  }
  unsigned bound = creation_bound(u, start);
  if (bound) {
    flow_cut(u, bound);
    return;
  }
  uint32_t *known = map_at(&u->thread_by_key, key);
  if (!*known)
    *known = ++u->threads_made;
  thread_id child = *known;
  if (u->threads.n <= child)
    vec_resize(&u->threads, child + 1);
  if (u->most_threads < child)
    u->most_threads = child;
  if (!u->concurrent)
    memory_copy(&u->at_first_create, &u->memory);
  u->concurrent = true;
  struct thread_state *state = &u->threads.at[child];
  struct event *event = event_new(u, EVENT_CREATE);
  event->child = child;
  state->parent = u->thread;
  state->create = (event_id)(event - u->prog->events.at);
  state->key = key;
  state->start = body;
  state->arguments.n = 0;
  vec_push(&state->arguments, start);
  vec_push(&state->arguments, argument);
  memory_free(&state->memory);
  memory_copy(&state->memory, &u->memory);
  *call->out = v_const(u, u->prog->pointer_bits, child);
}

static void
do_join(struct unfold *u, const struct call *call)
{
  value_id thread = arg(u, call, 0), guard = u->guard, none = VALUE_TRUE;
  if (u->section) {
    unfold_error(u, "a thread is joined inside an atomic section");
    return;
  }
  struct value_set set = values_get(u->values, thread);
  bool exact = value_set_is_exact(set);
  uint32_t n = exact ? set.n : u->most_threads + 1;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t number = exact ? set.at[i] : i;
    if (number > u->most_threads)
      continue;
    value_id match = value_eq(u->prog, thread, v_const(u, v_width(u, thread), number));
    value_id when = value_and(u->prog, guard, match);
    none = value_and(u->prog, none, value_not(u->prog, match));
    if (when == VALUE_FALSE)
      continue;
    struct event *event = event_new(u, EVENT_JOIN);
    event->guard = when;
    event->child = (thread_id)number;
  }
  u->guard = value_and(u->prog, guard, facts_strip(u, guard, none));
  if (u->guard == VALUE_FALSE) {
    u->guard = guard;
    return;
  }
  event_violation(u, FAULT_LOCK, "a thread is joined that does not exist");
  u->guard = none == VALUE_TRUE ? VALUE_FALSE : guard;
}

static void
do_self(struct unfold *u, const struct call *call)
{
  *call->out = v_const(u, u->prog->pointer_bits, u->thread);
}

static void
do_stop(struct unfold *u, const struct call *call)
{
  (void)call;
  if (u->section)
    unfold_error(u, "a thread ends inside an atomic section");
  life_thread_ends(u);
  flow_stop(u);
}

static void
do_align(struct unfold *u, const struct call *call)
{
  uint64_t alignment;
  if (const_arg(u, call, 0, &alignment) && alignment)
    memory_align(u, alignment);
  else
    unfold_error(u, "memory of an alignment that is not constant");
}

/* The name of the library function that the user called. */
static const char *
library_name(const struct unfold *u)
{
  const struct frame *frame = u->frame;
  while (frame->caller && debug_in_model(u->prog, frame->call_place))
    frame = frame->caller;
  return arena_strdup(&u->prog->arena, frame->cfg->name);
}

static struct object
new_block(struct unfold *u)
{
  return (struct object){
      .kind = OBJECT_HEAP,
      .name = library_name(u),
      .thread = u->thread,
      .place = debug_user_place(u->prog, u->place),
  };
}

static uint64_t
key_of_block(const struct unfold *u, const struct call *call)
{
  return hash_mix(u->frame->context, (uint64_t)(uintptr_t)call->instruction);
}

static void
do_malloc(struct unfold *u, const struct call *call)
{
  uint64_t zeroed;
  if (!const_arg(u, call, 1, &zeroed)) {
    unfold_error(u, "__heddle_malloc of a kind that is not constant");
    return;
  }
  value_id size = value_resize(u->prog, arg(u, call, 0), u->prog->pointer_bits, false);
  *call->out = sized_object(u, key_of_block(u, call), new_block(u), size, zeroed != 0);
}

static void
do_own(struct unfold *u, const struct call *call)
{
  struct object block = new_block(u);
  if (!const_arg(u, call, 0, &block.size)) {
    unfold_error(u, "__heddle_own of a size that is not constant");
    return;
  }
  object_id id = memory_object(u, key_of_block(u, call), block, NULL, true);
  *call->out = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static void
do_finish(struct unfold *u, const struct call *call)
{
  (void)call;
  life_end(u);
}

static void
do_free(struct unfold *u, const struct call *call)
{
  life_free(u, arg(u, call, 0));
}

static void
do_size(struct unfold *u, const struct call *call)
{
  *call->out = life_size(u, arg(u, call, 0));
}

static void
do_nondet(struct unfold *u, const struct call *call)
{
  uint64_t bits;
  if (!const_arg(u, call, 0, &bits) || !bits || bits > 64) {
    unfold_error(u, "__heddle_nondet of a width that is not constant");
    return;
  }
  value_id value = value_input(u->prog, (struct input){.kind = INPUT_NONDET,
                                                       .width = (uint8_t)bits,
                                                       .name = library_name(u),
                                                       .place = debug_user_place(
                                                           u->prog, u->place)});
  *call->out = value_resize(u->prog, value, v_width_of_result(u, call), false);
}

/* ---- intrinsics of LLVM ---- */

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
    if (object)
      debug_declare(u, call->instruction, object);
  }
}

/* Copies go scalar by scalar, so that what is copied stays whole. */
static uint32_t
piece(struct unfold *u, struct target target, uint64_t done, uint64_t left)
{
  uint64_t offset = target.offset + done;
  uint32_t bytes = 0;
  if (target.object) {
    const struct object *object = &u->prog->objects.at[target.object];
    bytes = debug_scalar_at(u->prog, object->type, offset);
  }
  if (!bytes || bytes > 8 || bytes > left)
    for (bytes = 8; bytes > left || offset % bytes; bytes /= 2)
      ;
  return bytes;
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
  for (uint64_t done = 0; done < size && u->guard != VALUE_FALSE;) {
    uint32_t bytes = piece(u, layout, done, size - done);
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
  if (function && !LLVMIsDeclaration(function))
    flow_call(u, function, arguments, n, ignored);
  else
    unfold_error(u, "%s of a length that is not constant", name);
}

static struct target
layout_target(struct unfold *u, value_id to, value_id from)
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
  value_id to = arg(u, call, 0), from = arg(u, call, 1), size = arg(u, call, 2);
  uint64_t length;
  if (!value_is_const(u->prog, size, &length)) {
    value_id arguments[] = {to, from, value_resize(u->prog, size, u->prog->pointer_bits, false)};
    call_model(u, "memmove", arguments, 3);
    return;
  }
  struct target layout = layout_target(u, to, from);
  VEC(value_id) pieces = {0};
  for (uint64_t done = 0; done < length && u->guard != VALUE_FALSE;) {
    uint32_t bytes = piece(u, layout, done, length - done);
    vec_push(&pieces, access_load(u, offset_from(u, from, done), bytes, ORDER_PLAIN));
    done += bytes;
  }
  uint64_t done = 0;
  for (size_t i = 0; i < pieces.n && u->guard != VALUE_FALSE; i++) {
    access_store(u, offset_from(u, to, done), pieces.at[i], ORDER_PLAIN);
    done += v_width(u, pieces.at[i]) / 8;
  }
  vec_free(&pieces);
}

static void
do_fill(struct unfold *u, const struct call *call)
{
  value_id to = arg(u, call, 0), byte = arg(u, call, 1), size = arg(u, call, 2);
  uint64_t length;
  if (!value_is_const(u->prog, size, &length)) {
    value_id arguments[] = {to, value_resize(u->prog, byte, 32, false),
                            value_resize(u->prog, size, u->prog->pointer_bits, false)};
    call_model(u, "memset", arguments, 3);
    return;
  }
  struct target layout = access_first_target(u, to);
  for (uint64_t done = 0; done < length && u->guard != VALUE_FALSE;) {
    uint32_t bytes = piece(u, layout, done, length - done);
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
  *call->out = arg(u, call, 0);
}

/* Each thread has its own copy, made when it first looks at it. */
static void
do_thread_local(struct unfold *u, const struct call *call)
{
  LLVMValueRef variable = LLVMGetOperand(call->instruction, 0);
  uint64_t key = hash_mix((uint64_t)(uintptr_t)variable, u->threads.at[u->thread].key);
  struct object object = {
      .kind = OBJECT_THREAD_LOCAL,
      .size = type_bytes(u, LLVMGlobalGetValueType(variable)),
      .thread = u->thread,
  };
  if (!map_find(&u->object_by_key, key))
    debug_name_object(u, variable, &object);
  value_id guard = u->guard;
  u->guard = VALUE_TRUE;
  object_id id = memory_object(u, key, object, variable, true);
  u->guard = guard;
  *call->out = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
}

static void
do_va_start(struct unfold *u, const struct call *call)
{
  variadic_start(u, arg(u, call, 0));
}

static void
do_va_copy(struct unfold *u, const struct call *call)
{
  variadic_copy(u, arg(u, call, 0), arg(u, call, 1));
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

static void
do_minmax(struct unfold *u, const struct call *call)
{
  const char *kind = call->name + strlen("llvm.");
  value_id a = arg(u, call, 0), b = arg(u, call, 1);
  value_id less = v_op(u, kind[0] == 's' ? OP_SLT : OP_ULT, a, b);
  bool is_min = !strncmp(kind + 1, "min", 3);
  *call->out = value_ite(u->prog, less, is_min ? a : b, is_min ? b : a);
}

static void
do_abs(struct unfold *u, const struct call *call)
{
  value_id a = arg(u, call, 0), zero = v_const(u, v_width(u, a), 0);
  *call->out = value_ite(u->prog, v_op(u, OP_SLT, a, zero), v_op(u, OP_SUB, zero, a), a);
}

static void
do_byte_swap(struct unfold *u, const struct call *call)
{
  value_id a = arg(u, call, 0), result = value_extract(u->prog, a, 0, 8);
  for (unsigned low = 8; low < v_width(u, a); low += 8)
    result = value_concat(u->prog, result, value_extract(u->prog, a, low, 8));
  *call->out = result;
}

static void
do_count_ones(struct unfold *u, const struct call *call)
{
  value_id a = arg(u, call, 0);
  unsigned width = v_width(u, a);
  value_id sum = v_const(u, width, 0);
  for (unsigned i = 0; i < width; i++)
    sum = v_op(u, OP_ADD, sum,
               value_resize(u->prog, value_extract(u->prog, a, i, 1), width, false));
  *call->out = sum;
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
    {"__heddle_atomic_begin", false, do_atomic_begin},
    {"__heddle_atomic_end", false, do_atomic_end},
    {"__heddle_block", false, do_block},
    {"__heddle_block_on", false, do_block_on},
    {"__heddle_assume", false, do_assume},
    {"assume_abort_if_not", false, do_assume}, /* also if the program defines it */
    {"__heddle_error", false, do_error},
    {"reach_error", false, do_error_location}, /* these two as well */
    {"__VERIFIER_error", false, do_error_location},
    {"__heddle_check", false, do_check},
    {"__heddle_switch", false, do_switch},
    {"__heddle_assumed", false, do_assumed},
    {"__heddle_create", false, do_create},
    {"__heddle_join", false, do_join},
    {"__heddle_self", false, do_self},
    {"__heddle_most", false, do_most},
    {"__heddle_is_known", false, do_is_known},
    {"__heddle_stop", false, do_stop},
    {"__heddle_malloc", false, do_malloc},
    {"__heddle_own", false, do_own},
    {"__heddle_free", false, do_free},
    {"__heddle_finish", false, do_finish},
    {"__heddle_size", false, do_size},
    {"__heddle_align", false, do_align},
    {"__heddle_nondet", false, do_nondet},
    {"__VERIFIER_atomic_begin", false, do_atomic_begin},
    {"__VERIFIER_atomic_end", false, do_atomic_end},
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
    {"llvm.smin.", true, do_minmax},
    {"llvm.smax.", true, do_minmax},
    {"llvm.umin.", true, do_minmax},
    {"llvm.umax.", true, do_minmax},
    {"llvm.abs.", true, do_abs},
    {"llvm.bswap.", true, do_byte_swap},
    {"llvm.ctpop.", true, do_count_ones},
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
        .place = debug_user_place(u->prog, u->place),
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

LLVMTypeRef
call_by_value(LLVMValueRef call, unsigned i)
{
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, i + 1, kind);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* A struct passed by value is a pointer to a copy. */
static value_id
copy_by_value(struct unfold *u, const struct call *call, unsigned i, value_id from)
{
  LLVMTypeRef type = call_by_value(call->instruction, i);
  if (!type)
    return from;
  uint64_t size = type_bytes(u, type);
  uint64_t key = hash_mix(hash_mix(u->frame->context, (uint64_t)(uintptr_t)call->instruction), i);
  struct object object = {.kind = OBJECT_STACK,
                          .name = "argument",
                          .size = size ? size : 1,
                          .thread = u->thread,
                          .place = u->place};
  object_id id = memory_object(u, key, object, NULL, false);
  life_slot(u, id);
  value_id to = v_const(u, u->prog->pointer_bits, u->prog->objects.at[id].base);
  call_copy(u, to, from, size);
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
  if (u->guard == VALUE_FALSE)
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
      arguments.at[first + k] = facts_simplify(u, u->guard, arguments.at[first + k]);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
      arguments.at[first] = copy_by_value(u, call, i, arguments.at[first]);
  }
  size_t length;
  bool atomic = !strncmp(LLVMGetValueName2(function, &length), "__VERIFIER_atomic_", 18);
  u->site = call->instruction;
  if (variadic)
    u->unnamed = variadic_area(u, call->instruction, function);
  if (atomic)
    section_begin(u);
  uint32_t section = u->section, depth = u->depth;
  fit_arguments(u, function, arguments.at, arguments.n);
  call_and_fit(u, call, function, arguments.at, arguments.n, out);
  if (u->guard == VALUE_FALSE) { /* nobody returns: as if the call had not opened anything */
    u->section = section;
    u->depth = depth;
  }
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
    conditional_event(u, EVENT_ASSUME, VALUE_FALSE);
  else
    havoc_result(u, call, INPUT_NONDET);
}

/* Is there a message whose first quoted name is this one? */
static bool
was_reported(const struct diags *diags, const char *function)
{
  size_t length = strlen(function);
  for (size_t i = 0; i < diags->all.n; i++) {
    const char *name = strchr(diags->all.at[i].text, '\'');
    if (name && !strncmp(name + 1, function, length) && name[1 + length] == '\'')
      return true;
  }
  return false;
}

/* The program is refused. To find all such functions at once, we go on with a result that leads
 * nowhere: garbage is no pointer. */
static void
missing(struct unfold *u, const struct call *call)
{
  value_id guard = u->guard;
  if (!was_reported(u->diags, call->name))
    unfold_error(u, "function '%s' has no definition and no model%s", call->name,
                 u->diags->errors ? ""
                                  : "; name the file that defines it too, or let such functions "
                                    "return anything: --havoc-unknown");
  u->guard = never_returns(call) ? VALUE_FALSE : guard;
  if (u->guard != VALUE_FALSE)
    havoc_result(u, call, INPUT_UNINITIALISED);
}

/* They return twice, or never to where they were called. */
static bool
is_refused(const char *name)
{
  static const char *const names[] = {
      "setjmp",     "_setjmp",    "__sigsetjmp", "sigsetjmp",   "longjmp",    "_longjmp",
      "siglongjmp", "getcontext", "setcontext",  "makecontext", "swapcontext", "fork",
      "vfork",
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
  else if (builtin_run(u, call->instruction, call->name, call->out))
    ;
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

/* One way of the call, under the guard that the pointer is this function. */
static void
call_candidate(struct unfold *u, const struct call *call, LLVMValueRef function, value_id when,
               value_id *out)
{
  size_t length;
  struct call direct = *call;
  direct.callee = function;
  direct.name = LLVMGetValueName2(function, &length);
  direct.out = out;
  u->guard = when;
  call_function(u, &direct);
}

static void
call_pointer(struct unfold *u, const struct call *call)
{
  value_id pointer = facts_simplify(u, u->guard, operand1(u, call->callee)), guard = u->guard;
  struct value_set set = values_get(u->values, pointer);
  uint32_t n = type_scalars(LLVMTypeOf(call->instruction));
  value_id after = VALUE_FALSE, none = guard, out[64];
  uint32_t section = u->section, depth = u->depth;
  if (!set.n && !set.open) {
    unfold_error(u, "a call through a pointer whose targets are not known");
    return;
  }
  for (uint32_t i = 0; i < set.n; i++) {
    object_id object = memory_find(u, set.at[i]);
    LLVMValueRef function = object ? u->known.at[object].global : NULL;
    if (!function || !LLVMIsAFunction(function))
      continue;
    value_id match = value_eq(u->prog, pointer, v_const(u, v_width(u, pointer), set.at[i]));
    value_id when = value_and(u->prog, guard, match);
    none = value_and(u->prog, none, value_not(u->prog, match));
    if (when == VALUE_FALSE)
      continue;
    u->section = section;
    u->depth = depth;
    call_candidate(u, call, function, when, out);
    for (uint32_t k = 0; k < n; k++)
      call->out[k] =
          after == VALUE_FALSE ? out[k] : value_ite(u->prog, match, out[k], call->out[k]);
    after = value_or(u->prog, after, u->guard);
  }
  u->section = section;
  u->depth = depth;
  u->guard = none;
  if (none != VALUE_FALSE)
    event_violation(u, FAULT_MEMORY, "call through an invalid function pointer");
  u->guard = after;
}

/* A mere compiler barrier is fine. */
static void
call_assembly(struct unfold *u, const struct call *call)
{
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(call->callee, &length);
  if (length && strcmp(text, "pause") && strcmp(text, "rep; nop") && strcmp(text, "nop"))
    unfold_error(u, "inline assembly is not supported: \"%.*s\"", (int)length, text);
}

void
call_run(struct unfold *u, LLVMValueRef instruction)
{
  size_t length;
  struct call call = {
      .instruction = instruction,
      .callee = LLVMGetCalledValue(instruction),
      .out = u->frame->slots + cfg_slot(u->frame->cfg, instruction),
  };
  uint32_t n = type_scalars(LLVMTypeOf(instruction));
  if (n > 64) {
    unfold_error(u, "a result of a type that is not supported");
  } else if (LLVMIsAInlineAsm(call.callee)) {
    call_assembly(u, &call);
  } else if (LLVMIsAFunction(call.callee)) {
    call.name = LLVMGetValueName2(call.callee, &length);
    call_function(u, &call);
  } else {
    call_pointer(u, &call);
  }
}
