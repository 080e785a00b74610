/* A thread runs from one pause to the next, on registers of its own; what stays of them when it
 * pauses is written into the heap, where it is a part of the state like everything else. */
#include "vm/step.h"

#include <stdarg.h>

#include "base/mutant.h"
#include "vm/arithmetic.h"
#include "vm/race.h"
#include "vm/running.h"

enum { STACK_WORDS = 2048, MOST_INSTRUCTIONS = 1 << 22 };

/* ---- threads as words ---- */

enum thread_status
vm_status(const struct vm *vm, unsigned thread)
{
  return (enum thread_status)vm->heap.word[vm->status + thread];
}

unsigned
vm_threads(const struct vm *vm)
{
  uint64_t made = vm->heap.word[vm->made] + 1;
  return made < VM_THREADS ? (unsigned)made : VM_THREADS;
}

/* By the first thread, or by one that is. */
static bool
is_joined(const struct vm *vm, unsigned thread)
{
  uint64_t by;
  for (; thread; thread = (unsigned)by - 1) {
    by = vm->heap.word[vm->joined + thread];
    if (!by)
      return false;
  }
  return true;
}

bool
run_has_others(const struct vm *vm)
{
  unsigned thread = vm->thread;
  for (unsigned t = 1; t < VM_THREADS && !thread; t++)
    if (vm_status(vm, t) != THREAD_NONE && !is_joined(vm, t))
      return true;
  return thread;
}

static uint32_t
stack_of(const struct vm *vm, unsigned thread)
{
  return vm->stacks + thread * STACK_WORDS;
}

static uint32_t
alive_at(const struct function *function, uint32_t at, const uint32_t **registers)
{
  *registers = function->alive.at + function->live.at[at];
  return function->live.at[at + 1] - function->live.at[at];
}

/* Writes the frames into the stack; false if there is no room. */
static bool
pack(struct vm *vm)
{
  struct heap *heap = &vm->heap;
  uint32_t stack = stack_of(vm, vm->thread), at = stack + 1;
  for (size_t f = 0; f < vm->frames.n; f++) {
    const struct frame *frame = &vm->frames.at[f];
    const struct function *function = frame->function;
    const uint64_t *values = vm->registers.at + frame->first;
    const uint32_t *alive;
    uint32_t n = alive_at(function, frame->at, &alive);
    if (at + 1 + function->objects.n + n > stack + STACK_WORDS)
      return false;
    heap_set(heap, at++, (uint64_t)(function - vm->code->functions.at + 1) << 32 | frame->at);
    for (size_t k = 0; k < function->objects.n; k++)
      heap_set(heap, at++, values[function->objects.at[k]]);
    for (uint32_t k = 0; k < n; k++)
      heap_set(heap, at++, values[alive[k]]);
  }
  uint32_t end = stack + (uint32_t)heap->word[stack];
  heap_set(heap, stack, at - stack);
  for (; at < end; at++)
    heap_set(heap, at, 0);
  return true;
}

static void
push_frame(struct vm *vm, const struct function *function, uint32_t at)
{
  size_t first = vm->registers.n;
  vec_resize(&vm->registers, first + function->registers);
  vec_push(&vm->frames, ((struct frame){function, at, first}));
  vm->here = vm->registers.at + first;
}

static void
unpack(struct vm *vm)
{
  const struct heap *heap = &vm->heap;
  uint32_t stack = stack_of(vm, vm->thread), at = stack + 1;
  uint32_t end = stack + (uint32_t)heap->word[stack];
  vm->frames.n = vm->registers.n = 0;
  while (at < end) {
    uint64_t word = heap->word[at++];
    const struct function *function = &vm->code->functions.at[(word >> 32) - 1];
    const uint32_t *alive;
    uint32_t n = alive_at(function, (uint32_t)word, &alive);
    push_frame(vm, function, (uint32_t)word);
    uint64_t *values = vm->registers.at + vec_last(&vm->frames).first;
    for (size_t k = 0; k < function->objects.n; k++)
      values[function->objects.at[k]] = heap->word[at++];
    for (uint32_t k = 0; k < n; k++)
      values[alive[k]] = heap->word[at++];
  }
}

