/* Calls: of functions with a body, of the intrinsics of the models, and of LLVM's own. */
#include <string.h>

#include "base/mutant.h"
#include "frontend/argument.h"
#include "frontend/intrinsics.h"
#include "frontend/module.h"
#include "frontend/type.h"
#include "instrument/assertion.h"
#include "instrument/points.h"
#include "ir/prog.h"
#include "vm/translation.h"

struct call {
  LLVMValueRef instruction;
  const char *name; /* "" through a pointer */
};

static uint32_t
argument(struct translation *t, const struct call *call, unsigned i)
{
  return operand_one(t, LLVMGetOperand(call->instruction, i));
}

static unsigned
argument_width(const struct translation *t, const struct call *call, unsigned i)
{
  return translation_width(t, LLVMTypeOf(LLVMGetOperand(call->instruction, i)));
}

static bool
starts(const char *text, const char *prefix)
{
  return !strncmp(text, prefix, strlen(prefix));
}

/* ---- intrinsics of LLVM ---- */

static void
do_nothing(struct translation *t, const struct call *call)
{
  (void)t;
  (void)call;
}

static void
result_is(struct translation *t, const struct call *call, uint32_t value)
{
  code_add(
    t, (struct instruction){.op = CODE_MOVE, .to = result_of(t, call->instruction), .a = value});
}

static void
do_zero(struct translation *t, const struct call *call)
{
  result_is(t, call, code_constant(t, 0));
}

static void
do_first(struct translation *t, const struct call *call)
{
  result_is(t, call, argument(t, call, 0));
}

static void
do_variable(struct translation *t, const struct call *call)
{
  uint32_t variable = translation_global(t, LLVMGetOperand(call->instruction, 0));
  code_add(t, (struct instruction){
                .op = CODE_VARIABLE, .to = result_of(t, call->instruction), .extra = variable});
}

static void
do_copy(struct translation *t, const struct call *call)
{
  code_add(t, (struct instruction){.op = CODE_COPY,
                                   .a = argument(t, call, 0),
                                   .b = argument(t, call, 1),
                                   .c = argument(t, call, 2)});
}

static void
do_fill(struct translation *t, const struct call *call)
{
  code_add(t, (struct instruction){.op = CODE_FILL,
                                   .a = argument(t, call, 0),
                                   .b = argument(t, call, 1),
                                   .c = argument(t, call, 2)});
}

static void
do_list(struct translation *t, const struct call *call)
{
  struct function *function = t->function;
  uint32_t list = argument(t, call, 0);
  uint32_t unnamed = function->first + function->parameters - 1;
  code_add(t, (struct instruction){.op = CODE_LIST, .a = list, .b = unnamed});
}

static void
do_list_copy(struct translation *t, const struct call *call)
{
  code_add(t, (struct instruction){.op = CODE_COPY,
                                   .a = argument(t, call, 0),
                                   .b = argument(t, call, 1),
                                   .c = code_constant(t, 24)});
}

static void
do_abort(struct translation *t, const struct call *call)
{
  (void)call;
  code_add(t, (struct instruction){.op = CODE_FAIL, .kind = FAULT_ABORT});
}

/* Numbered as clang numbers the checks of -fsanitize-trap. */
static void
do_trap(struct translation *t, const struct call *call)
{
  static const uint8_t arithmetic[] = {0, 3, 5, 7, 8, 12, 13, 20, 21};
  uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(call->instruction, 0));
  enum fault fault = number == 1 || number == 11 ? FAULT_ERROR : FAULT_MEMORY;
  for (size_t i = 0; i < sizeof arithmetic; i++)
    if (arithmetic[i] == number)
      fault = FAULT_OVERFLOW;
  code_add(t, (struct instruction){.op = CODE_FAIL, .kind = (uint8_t)fault});
}

