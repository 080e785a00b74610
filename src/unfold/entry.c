/* How the program begins: main as if it were called without arguments, or any other function with
 * arbitrary ones. */
#include "unfold/entry.h"

#include <string.h>

#include "base/options.h"
#include "frontend/argument.h"
#include "frontend/frontend.h"
#include "frontend/module.h"
#include "unfold/build.h"
#include "unfold/constant.h"
#include "unfold/event.h"
#include "unfold/flow.h"
#include "unfold/memory.h"
#include "unfold/point.h"
#include "unfold/state.h"

/* ---- which function ---- */

/* The models' own definitions are weak, or static. */
static bool
is_of_user(LLVMValueRef function)
{
  return !LLVMIsDeclaration(function) && LLVMGetLinkage(function) != LLVMWeakAnyLinkage &&
         !module_is_model(function);
}

static const char *
nearest_name(LLVMModuleRef module, const char *name)
{
  VEC(const char *) names = {0};
  size_t length;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (is_of_user(f))
      vec_push(&names, LLVMGetValueName2(f, &length));
  const char *nearest = options_nearest(name, names.at, names.n);
  vec_free(&names);
  return nearest;
}

/* Anything can be passed for a number; what a pointer should point to only the user knows. */
static bool
takes_numbers(LLVMValueRef function, const char *name, struct diags *diags)
{
  size_t length;
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    LLVMTypeRef type = LLVMTypeOf(parameter);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
        (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64))
      continue;
    diag_error(
      diags,
      "cannot begin in '%s': its parameter '%s' is %s; write a function without parameters "
      "that calls it with what it needs, and name that with --entry",
      name, LLVMGetValueName2(parameter, &length),
      kind == LLVMPointerTypeKind ? "a pointer" : "no plain number");
    return false;
  }
  return true;
}

static bool
has_tests(LLVMModuleRef module)
{
  size_t length;
  bool any = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !any; f = LLVMGetNextFunction(f))
    any = !strncmp(LLVMGetValueName2(f, &length), "heddle_test_", 12) && !LLVMIsDeclaration(f);
  return any;
}

LLVMValueRef
entry_find(LLVMModuleRef module, const struct frontend_options *options, struct diags *diags)
{
  const char *name = options->entry ? options->entry : "main";
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  if (function && !LLVMIsDeclaration(function))
    return !strcmp(name, "main") || takes_numbers(function, name, diags) ? function : NULL;
  const char *file = options->files[0].path,
             *others = options->n_files > 1 ? " and the others" : "";
  const char *nearest = options->entry ? nearest_name(module, name) : NULL;
  if (nearest)
    diag_error(diags, "no function '%s' in %s%s; did you mean '%s'?", name, file, others, nearest);
  else if (options->entry)
    diag_error(diags, "no function '%s' in %s%s; clang leaves out a static one that nobody calls",
               name, file, others);
  else if (has_tests(module))
    diag_error(diags, "no function 'main' in %s%s, but tests: they are checked by 'heddle test'",
               file, others);
  else
    diag_error(diags, "no function 'main' in %s%s; --entry names another one to begin with", file,
               others);
  return NULL;
}

/* ---- the arguments of main: a program called without any ---- */

static uint64_t
argument_object(struct unfold *u, uint64_t key, const char *name, uint64_t size, object_id *id)
{
  struct object object = {.kind = OBJECT_GLOBAL, .name = name, .size = size};
  *id = memory_object(u, key, object, NULL, true);
  return u->prog->objects.at[*id].base;
}

/* argv[0] is some name, argv[1] is NULL. */
static value_id
argument_vector(struct unfold *u)
{
  unsigned bits = u->prog->pointer_bits;
  object_id text, vector;
  uint64_t name = argument_object(u, 2, "argv[0]", 8, &text);
  memory_align(u, bits / 8);
  uint64_t base = argument_object(u, 3, "argv", 2 * bits / 8, &vector);
  memory_aligned(u);
  for (uint64_t i = 0; i < 7; i++)
    memory_write(u, (struct target){text, i}, VALUE_TRUE, v_const(u, 8, (uint64_t)"program"[i]));
  memory_write(u, (struct target){vector, 0}, VALUE_TRUE, v_const(u, bits, name));
  return v_const(u, bits, base);
}

/* ---- the environment: a model makes it, if the program looks at it ---- */

enum { ENVIRONMENT = 2 }; /* the parameter of main */

static bool
looks_at(LLVMValueRef global)
{
  for (LLVMUseRef use = LLVMGetFirstUse(global); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAInstruction(user) ||
        !module_is_model(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
      return true;
  }
  return false;
}

LLVMValueRef
entry_environment(LLVMModuleRef module, LLVMValueRef entry)
{
  size_t length;
  LLVMValueRef variable = LLVMGetNamedGlobal(module, "environ");
  bool taken = !strcmp(LLVMGetValueName2(entry, &length), "main") &&
               LLVMCountParams(entry) > ENVIRONMENT &&
               argument_is_used(LLVMGetParam(entry, ENVIRONMENT));
  return taken || (variable && looks_at(variable))
           ? LLVMGetNamedFunction(module, "__heddle_environment")
           : NULL;
}

static value_id
environment(struct unfold *u, LLVMValueRef entry)
{
  value_id result = v_const(u, u->prog->pointer_bits, 0);
  LLVMValueRef model = entry_environment(u->module, entry);
  if (model)
    flow_call(u, model, NULL, 0, &result);
  return result;
}

static void
main_arguments(struct unfold *u, LLVMValueRef main)
{
  struct thread_state *state = &u->turn.threads.at[0];
  bool used = false;
  state->arguments.n = 0;
  for (unsigned i = 0; i < LLVMCountParams(main); i++) {
    LLVMValueRef parameter = LLVMGetParam(main, i);
    unsigned width = scalar_width(u, LLVMTypeOf(parameter));
    used |= i < ENVIRONMENT && argument_is_used(parameter);
    vec_push(&state->arguments, i == 0             ? v_const(u, width, 1)
                                : i == 1           ? argument_vector(u)
                                : i == ENVIRONMENT ? environment(u, main)
                                                   : v_const(u, width, 0));
  }
  if (LLVMCountParams(main) <= ENVIRONMENT)
    environment(u, main);
  if (!used)
    return;
  struct input other = {.kind = INPUT_NONDET, .width = 1, .name = "other arguments"};
  vec_push(&u->prog->loops, ((struct loop){.function = ""}));
  value_id guard = value_input(u->prog, other);
  struct event *event = event_new(u, EVENT_CUT);
  event->guard = guard;
  event->loop = (uint32_t)u->prog->loops.n - 1;
}

/* ---- the arguments of another function: anything ---- */

static void
any_arguments(struct unfold *u, LLVMValueRef function)
{
  struct thread_state *state = &u->turn.threads.at[0];
  size_t length;
  state->arguments.n = 0;
  environment(u, function);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef parameter = LLVMGetParam(function, i);
    struct input input = {
      .kind = INPUT_NONDET,
      .width = (uint8_t)scalar_width(u, LLVMTypeOf(parameter)),
      .name = arena_strdup(&u->prog->arena, LLVMGetValueName2(parameter, &length)),
    };
    value_id value = value_input(u->prog, input);
    vec_push(&state->arguments, value);
    if (u->options->replay)
      point_argument(u, value);
  }
}

void
entry_arguments(struct unfold *u, LLVMValueRef function)
{
  size_t length;
  if (strcmp(LLVMGetValueName2(function, &length), "main"))
    any_arguments(u, function);
  else
    main_arguments(u, function);
}