void
run_new_thread(struct vm *vm, unsigned thread, uint32_t function, const uint64_t *arguments,
               uint32_t n)
{
  const struct function *f = &vm->code->functions.at[function];
  struct heap *heap = &vm->heap;
  uint32_t at = stack_of(vm, thread) + 1;
  const uint32_t *alive;
  uint32_t count = alive_at(f, 0, &alive);
  heap_set(heap, vm->status + thread, THREAD_RUNS);
  heap_set(heap, at++, (uint64_t)(function + 1) << 32);
  for (size_t k = 0; k < f->objects.n; k++)
    heap_set(heap, at++, 0);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t parameter = alive[k] - f->first;
    heap_set(heap, at++, alive[k] >= f->first && parameter < n ? arguments[parameter] : 0);
  }
  heap_set(heap, stack_of(vm, thread), at - stack_of(vm, thread));
}

/* ---- how a step ends ---- */

enum run
run_give_up(struct vm *vm, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  str_free(&vm->reason);
  str_vprintf(&vm->reason, format, arguments);
  va_end(arguments);
  return RUN_GAVE_UP;
}

/* What was not asked for is assumed not to happen, if it is a condition of the program; but what an
 * invalid access would do nobody knows. */
enum run
run_fail(struct vm *vm, enum fault fault)
{
  vm->fault = fault;
  if (fault_property(fault) & vm->options->property)
    return RUN_FAILED;
  if (fault_property(fault) != PROPERTY_ASSERT)
    return run_give_up(vm, "what was not asked for may happen: %s",
                       fault == FAULT_MEMORY ? "an invalid access" : "a misuse");
  if (vm->section)
    return RUN_REFUSED;
  heap_set(&vm->heap, vm->status + vm->thread, THREAD_STUCK);
  vm->frames.n = 0;
  return RUN_LEFT;
}

/* A thread that has chosen pauses before it does so again, since it may do so for ever. */
enum run
run_choose(struct vm *vm, uint64_t limit, uint64_t *value)
{
  struct choices *choices = vm->choices;
  if (vm->chosen && !vm->section && !vm->granted)
    return RUN_PAUSE;
  if (vm->chosen == MOST_CHOICES)
    return run_give_up(vm, "more than %d arbitrary values in one step", MOST_CHOICES);
  if (vm->chosen == choices->n) {
    choices->value[choices->n] = 0;
    choices->n++;
  }
  choices->limit[vm->chosen] = (uint32_t)limit;
  *value = choices->value[vm->chosen++];
  if (vm->guesses)
    *value %= limit;
  return RUN_ON;
}

static enum run
computed(struct vm *vm, enum computed how)
{
  switch (how) {
  case COMPUTED:
    return RUN_ON;
  case COMPUTED_ADDRESS:
    return run_give_up(vm, "the program looks at where objects lie");
  case COMPUTED_BY_ZERO:
    return vm->options->property & PROPERTY_OVERFLOW
             ? run_fail(vm, FAULT_OVERFLOW)
             : run_give_up(vm, "a division by zero, or zeros of 0 that are counted");
  case COMPUTED_SHIFT:
    break;
  case COMPUTED_UNWRITTEN:
    return run_give_up(vm, "a value is used that was never written");
  }
  return run_give_up(vm, "a shift by too much");
}

/* ---- calls ---- */