static void
binary(struct translation *t, const struct call *call, enum binary kind, uint32_t to)
{
  unsigned operands = LLVMGetNumArgOperands(call->instruction);
  code_add(t, (struct instruction){.op = CODE_BINARY,
                                   .kind = (uint8_t)kind,
                                   .width = (uint8_t)argument_width(t, call, 0),
                                   .to = to,
                                   .a = argument(t, call, 0),
                                   .b = operands > 1 ? argument(t, call, 1) : code_constant(t, 0)});
}

/* The name goes on with {s,u}{add,sub,mul}. */
static void
do_overflow(struct translation *t, const struct call *call)
{
  static const struct {
    const char *name;
    enum binary result, over;
  } table[] = {
    {"sadd", BINARY_ADD, BINARY_SADD_OVER}, {"uadd", BINARY_ADD, BINARY_UADD_OVER},
    {"ssub", BINARY_SUB, BINARY_SSUB_OVER}, {"usub", BINARY_SUB, BINARY_USUB_OVER},
    {"smul", BINARY_MUL, BINARY_SMUL_OVER}, {"umul", BINARY_MUL, BINARY_UMUL_OVER},
  };
  uint32_t to = result_of(t, call->instruction);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (starts(call->name + strlen("llvm."), table[i].name)) {
      binary(t, call, table[i].over, to + 1);
      binary(t, call, table[i].result, to);
    }
}

/* Bit by bit from one end; the second operand: is the result for 0 unknown? */
static void
do_zeros(struct translation *t, const struct call *call)
{
  bool leading = starts(call->name, "llvm.ctlz.");
  uint64_t undefined = argument_zero_is_undefined(call->instruction);
  code_add(t, (struct instruction){.op = CODE_BINARY,
                                   .kind = leading ? BINARY_LEADING_ZEROS : BINARY_TRAILING_ZEROS,
                                   .width = (uint8_t)argument_width(t, call, 0),
                                   .to = result_of(t, call->instruction),
                                   .a = argument(t, call, 0),
                                   .b = code_constant(t, undefined)});
}

static void
do_arithmetic(struct translation *t, const struct call *call)
{
  static const struct {
    const char *name;
    enum binary kind;
  } table[] = {
    {"smin", BINARY_SMIN}, {"smax", BINARY_SMAX},  {"umin", BINARY_UMIN},
    {"umax", BINARY_UMAX}, {"ctpop", BINARY_ONES}, {"bswap", BINARY_SWAP_BYTES},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++)
    if (starts(call->name + strlen("llvm."), table[i].name))
      binary(t, call, table[i].kind, result_of(t, call->instruction));
}

static const struct {
  const char *prefix;
  void (*translate)(struct translation *t, const struct call *call);
} handlers[] = {
  {"llvm.dbg.", do_nothing},
  {"llvm.lifetime.", do_nothing},
  {"llvm.prefetch", do_nothing},
  {"llvm.x86.sse2.pause", do_nothing},
  {"llvm.x86.sse2.mfence", do_nothing}, /* nothing is late */
  {"llvm.x86.sse2.lfence", do_nothing},
  {"llvm.x86.sse.sfence", do_nothing},
  {"llvm.experimental.noalias.scope.decl", do_nothing},
  {"llvm.donothing", do_nothing},
  {"llvm.sideeffect", do_nothing},
  {"llvm.var.annotation", do_nothing},
  {"llvm.stackrestore", do_nothing},
  {"llvm.stacksave", do_zero},
  {"llvm.is.constant.", do_zero},
  {"llvm.expect.", do_first},
  {"llvm.threadlocal.address.", do_variable},
  {"llvm.va_start", do_list},
  {"llvm.va_copy", do_list_copy},
  {"llvm.va_end", do_nothing},
  {"llvm.memcpy.", do_copy},
  {"llvm.memmove.", do_copy},
  {"llvm.memset.", do_fill},
  {"llvm.trap", do_abort},
  {"llvm.debugtrap", do_abort},
  {"llvm.ubsantrap", do_trap},
  {"llvm.sadd.with.overflow.", do_overflow},
  {"llvm.uadd.with.overflow.", do_overflow},
  {"llvm.ssub.with.overflow.", do_overflow},
  {"llvm.usub.with.overflow.", do_overflow},
  {"llvm.smul.with.overflow.", do_overflow},
  {"llvm.umul.with.overflow.", do_overflow},
  {"llvm.smin.", do_arithmetic},
  {"llvm.smax.", do_arithmetic},
  {"llvm.umin.", do_arithmetic},
  {"llvm.umax.", do_arithmetic},
  {"llvm.ctpop.", do_arithmetic},
  {"llvm.ctlz.", do_zeros},
  {"llvm.cttz.", do_zeros},
  {"llvm.bswap.", do_arithmetic},
};

