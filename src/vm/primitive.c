/* The intrinsics of the models (share/models/heddle.h has their contracts).
 *
 * Those that only say which runs may be left out mean nothing here: states repeat anyway. */
#include "base/mutant.h"
#include "vm/arithmetic.h"
#include "vm/running.h"

static uint64_t
argument(const struct vm *vm, const struct instruction *i, unsigned k)
{
  return run_get(vm, vm->frames.at[vm->frames.n - 1].function->lists.at[i->list + k]);
}

static void
result(struct vm *vm, const struct instruction *i, uint64_t value)
{
  if (i->to != NO_REGISTER)
    run_set(vm, i->to, i->width >= 64 ? value : value & ((UINT64_C(1) << i->width) - 1));
}

/* ---- sections and waits ---- */

static enum run
atomic_begin(struct vm *vm)
{
  if (!vm->section && !vm->granted)
    return RUN_PAUSE;
  vm->section++;
  return RUN_ON;
}

static enum run
atomic_end(struct vm *vm)
{
  if (!vm->section)
    return run_give_up(vm, "the end of an atomic section that was not begun");
  vm->section--;
  return RUN_ON;
}

static enum run
block(struct vm *vm, uint64_t condition, uint64_t owner)
{
  if (condition)
    return RUN_ON;
  if (!vm->section)
    return run_give_up(vm, "a wait outside of an atomic section");
  vm->owner = owner && owner <= VM_THREADS ? (uint32_t)owner - 1 : NOBODY;
  return RUN_WAITS;
}

/* Outside of a section it will never hold: the thread stays. If it is plainly false, that is how the
 * models end the process (share/models/stop.c). */
static enum run
assume(struct vm *vm, const struct instruction *i)
{
  const struct frame *frame = &vm->frames.at[vm->frames.n - 1];
  bool plain = frame->function->lists.at[i->list] & OPERAND_CONSTANT;
  if (argument(vm, i, 0))
    return RUN_ON;
  if (vm->section)
    return RUN_REFUSED;
  heap_set(&vm->heap, vm->status + vm->thread, plain ? THREAD_LEFT : THREAD_STUCK);
  vm->frames.n = 0;
  return RUN_LEFT;
}

static enum run
fails(struct vm *vm, uint64_t kind)
{
  enum fault fault = kind <= FAULT_LEAK ? (enum fault)kind : FAULT_ASSERTION;
  return run_fail(vm, fault);
}

static enum run
check(struct vm *vm, uint64_t kind, uint64_t condition)
{
  bool asked =
    kind <= FAULT_LEAK && (fault_property((enum fault)kind) & vm->options->property) != 0;
  return condition || !asked ? RUN_ON : fails(vm, kind);
}

/* ---- threads ---- */

static uint32_t
take_number(struct vm *vm)
{
  struct heap *heap = &vm->heap;
  uint32_t at = vm->number + vm->thread;
  uint32_t number = (uint32_t)heap->word[at];
  if (!number) {
    number = (uint32_t)heap->word[vm->made] + 1;
    heap_set(heap, vm->made, number);
  }
  return number;
}

static enum run
next(struct vm *vm, const struct instruction *i)
{
  uint32_t number = take_number(vm);
  heap_set(&vm->heap, vm->number + vm->thread, number);
  result(vm, i, number);
  return RUN_ON;
}

/* May a new thread have the id of this one? It may have ended in runs in which it is faster. */
static bool
may_be_free(const struct vm *vm, unsigned thread)
{
  return vm_status(vm, thread) != THREAD_NONE &&
         (vm->code->detaches || vm_status(vm, thread) == THREAD_ENDED ||
          vm->heap.word[vm->joined + thread]);
}

static enum run
create(struct vm *vm, const struct instruction *i)
{
  uint64_t body = argument(vm, i, 0), arguments[2] = {argument(vm, i, 1), argument(vm, i, 2)};
  uint32_t object = is_address(body) ? address_object(body) : 0;
  const struct home *home = object ? &vm->heap.homes.at[object] : NULL;
  if (!home || !home->global || !vm->code->globals.at[home->global].is_function)
    return run_give_up(vm, "a thread that runs no function");
  uint32_t number = take_number(vm);
  if (number >= VM_THREADS)
    return run_give_up(vm, "more than %d threads", VM_THREADS - 1);
  if (number > vm->most) {
    vm->most = number;
    vm->again = true;
  }
  for (unsigned t = 1; t < VM_THREADS; t++)
    vm->ids_reused |= may_be_free(vm, t) && !MUTANT(VM_IDS_ONCE);
  if (vm->ids_compared && vm->ids_reused)
    return run_give_up(vm, "ids of threads that may be the same");
  heap_set(&vm->heap, vm->number + vm->thread, 0);
  for (unsigned k = 0; k < 2; k++)
    heap_publish(&vm->heap, arguments[k]);
  run_new_thread(vm, number, vm->code->globals.at[home->global].function, arguments, 2);
  vm->fresh |= 1u << number;
  result(vm, i, number);
  return RUN_ON;
}