static enum run
call(struct vm *vm, const struct instruction *i)
{
  uint32_t number = (uint32_t)i->extra;
  if (!i->kind) {
    uint64_t address = run_get(vm, i->a);
    if (address == ARBITRARY)
      return computed(vm, COMPUTED_UNWRITTEN);
    uint32_t object =
      is_address(address) && address_offset(address) == 0 ? address_object(address) : 0;
    const struct global *global =
      object && object < vm->heap.homes.n && vm->heap.homes.at[object].global
        ? &vm->code->globals.at[vm->heap.homes.at[object].global]
        : NULL;
    if (!global || !global->is_function)
      return run_fail(vm, FAULT_MEMORY);
    number = global->function;
  }
  const struct function *caller = vec_last(&vm->frames).function;
  const struct function *callee = &vm->code->functions.at[number];
  size_t from = vec_last(&vm->frames).first;
  enum { MOST_FRAMES = 200 };
  if (callee->atomic && !i->kind)
    return run_give_up(vm, "a call of '%s' through a pointer", callee->name);
  if (callee->parameters > i->n || (callee->variadic && !i->kind))
    return run_give_up(vm, "a call of '%s' by another type", callee->name);
  if (vm->frames.n >= MOST_FRAMES)
    return run_give_up(vm, "calls that are too deep");
  push_frame(vm, callee, 0);
  for (uint32_t k = 0; k < i->n && k < callee->parameters; k++) {
    uint32_t operand = caller->lists.at[i->list + k];
    uint64_t value = operand & OPERAND_CONSTANT
                       ? vm->code->constants.at[operand & ~OPERAND_CONSTANT]
                       : vm->registers.at[from + operand];
    run_set(vm, callee->first + k, value);
  }
  return RUN_LEFT;
}

static enum run
return_from(struct vm *vm, const struct instruction *i)
{
  enum { MOST = 64 };
  uint64_t values[MOST];
  bool last = vm->frames.n == 1;
  const struct function *function = vec_last(&vm->frames).function;
  if (last && vm->section)
    return run_give_up(vm, "a thread ends inside an atomic section");
  enum run run = last && vm->thread == 0 ? run_finish(vm)
                 : last                  ? vm_leave_thread(vm)
                                         : vm_leave(vm, vm->frames.n - 1);
  if (run != RUN_ON)
    return run;
  if (last) { /* to return from main ends the process: it does not count as ended */
    heap_set(&vm->heap, vm->status + vm->thread, vm->thread ? THREAD_ENDED : THREAD_LEFT);
    vm->frames.n = 0;
    return RUN_LEFT;
  }
  for (uint32_t k = 0; k < i->n && k < MOST; k++)
    values[k] = run_get(vm, function->lists.at[i->list + k]);
  vm->registers.n = vec_last(&vm->frames).first;
  vm->frames.n--;
  struct frame *caller = &vec_last(&vm->frames);
  vm->here = vm->registers.at + caller->first;
  const struct instruction *site = &caller->function->code.at[caller->at];
  for (uint32_t k = 0; k < site->from; k++)
    run_set(vm, site->to + k, k < i->n ? values[k] : ARBITRARY);
  caller->at++;
  return RUN_LEFT;
}

/* ---- instructions ---- */

static enum run
advance(struct vm *vm, const struct instruction *i)
{
  uint64_t value;
  if (run_get(vm, i->b) == ARBITRARY)
    return computed(vm, COMPUTED_UNWRITTEN);
  int64_t by = (int64_t)((uint64_t)compute_signed(run_get(vm, i->b), i->width) * i->extra);
  enum run run = computed(vm, compute_advance(run_get(vm, i->a), by, &value));
  if (run == RUN_ON)
    run_set(vm, i->to, value);
  return run;
}

static enum run
binary(struct vm *vm, const struct instruction *i)
{
  uint64_t value;
  enum run run = computed(vm, compute_binary(&vm->heap, (enum binary)i->kind, i->width,
                                             run_get(vm, i->a), run_get(vm, i->b), &value));
  if (run == RUN_ON)
    run_set(vm, i->to, value);
  return run;
}

/* Does the program compare what may be the ids of two threads? They are small numbers here, and may be
 * the same if one of the threads is over. */