static bool
is_narrow(const struct translation *t, const struct call *call)
{
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call->instruction); i++) {
    LLVMValueRef value = LLVMGetOperand(call->instruction, i);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMMetadataTypeKind &&
        argument_width(t, call, i) > 64)
      return false;
  }
  return true;
}

static void
translate_llvm(struct translation *t, const struct call *call)
{
  for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
    if (starts(call->name, handlers[i].prefix) && is_narrow(t, call)) {
      handlers[i].translate(t, call);
      return;
    }
  code_give_up(t, "'%s' is not supported", call->name);
}

/* ---- intrinsics of the models ---- */

#define X(name, word) {#name, PRIMITIVE_##word},
static const struct {
  const char *name;
  enum primitive primitive;
} primitives[] = {INTRINSICS(X)};
#undef X

static uint32_t
add_list(struct translation *t, const uint32_t *operands, size_t n)
{
  uint32_t list = (uint32_t)t->function->lists.n;
  for (size_t i = 0; i < n; i++)
    vec_push(&t->function->lists, operands[i]);
  return list;
}

static void
emit_primitive(struct translation *t, enum primitive primitive)
{
  code_add(
    t, (struct instruction){.op = CODE_PRIMITIVE, .kind = (uint8_t)primitive, .to = NO_REGISTER});
}

static bool
translate_primitive(struct translation *t, const struct call *call)
{
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
    if (strcmp(call->name, primitives[i].name))
      continue;
    uint32_t operands[8], n = LLVMGetNumArgOperands(call->instruction);
    bool result = LLVMGetTypeKind(LLVMTypeOf(call->instruction)) != LLVMVoidTypeKind;
    for (uint32_t k = 0; k < n && k < 8; k++)
      operands[k] = argument(t, call, k);
    code_add(t,
             (struct instruction){
               .op = CODE_PRIMITIVE,
               .kind = (uint8_t)primitives[i].primitive,
               .width = (uint8_t)(result ? translation_width(t, LLVMTypeOf(call->instruction)) : 0),
               .to = result ? result_of(t, call->instruction) : NO_REGISTER,
               .list = add_list(t, operands, n),
               .n = n});
    return true;
  }
  return false;
}

/* ---- functions with a body ---- */

struct arguments {
  VEC(uint32_t) operands;
  VEC(uint32_t) objects; /* copies of structs, and the unnamed ones: gone when the call is over */
};

static uint32_t
emit_object(struct translation *t, struct arguments *arguments, uint64_t size)
{
  uint32_t object = new_register(t);
  code_add(t,
           (struct instruction){
             .op = CODE_OBJECT, .to = object, .a = code_constant(t, size ? size : 1), .extra = 16});
  vec_push(&t->function->objects, object);
  vec_push(&arguments->objects, object);
  return object;
}

static uint32_t
copy_by_value(struct translation *t, struct arguments *arguments, LLVMValueRef call, unsigned i)
{
  LLVMTypeRef type = argument_by_value(call, i);
  uint32_t from = operand_one(t, LLVMGetOperand(call, i));
  if (!type)
    return from;
  uint32_t to = emit_object(t, arguments, translation_bytes(t, type));
  code_add(
    t, (struct instruction){
         .op = CODE_COPY, .a = to, .b = from, .c = code_constant(t, translation_bytes(t, type))});
  return to;
}