static enum run
join(struct vm *vm, uint64_t thread)
{
  if (thread > vm->heap.word[vm->made] || thread >= VM_THREADS)
    return run_fail(vm, FAULT_LOCK);
  if (vm->section)
    return run_give_up(vm, "a thread is joined inside an atomic section");
  if (vm_status(vm, (unsigned)thread) == THREAD_ENDED) {
    uint32_t joined = vm->joined + (uint32_t)thread;
    if (!vm->heap.word[joined])
      heap_set(&vm->heap, joined, vm->thread + 1);
    return RUN_ON;
  }
  if (!vm->granted)
    return RUN_PAUSE;
  vm->owner = (uint32_t)thread;
  return RUN_WAITS;
}

/* The thread has ended, as if it had returned. */
static enum run
stop(struct vm *vm)
{
  if (vm->section)
    return run_give_up(vm, "a thread ends inside an atomic section");
  enum run run = vm_leave_thread(vm);
  if (run != RUN_ON)
    return run;
  heap_set(&vm->heap, vm->status + vm->thread, THREAD_ENDED);
  vm->frames.n = 0;
  return RUN_LEFT;
}

enum run
run_compares_ids(struct vm *vm)
{
  vm->ids_compared = true;
  if (vm->ids_reused)
    return run_give_up(vm, "ids of threads that may be the same");
  return RUN_ON;
}

/* ---- what the user has switched on ---- */

static enum run
read_switch(struct vm *vm, const struct instruction *i)
{
  enum { MALLOC_FAILS, SPURIOUS, REUSE, HANDLE_FIRST, SAME_IDS };
  const struct frontend_options *options = vm->options;
  uint64_t which = argument(vm, i, 0);
  bool on = which == MALLOC_FAILS   ? options->malloc_fails
            : which == SPURIOUS     ? !options->no_spurious
            : which == HANDLE_FIRST ? options->handle_first
                                    : false;
  if (which == MALLOC_FAILS && !on)
    vm->configured |= 1u << CONFIGURATION_MALLOC;
  if (which == SPURIOUS && !on)
    vm->configured |= 1u << CONFIGURATION_SPURIOUS;
  if (which == HANDLE_FIRST && on)
    vm->configured |= 1u << CONFIGURATION_HANDLE;
  result(vm, i, on);
  return RUN_ON;
}

/* Only whether somebody cancels threads can come to differ. */
static enum run
is_known(struct vm *vm, const struct instruction *i)
{
  result(vm, i, !vm->code->cancels);
  return RUN_ON;
}

/* ---- blocks ---- */

/* Who looks for leaks in the end notices every block that others make or free. */
static enum run
notice_blocks(const struct vm *vm)
{
  bool noticed =
    vm->options->property & PROPERTY_LEAK && run_has_others(vm) && !MUTANT(VM_BLOCKS_UNSEEN);
  return noticed && !vm->granted && !vm->section ? RUN_PAUSE : RUN_ON;
}

enum run
run_finish(struct vm *vm)
{
  if (!(vm->options->property & PROPERTY_LEAK))
    return RUN_ON;
  enum run run = notice_blocks(vm);
  return run == RUN_ON && heap_has_block(&vm->heap) ? run_fail(vm, FAULT_LEAK) : run;
}

static enum run
new_block(struct vm *vm, const struct instruction *i, bool zeroed, bool library)
{
  enum { USUAL_ALIGNMENT = 16 };
  uint64_t size = argument(vm, i, 0);
  if (!library && notice_blocks(vm) != RUN_ON)
    return RUN_PAUSE;
  uint32_t align = vm->align > USUAL_ALIGNMENT ? vm->align : USUAL_ALIGNMENT;
  uint32_t object = heap_new_object(&vm->heap, vm->thread, size, align, !zeroed);
  vm->align = 0;
  if (!object)
    return run_give_up(vm, "the program needs too much memory");
  if (!library)
    heap_make_block(&vm->heap, object);
  result(vm, i, address_of(object, 0));
  return RUN_ON;
}