static bool
may_compare_ids(const struct vm *vm, const struct instruction *i)
{
  uint64_t a = run_get(vm, i->a), b = run_get(vm, i->b), most = vm->heap.word[vm->made] + 1;
  bool equality = i->kind == COMPARE_EQ || i->kind == COMPARE_NE;
  return equality && i->width == 64 && !((i->a | i->b) & OPERAND_CONSTANT) && a != b && a && b &&
         a <= most && b <= most && !vec_last(&vm->frames).function->model &&
         !MUTANT(VM_IDS_COMPARED_UNSEEN);
}

static enum run
compare(struct vm *vm, const struct instruction *i)
{
  uint64_t value;
  if (may_compare_ids(vm, i) && run_compares_ids(vm) != RUN_ON)
    return RUN_GAVE_UP;
  enum run run = computed(vm, compute_compare(&vm->heap, (enum compare)i->kind, i->width,
                                              run_get(vm, i->a), run_get(vm, i->b), &value));
  if (run == RUN_ON)
    run_set(vm, i->to, value);
  return run;
}

static enum run
resize(struct vm *vm, const struct instruction *i)
{
  uint64_t value;
  enum run run =
    computed(vm, compute_resize(i->kind, i->width, i->from, run_get(vm, i->a), &value));
  if (run == RUN_ON)
    run_set(vm, i->to, value);
  return run;
}

static enum run
execute(struct vm *vm, const struct instruction *i)
{
  switch ((enum opcode)i->op) {
  case CODE_NOTHING:
    vm->tested |= i->kind;
    return RUN_ON;
  case CODE_BINARY:
    return binary(vm, i);
  case CODE_COMPARE:
    return compare(vm, i);
  case CODE_RESIZE:
    return resize(vm, i);
  case CODE_SELECT:
    if (run_get(vm, i->a) == ARBITRARY)
      return computed(vm, COMPUTED_UNWRITTEN);
    run_set(vm, i->to, run_get(vm, run_get(vm, i->a) & 1 ? i->b : i->c));
    return RUN_ON;
  case CODE_ADVANCE:
    return advance(vm, i);
  case CODE_LOAD:
    return vm_load(vm, i);
  case CODE_STORE:
    return vm_store(vm, i);
  case CODE_UPDATE:
    return vm_update(vm, i);
  case CODE_EXCHANGE:
    return vm_exchange(vm, i);
  case CODE_OBJECT:
    return vm_object(vm, i);
  case CODE_LIVES:
    return vm_lives(vm, i);
  case CODE_VARIABLE:
    return vm_variable(vm, i);
  case CODE_COPY:
    return vm_copy(vm, i);
  case CODE_FILL:
    return vm_fill(vm, i);
  case CODE_LIST:
    return vm_list(vm, i);
  case CODE_CALL:
    return call(vm, i);
  case CODE_RETURN:
    return return_from(vm, i);
  case CODE_PRIMITIVE:
    return primitive_run(vm, i);
  case CODE_FAIL:
    return run_fail(vm, (enum fault)i->kind);
  case CODE_GIVE_UP:
    return run_give_up(vm, "%s", vm->code->texts.at[i->extra]);
  case CODE_MOVE:
  case CODE_BRANCH:
  case CODE_JUMP:
    break; /* see run_instruction */
  }
  return run_give_up(vm, "an instruction that is not known");
}

/* What may be arbitrary of an instruction is its last result. */
static void
record(struct vm *vm, const struct instruction *i)
{
  bool exchange = i->op == CODE_EXCHANGE,
       input = i->op == CODE_PRIMITIVE && i->kind == PRIMITIVE_nondet;
  uint64_t value = exchange ? run_get(vm, i->to + 1) : input ? run_get(vm, i->to) : 0;
  if (i->point)
    vec_push(&vm->passed, ((struct route_point){vm->thread, i->point, value}));
}

/* A jump back in a step that takes long: perhaps it never ends. So the thread pauses, and if its state
 * is one that was seen, nothing is lost. */