static void
pass_unnamed(struct translation *t, struct arguments *arguments, LLVMValueRef call, unsigned first)
{
  unsigned n = LLVMGetNumArgOperands(call);
  uint64_t end = 0, size;
  for (unsigned i = first; i < n; i++)
    end = argument_slot(t->layout, call, i, end, &size) + size;
  uint32_t area = emit_object(t, arguments, end);
  uint32_t start = end ? area : code_advance(t, area, 1); /* nothing there to be read */
  end = 0;
  for (unsigned i = first; i < n; i++) {
    uint64_t slot = argument_slot(t->layout, call, i, end, &size);
    uint32_t to = code_advance(t, area, slot), values[MOST_SCALARS];
    LLVMTypeRef copied = argument_by_value(call, i);
    operand_list(t, LLVMGetOperand(call, i), values);
    if (copied)
      code_add(t, (struct instruction){.op = CODE_COPY,
                                       .a = to,
                                       .b = values[0],
                                       .c = code_constant(t, translation_bytes(t, copied))});
    else
      code_store(t, LLVMTypeOf(LLVMGetOperand(call, i)), to, values);
    end = slot + size;
  }
  vec_push(&arguments->operands, start);
}

/* Programs cast pointers to functions; a machine that checks that when it calls is enough. */
static void
translate_known(struct translation *t, const struct call *call, LLVMValueRef function,
                LLVMTypeRef type)
{
  struct arguments arguments = {0};
  unsigned n = LLVMGetNumArgOperands(call->instruction);
  bool variadic = LLVMIsFunctionVarArg(type);
  unsigned named = variadic ? LLVMCountParamTypes(type) : n;
  for (unsigned i = 0; i < named && i < n; i++) {
    uint32_t values[MOST_SCALARS];
    LLVMValueRef value = LLVMGetOperand(call->instruction, i);
    operand_list(t, value, values);
    if (argument_by_value(call->instruction, i))
      values[0] = copy_by_value(t, &arguments, call->instruction, i);
    for (uint32_t k = 0; k < type_scalars(LLVMTypeOf(value)); k++)
      vec_push(&arguments.operands, values[k]);
  }
  if (variadic)
    pass_unnamed(t, &arguments, call->instruction, named);
  LLVMTypeRef result = LLVMTypeOf(call->instruction);
  bool has_result = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
  code_add(t, (struct instruction){
                .op = CODE_CALL,
                .kind = function != NULL,
                .to = has_result ? result_of(t, call->instruction) : NO_REGISTER,
                .from = (uint8_t)(has_result ? type_scalars(result) : 0),
                .a = function ? 0 : operand_one(t, LLVMGetCalledValue(call->instruction)),
                .extra = function ? translation_function(t, function) : 0,
                .list = add_list(t, arguments.operands.at, arguments.operands.n),
                .n = (uint32_t)arguments.operands.n});
  for (size_t i = 0; i < arguments.objects.n; i++)
    code_add(
      t, (struct instruction){.op = CODE_LIVES, .kind = LIFE_ENDS, .a = arguments.objects.at[i]});
  vec_free(&arguments.operands);
  vec_free(&arguments.objects);
}

/* The id of the thread is a number that the program may look at, unless it is only passed on to the library. */
static bool
looks_at_id(const struct translation *t, const struct call *call)
{
  if (t->function->model ||
      (strcmp(call->name, "pthread_self") && strcmp(call->name, "thrd_current")))
    return false;
  LLVMUseRef use = LLVMGetFirstUse(call->instruction);
  for (; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    if (!callee || !LLVMIsAFunction(callee) || !module_is_model(callee))
      return true;
  }
  return false;
}

/* A function that was declared without a prototype, as it is called. */
static bool
fits(LLVMValueRef call, LLVMTypeRef type)
{
  unsigned n = LLVMCountParamTypes(type);
  LLVMTypeRef parameters[16];
  LLVMTypeRef called = LLVMGetReturnType(LLVMGetCalledFunctionType(call));
  if (LLVMIsFunctionVarArg(type) || n != LLVMGetNumArgOperands(call) || n > 16 ||
      LLVMGetReturnType(type) != called)
    return false;
  LLVMGetParamTypes(type, parameters);
  for (unsigned i = 0; i < n; i++)
    if (LLVMTypeOf(LLVMGetOperand(call, i)) != parameters[i])
      return false;
  return true;
}