static enum run
free_block(struct vm *vm, uint64_t address)
{
  uint32_t object;
  uint64_t offset;
  enum run run = vm_find(vm, address, 0, &object, &offset);
  if (run != RUN_ON)
    return run;
  if (offset || !heap_is_block(&vm->heap, object))
    return run_fail(vm, FAULT_MEMORY);
  run = notice_blocks(vm);
  return run == RUN_ON ? vm_end(vm, object) : run;
}

static enum run
size_of(struct vm *vm, const struct instruction *i)
{
  uint32_t object;
  uint64_t offset;
  enum run run = vm_find(vm, argument(vm, i, 0), 0, &object, &offset);
  if (run == RUN_ON)
    result(vm, i, heap_size(&vm->heap, object));
  return run;
}

static enum run
initialise(struct vm *vm, const struct instruction *i)
{
  uint32_t object;
  uint64_t offset;
  enum run run = vm_find(vm, argument(vm, i, 0), 4, &object, &offset);
  if (run == RUN_ON)
    result(vm, i, heap_is_written(&vm->heap, object, offset, 4));
  return run;
}

/* ---- inputs ---- */

enum { INPUT_BITS = 8 };

static enum run
nondet(struct vm *vm, const struct instruction *i)
{
  uint64_t bits = argument(vm, i, 0), value;
  if (!bits || bits > INPUT_BITS)
    return run_give_up(vm, "an input of more than %d bits", INPUT_BITS);
  enum run run = run_choose(vm, UINT64_C(1) << bits, &value);
  if (run == RUN_ON)
    result(vm, i, value);
  return run;
}

/* ---- all ---- */

enum run
primitive_run(struct vm *vm, const struct instruction *i)
{
  for (uint32_t k = 0; k < i->n; k++)
    if (argument(vm, i, k) == ARBITRARY)
      return run_give_up(vm, "a value is used that was never written");
  switch ((enum primitive)i->kind) {
  case PRIMITIVE_atomic_begin:
    return atomic_begin(vm);
  case PRIMITIVE_atomic_end:
    return atomic_end(vm);
  case PRIMITIVE_block:
    return block(vm, argument(vm, i, 0), 0);
  case PRIMITIVE_block_on:
    return block(vm, argument(vm, i, 0), argument(vm, i, 1));
  case PRIMITIVE_rest:
  case PRIMITIVE_woken:
  case PRIMITIVE_refused:
  case PRIMITIVE_loop_bound:
    return RUN_ON;
  case PRIMITIVE_assume:
    return assume(vm, i);
  case PRIMITIVE_error:
    return fails(vm, argument(vm, i, 0));
  case PRIMITIVE_check:
    return check(vm, argument(vm, i, 0), argument(vm, i, 1) & 1);
  case PRIMITIVE_switch:
    return read_switch(vm, i);
  case PRIMITIVE_assumed:
    return run_give_up(vm, "something is taken for granted");
  case PRIMITIVE_compares_ids:
    return run_compares_ids(vm);
  case PRIMITIVE_next:
    return next(vm, i);
  case PRIMITIVE_create:
    return create(vm, i);
  case PRIMITIVE_join:
    return join(vm, argument(vm, i, 0));
  case PRIMITIVE_self:
    result(vm, i, vm->thread);
    return RUN_ON;
  case PRIMITIVE_most:
    result(vm, i, vm->most);
    return RUN_ON;
  case PRIMITIVE_is_known:
    return is_known(vm, i);
  case PRIMITIVE_stop:
    return stop(vm);
  case PRIMITIVE_unwind:
    return run_give_up(vm, "handlers that run at the end");
  case PRIMITIVE_malloc:
    return new_block(vm, i, argument(vm, i, 1) & 1, false);
  case PRIMITIVE_own:
    return new_block(vm, i, true, true);
  case PRIMITIVE_free:
    return free_block(vm, argument(vm, i, 0));
  case PRIMITIVE_finish:
    return run_finish(vm);
  case PRIMITIVE_size:
    return size_of(vm, i);
  case PRIMITIVE_align:
    vm->align = (uint32_t)argument(vm, i, 0);
    return RUN_ON;
  case PRIMITIVE_initialise:
    return initialise(vm, i);
  case PRIMITIVE_nondet:
    return nondet(vm, i);
  case PRIMITIVE_COUNT:
    break;
  }
  return run_give_up(vm, "an intrinsic that is not known");
}