static bool
is_endless(const struct vm *vm, const struct frame *frame, uint32_t to)
{
  enum { LONG = 4096 };
  return to <= frame->at && !vm->section && MOST_INSTRUCTIONS - vm->left > LONG;
}

static enum run
jump(struct vm *vm, struct frame *frame, uint32_t to)
{
  bool endless = is_endless(vm, frame, to);
  frame->at = to;
  vm->before = endless ? STANDS_NOWHERE : vm->before;
  return endless ? RUN_PAUSE : RUN_ON;
}

enum { TAKEN = 3 }; /* shift */

static void
watch(struct vm *vm, const struct frame *frame, const struct instruction *i, bool yes)
{
  uint64_t branch = (uint64_t)(frame->function - vm->code->functions.at) << 32 | frame->at;
  uint32_t *turns = map_at(&vm->turns, hash_mix(branch, vm->thread));
  *turns |= i->exits | (uint32_t)(yes ? EXIT_B : EXIT_C) << TAKEN;
}

bool
vm_leaves_loops(struct vm *vm)
{
  bool left = true;
  for (size_t k = 0; k < vm->turns.cap; k++) {
    uint32_t turns = vm->turns.slots[k].used ? vm->turns.slots[k].value : 0;
    uint32_t exits = turns & ((1u << TAKEN) - 1), taken = turns >> TAKEN;
    left &= !exits || (exits & taken) || exits == (EXIT_B | EXIT_C);
  }
  map_free(&vm->turns);
  return left;
}

static enum run
branch(struct vm *vm, struct frame *frame, const struct instruction *i)
{
  uint64_t condition = run_get(vm, i->a);
  vm->tested |= i->kind;
  if (condition == ARBITRARY)
    return computed(vm, COMPUTED_UNWRITTEN);
  if (vm->watches && i->exits)
    watch(vm, frame, i, condition & 1);
  return jump(vm, frame, condition & 1 ? i->b : i->c);
}

static enum run
run_instruction(struct vm *vm, struct frame *frame, const struct instruction *i)
{
  enum run how = RUN_ON;
  switch ((enum opcode)i->op) {
  case CODE_JUMP:
    return jump(vm, frame, i->b);
  case CODE_BRANCH:
    return branch(vm, frame, i);
  case CODE_MOVE:
    run_set(vm, i->to, run_get(vm, i->a));
    break;
  default:
    how = execute(vm, i);
  }
  frame->at += how == RUN_ON;
  return how;
}

/* From where the last frame stands to a pause, or an end of the step. */
static enum run
run(struct vm *vm)
{
  enum run how = RUN_ON;
  while (how == RUN_ON || how == RUN_LEFT) {
    if (!vm->frames.n)
      return RUN_LEFT;
    struct frame *frame = &vec_last(&vm->frames);
    const struct instruction *i = &frame->function->code.at[frame->at];
    how = run_instruction(vm, frame, i);
    if (vm->records && (how != RUN_PAUSE || i->op == CODE_JUMP || i->op == CODE_BRANCH))
      record(vm, i);
    vm->granted = false;
    if (how != RUN_PAUSE && !--vm->left)
      return run_give_up(vm, "a thread that goes on and on without others noticing");
  }
  return how;
}

/* ---- steps ---- */

static enum outcome
outcome_of(enum run run)
{
  switch (run) {
  case RUN_WAITS:
    return STEP_WAITS;
  case RUN_REFUSED:
    return STEP_REFUSED;
  case RUN_FAILED:
    return STEP_FAILED;
  case RUN_RACES:
    return STEP_RACES;
  case RUN_GAVE_UP:
    return STEP_GAVE_UP;
  default:
    return STEP_DONE;
  }
}