bool
call_is_atomic(const char *name)
{
  return starts(name, "__VERIFIER_atomic_");
}

static void
translate_body(struct translation *t, const struct call *call, LLVMValueRef function)
{
  LLVMTypeRef type = LLVMGetCalledFunctionType(call->instruction);
  bool atomic = call_is_atomic(call->name);
  if (looks_at_id(t, call)) {
    code_give_up(t, "the program looks at the ids of threads");
    return;
  }
  if (function && fits(call->instruction, LLVMGlobalGetValueType(function)))
    type = LLVMGlobalGetValueType(function);
  if (function && LLVMGlobalGetValueType(function) != type) {
    code_give_up(t, "a call of '%s' by another type", call->name);
    return;
  }
  if (atomic)
    emit_primitive(t, PRIMITIVE_atomic_begin);
  translate_known(t, call, function, type);
  if (atomic)
    emit_primitive(t, PRIMITIVE_atomic_end);
}

/* Are a call's arguments of types that we have? */
static bool
is_ordinary(const struct translation *t, const struct call *call)
{
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call->instruction); i++) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call->instruction, i));
    uint32_t n = type_scalars(type);
    if (LLVMGetTypeKind(type) == LLVMMetadataTypeKind)
      continue;
    if (!n || n > MOST_SCALARS || translation_width(t, type) > 64 ||
        LLVMGetTypeKind(type) == LLVMVectorTypeKind)
      return false;
  }
  return true;
}

/* Says something and changes nothing, if nobody asks how that went. */
static bool
only_prints(const struct call *call, LLVMValueRef function)
{
  size_t length;
  bool first = !strcmp(call->name, "printf");
  bool own = function && !LLVMIsDeclaration(function) && !module_is_model(function) &&
             !MUTANT(VM_OWN_PRINTF_PRINTS);
  if (own || (!first && strcmp(call->name, "puts")) || LLVMGetFirstUse(call->instruction) ||
      !LLVMGetNumArgOperands(call->instruction))
    return false;
  LLVMValueRef format = LLVMGetOperand(call->instruction, 0);
  LLVMValueRef value = LLVMIsAGlobalVariable(format) ? LLVMGetInitializer(format) : NULL;
  if (!value || !LLVMIsGlobalConstant(format) || !LLVMIsAConstantDataArray(value) ||
      !LLVMIsConstantString(value))
    return false;
  const char *text = LLVMGetAsString(value, &length);
  for (size_t i = 0; first && i + 1 < length; i++)
    if (text[i] == '%') /* plain numbers alone */
      while (++i < length && !strchr("diuxXcp%", text[i]))
        if (!strchr("0123456789lhz-+ #", text[i]))
          return false;
  return true;
}

void
call_translate(struct translation *t, LLVMValueRef instruction)
{
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  LLVMValueRef function = LLVMIsAFunction(callee) ? callee : NULL;
  size_t length;
  struct call call = {instruction, function ? LLVMGetValueName2(function, &length) : ""};
  if (!t->function->model && assertion_is_function(call.name))
    code_add(t, (struct instruction){.op = CODE_NOTHING, .kind = true}); /* see struct vm, tested */
  if (LLVMIsAInlineAsm(callee))
    code_give_up(t, "inline assembly"); /* frontend/assembly.c has left it */
  else if (!strcmp(call.name, "reach_error") || !strcmp(call.name, "__VERIFIER_error"))
    code_add(t, (struct instruction){.op = CODE_FAIL, .kind = FAULT_ERROR});
  else if (!is_ordinary(t, &call))
    code_give_up(t, "a call with an argument of a type that is not supported");
  else if (starts(call.name, "llvm."))
    translate_llvm(t, &call);
  else if (!translate_primitive(t, &call) && !only_prints(&call, function))
    translate_body(t, &call, function);
}