static enum outcome
run_thread(struct vm *vm, unsigned thread, bool granted)
{
  uint32_t stands = vm->stands + thread;
  bool knows =
    !race_is_asked(vm) || vm->heap.word[stands] != STANDS_NOWHERE || MUTANT(VM_JUMPS_STAND_NOWHERE);
  vm->thread = thread;
  vm->granted = granted && knows;
  vm->section = 0;
  vm->before = STANDS_ELSEWHERE;
  unpack(vm);
  enum outcome outcome = outcome_of(run(vm));
  if (outcome == STEP_DONE && race_is_asked(vm))
    heap_set(&vm->heap, stands, vm->frames.n ? vm->before : STANDS_NOWHERE);
  if (outcome == STEP_DONE && !pack(vm)) {
    run_give_up(vm, "calls that are too deep");
    return STEP_GAVE_UP;
  }
  return outcome;
}

/* Those that were created run up to their first pause. */
static enum outcome
run_fresh(struct vm *vm)
{
  while (vm->fresh) {
    unsigned thread = 0;
    while (!(vm->fresh >> thread & 1))
      thread++;
    vm->fresh &= ~(1u << thread);
    enum outcome outcome = run_thread(vm, thread, false);
    if (outcome == STEP_WAITS || outcome == STEP_REFUSED) {
      run_give_up(vm, "a wait outside of an atomic section");
      return STEP_GAVE_UP;
    }
    if (outcome != STEP_DONE)
      return outcome;
  }
  return STEP_DONE;
}

static enum outcome
take_step(struct vm *vm, unsigned thread, bool granted, struct choices *choices)
{
  vm->choices = choices;
  vm->chosen = 0;
  vm->fresh = 0;
  vm->align = 0;
  vm->left = MOST_INSTRUCTIONS;
  vm->owner = NOBODY;
  enum outcome outcome = run_thread(vm, thread, granted);
  if (outcome == STEP_DONE)
    outcome = run_fresh(vm);
  choices->n = vm->chosen;
  if (outcome == STEP_DONE)
    heap_collect(&vm->heap);
  if (vm->heap.full && outcome != STEP_GAVE_UP) {
    run_give_up(vm, "the program needs too much memory");
    outcome = STEP_GAVE_UP;
  }
  return outcome;
}

enum outcome
vm_step(struct vm *vm, unsigned thread, struct choices *choices)
{
  struct heap *heap = &vm->heap;
  size_t log = heap->log.n;
  struct hash hash = heap->hash;
  if (vm_status(vm, thread) != THREAD_RUNS)
    return STEP_ABSENT;
  enum outcome outcome = take_step(vm, thread, true, choices);
  if (outcome != STEP_DONE) {
    heap_undo(heap, log);
    heap->hash = hash;
  }
  return outcome;
}

enum outcome
vm_begin(struct vm *vm, struct choices *choices)
{
  run_new_thread(vm, 0, vm->code->entry, NULL, 0);
  return take_step(vm, 0, false, choices);
}

uint32_t
vm_stands_at(struct vm *vm, unsigned thread)
{
  vm->thread = thread;
  unpack(vm);
  const struct frame *frame = &vec_last(&vm->frames);
  return frame->function->code.at[frame->at].point;
}

bool
vm_new(struct vm *vm, const struct code *code, const struct frontend_options *options)
{
  *vm = (struct vm){.code = code, .options = options, .owner = NOBODY};
  if (!heap_new(&vm->heap, code))
    return false;
  vm->made = heap_reserve(&vm->heap, 1);
  vm->status = heap_reserve(&vm->heap, VM_THREADS);
  vm->number = heap_reserve(&vm->heap, VM_THREADS);
  vm->joined = heap_reserve(&vm->heap, VM_THREADS);
  vm->stands = heap_reserve(&vm->heap, VM_THREADS);
  vm->stacks = heap_reserve(&vm->heap, VM_THREADS * STACK_WORDS);
  return !vm->heap.full;
}

void
vm_free(struct vm *vm)
{
  heap_free(&vm->heap);
  map_free(&vm->variables);
  vec_free(&vm->frames);
  vec_free(&vm->registers);
  vec_free(&vm->passed);
  map_free(&vm->turns);
  str_free(&vm->reason);
}
