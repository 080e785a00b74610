/* Accesses to memory.
 *
 * A thread pauses before what others may notice: an access to a word that several threads use, one of
 * them to write. Which words these are is not known beforehand. So a word is taken for one thread's own,
 * or for one that is only read, until the search comes to an access that says otherwise, and then begins
 * again (vm->again). That loses nothing: as long as nobody has made that access, all accesses to
 * the word commute, and the first one that does not is reached whatever their order. */
#include <string.h>

#include "base/mutant.h"
#include "vm/arithmetic.h"
#include "vm/race.h"
#include "vm/running.h"

static uint64_t
mask_of(unsigned width)
{
  return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

static unsigned
bytes_of(unsigned width)
{
  return (width + 7) / 8;
}

static const char unwritten[] = "a value is used that was never written";

/* ---- where ---- */

enum run
vm_find(struct vm *vm, uint64_t address, uint64_t bytes, uint32_t *object, uint64_t *offset)
{
  const struct heap *heap = &vm->heap;
  if (address == ARBITRARY)
    return run_give_up(vm, unwritten);
  if (!is_address(address))
    return run_fail(vm, FAULT_MEMORY);
  *object = address_object(address);
  *offset = (uint64_t)address_offset(address);
  if (!*object || *object >= heap->homes.n || !heap_is_alive(heap, *object))
    return run_fail(vm, FAULT_MEMORY);
  const struct home *home = &heap->homes.at[*object];
  const struct global *global = home->global ? &vm->code->globals.at[home->global] : NULL;
  uint64_t size = heap_size(heap, *object);
  if (*offset > size || bytes > size - *offset || (global && global->is_function))
    return run_fail(vm, FAULT_MEMORY);
  if (global && (global->unknown || global->is_thread_local))
    return run_give_up(vm, "a variable whose initial value is not known");
  if (!heap_is_known(heap, *object) && home->owner != vm->thread)
    return run_give_up(vm, "an address that another thread has got unseen");
  return RUN_ON;
}

static bool
is_noticed(struct vm *vm, uint32_t object, uint64_t offset, uint64_t bytes, bool write)
{
  struct heap *heap = &vm->heap;
  bool noticed =
    bytes && run_has_others(vm) && heap_use(heap, object, offset, bytes, vm->thread, write);
  vm->again |= heap->other_use;
  return noticed;
}

/* It happens now. */
static enum run
look_for_races(struct vm *vm, uint64_t touch)
{
  return race_is_asked(vm) && race_meets(vm, touch) ? RUN_RACES : RUN_ON;
}

/* Others may notice: not without leave. */
static enum run
use(struct vm *vm, uint32_t object, uint64_t offset, uint64_t bytes, bool write, bool plain)
{
  if (write && vm->heap.homes.at[object].constant)
    return run_fail(vm, FAULT_MEMORY);
  if (!is_noticed(vm, object, offset, bytes, write))
    return RUN_ON;
  uint64_t touch = race_touch(vm, object, offset, bytes, write, plain && !vm->section);
  if (vm->section || vm->granted)
    return look_for_races(vm, touch);
  vm->before = touch;
  return RUN_PAUSE;
}

/* The same of what may be several accesses: others could come between, with leave or without. */
static enum run
use_many(struct vm *vm, uint32_t object, uint64_t offset, uint64_t bytes, bool write,
         const char *what)
{
  if (write && vm->heap.homes.at[object].constant)
    return run_fail(vm, FAULT_MEMORY);
  bool leave = MUTANT(VM_COPIES_WHOLE) || (vm->granted && MUTANT(VM_LEAVE_FOR_MANY));
  if (!is_noticed(vm, object, offset, bytes, write))
    return RUN_ON;
  return vm->section || leave
           ? look_for_races(vm, race_touch(vm, object, offset, bytes, write, false))
           : run_give_up(vm, "%s", what);
}

struct spot {
  uint32_t object;
  uint64_t offset;
  unsigned bytes;
};

/* Bit-fields of three bytes, say: several accesses. */
static bool
is_odd(const struct spot *spot)
{
  return spot->bytes & (spot->bytes - 1);
}

/* Otherwise it may be several accesses, or none that is allowed. */
static bool
is_aligned(const struct vm *vm, const struct spot *spot)
{
  uint32_t align = vm->heap.homes.at[spot->object].align;
  if (is_odd(spot))
    return spot->offset % 8 + spot->bytes <= 8;
  return spot->offset % spot->bytes == 0 && (align % spot->bytes == 0 || align == 0);
}

static enum run
reach(struct vm *vm, const struct instruction *i, bool write, struct spot *spot)
{
  spot->bytes = bytes_of(i->width);
  enum run run = vm_find(vm, run_get(vm, i->a), spot->bytes, &spot->object, &spot->offset);
  if (run == RUN_ON && !is_aligned(vm, spot) && !MUTANT(VM_UNALIGNED_WHOLE))
    return run_give_up(vm, "an access that is not aligned");
  if (run != RUN_ON)
    return run;
  return is_odd(spot) ? use_many(vm, spot->object, spot->offset, spot->bytes, write,
                                 "a bit-field that several threads use")
                      : use(vm, spot->object, spot->offset, spot->bytes, write, i->plain);
}

/* The bytes of an address are numbers that depend on where the object lies. */
static bool
is_part_of_address(const struct vm *vm, const struct spot *spot)
{
  return spot->bytes < 8 && heap_has_address(&vm->heap, spot->object, spot->offset);
}

static enum run
read_spot(struct vm *vm, const struct spot *spot, unsigned width, uint64_t *value)
{
  *value = ARBITRARY;
  if (!heap_is_written(&vm->heap, spot->object, spot->offset, spot->bytes) &&
      !MUTANT(VM_UNWRITTEN_IS_ZERO))
    return RUN_ON;
  if (is_part_of_address(vm, spot) && !MUTANT(VM_ADDRESS_IN_PIECES))
    return RUN_ON;
  *value = heap_read(&vm->heap, spot->object, spot->offset, spot->bytes) & mask_of(width);
  return RUN_ON;
}

static void
write_spot(struct vm *vm, const struct spot *spot, uint64_t value)
{
  if (value == ARBITRARY) {
    heap_unwrite(&vm->heap, spot->object, spot->offset, spot->bytes);
    return;
  }
  const struct function *function = vm->frames.at[vm->frames.n - 1].function;
  if (vm->watches && !function->model &&
      heap_read(&vm->heap, spot->object, spot->offset, spot->bytes) !=
        (value & mask_of(8 * spot->bytes)))
    vm->changers |= 1u << vm->thread;
  heap_write(&vm->heap, spot->object, spot->offset, spot->bytes, value);
}

/* ---- instructions ---- */

enum run
vm_load(struct vm *vm, const struct instruction *i)
{
  struct spot spot;
  uint64_t value;
  enum run run = reach(vm, i, false, &spot);
  if (run == RUN_ON)
    run = read_spot(vm, &spot, i->width, &value);
  if (run == RUN_ON)
    run_set(vm, i->to, value);
  return run;
}

enum run
vm_store(struct vm *vm, const struct instruction *i)
{
  struct spot spot;
  enum run run = reach(vm, i, true, &spot);
  if (run == RUN_ON)
    write_spot(vm, &spot, run_get(vm, i->b));
  return run;
}

enum run
vm_update(struct vm *vm, const struct instruction *i)
{
  struct spot spot;
  uint64_t old, new;
  enum run run = reach(vm, i, true, &spot);
  if (run == RUN_ON)
    run = read_spot(vm, &spot, i->width, &old);
  if (run != RUN_ON)
    return run;
  if (old == ARBITRARY || run_get(vm, i->b) == ARBITRARY)
    return run_give_up(vm, unwritten);
  if (compute_binary(&vm->heap, (enum binary)i->kind, i->width, old, run_get(vm, i->b), &new) !=
      COMPUTED)
    return run_give_up(vm, "the program computes with addresses");
  write_spot(vm, &spot, new);
  run_set(vm, i->to, old);
  return RUN_ON;
}

enum run
vm_exchange(struct vm *vm, const struct instruction *i)
{
  struct spot spot;
  uint64_t old, equal, fails = 0;
  enum run run = reach(vm, i, true, &spot);
  if (run == RUN_ON)
    run = read_spot(vm, &spot, i->width, &old);
  if (run != RUN_ON)
    return run;
  if (old == ARBITRARY || run_get(vm, i->b) == ARBITRARY)
    return run_give_up(vm, unwritten);
  if (compute_compare(&vm->heap, COMPARE_EQ, i->width, old, run_get(vm, i->b), &equal) != COMPUTED)
    return run_give_up(vm, "the program looks at where objects lie");
  if (equal && i->kind) {
    run = run_choose(vm, 2, &fails);
    if (run != RUN_ON)
      return run;
  }
  if (equal && !fails)
    write_spot(vm, &spot, run_get(vm, i->c));
  run_set(vm, i->to, old);
  run_set(vm, i->to + 1, equal && !fails);
  return RUN_ON;
}

/* ---- the life of objects ---- */

enum run
vm_end(struct vm *vm, uint32_t object)
{
  struct heap *heap = &vm->heap;
  if (!heap_is_alive(heap, object))
    return RUN_ON;
  enum run run = use(vm, object, 0, heap_size(heap, object), true, true);
  if (run == RUN_ON)
    heap_end(heap, object);
  return run;
}

static uint32_t
object_at(uint64_t address)
{
  return is_address(address) ? address_object(address) : 0;
}

enum run
vm_object(struct vm *vm, const struct instruction *i)
{
  uint32_t before = object_at(run_get(vm, i->to));
  if (before) { /* of an earlier iteration */
    enum run run = vm_end(vm, before);
    if (run != RUN_ON)
      return run;
  }
  uint64_t size = run_get(vm, i->a);
  if (size == ARBITRARY)
    return run_give_up(vm, unwritten);
  uint32_t object =
    heap_new_object(&vm->heap, vm->thread, size ? size : 1, (uint32_t)i->extra, true);
  if (!object)
    return run_give_up(vm, "the program needs too much memory");
  run_set(vm, i->to, address_of(object, 0));
  return RUN_ON;
}

enum run
vm_lives(struct vm *vm, const struct instruction *i)
{
  uint32_t object = object_at(run_get(vm, i->a));
  bool alive = object && heap_is_alive(&vm->heap, object);
  if (i->kind == LIFE_ENDS)
    return alive ? vm_end(vm, object) : RUN_ON;
  if (!object || alive == (i->kind == LIFE_BEGINS))
    return RUN_ON;
  enum run run =
    MUTANT(VM_LIFE_UNSEEN) ? RUN_ON : use(vm, object, 0, heap_size(&vm->heap, object), true, true);
  if (run == RUN_ON && i->kind == LIFE_BEGINS)
    heap_begin_again(&vm->heap, object);
  else if (run == RUN_ON)
    heap_forget(&vm->heap, object);
  return run;
}

enum run
vm_variable(struct vm *vm, const struct instruction *i)
{
  const struct global *global = &vm->code->globals.at[i->extra];
  uint32_t *known = map_at(&vm->variables, hash_mix(i->extra, vm->thread + UINT64_C(1)));
  if (global->unknown)
    return run_give_up(vm, "a variable whose initial value is not known");
  if (!*known) {
    struct heap *heap = &vm->heap;
    uint32_t object = heap_new_variable(heap, vm->thread, (uint32_t)i->extra, global->align);
    if (!object)
      return run_give_up(vm, "the program needs too much memory");
    *known = object;
  }
  heap_make_alive(&vm->heap, *known);
  run_set(vm, i->to, address_of(*known, 0));
  return RUN_ON;
}

static enum run
end_objects(struct vm *vm, const struct frame *frame)
{
  for (size_t i = 0; i < frame->function->objects.n; i++) {
    uint64_t address = vm->registers.at[frame->first + frame->function->objects.at[i]];
    uint32_t object = object_at(address);
    enum run run = object ? vm_end(vm, object) : RUN_ON;
    if (run != RUN_ON)
      return run;
  }
  return RUN_ON;
}

enum run
vm_leave(struct vm *vm, size_t first)
{
  for (size_t f = vm->frames.n; f > first; f--) {
    enum run run = end_objects(vm, &vm->frames.at[f - 1]);
    if (run != RUN_ON)
      return run;
  }
  return RUN_ON;
}

enum run
vm_leave_thread(struct vm *vm)
{
  enum run run = vm_leave(vm, 0);
  for (uint32_t v = 1; run == RUN_ON && v < vm->code->globals.n; v++) {
    const uint32_t *known = vm->code->globals.at[v].is_thread_local
                              ? map_find(&vm->variables, hash_mix(v, vm->thread + UINT64_C(1)))
                              : NULL;
    if (known && *known)
      run = vm_end(vm, *known);
  }
  return run;
}

/* ---- many bytes ---- */

static const char copied[] = "a struct is copied that several threads use";

enum run
vm_copy(struct vm *vm, const struct instruction *i)
{
  uint64_t bytes = run_get(vm, i->c), to_offset, from_offset;
  uint32_t to, from;
  if (bytes == ARBITRARY)
    return run_give_up(vm, unwritten);
  if (!bytes)
    return RUN_ON;
  enum run run = vm_find(vm, run_get(vm, i->a), bytes, &to, &to_offset);
  if (run == RUN_ON)
    run = vm_find(vm, run_get(vm, i->b), bytes, &from, &from_offset);
  if (run == RUN_ON)
    run = use_many(vm, from, from_offset, bytes, false, copied);
  if (run == RUN_ON)
    run = use_many(vm, to, to_offset, bytes, true, copied);
  if (run == RUN_ON)
    heap_copy(&vm->heap, to, to_offset, from, from_offset, bytes);
  return run;
}

enum run
vm_fill(struct vm *vm, const struct instruction *i)
{
  uint64_t bytes = run_get(vm, i->c), offset;
  uint32_t object;
  if (bytes == ARBITRARY || run_get(vm, i->b) == ARBITRARY)
    return run_give_up(vm, unwritten);
  if (!bytes)
    return RUN_ON;
  enum run run = vm_find(vm, run_get(vm, i->a), bytes, &object, &offset);
  if (run == RUN_ON)
    run = use_many(vm, object, offset, bytes, true, "memory is filled that several threads use");
  for (uint64_t k = 0; run == RUN_ON && k < bytes; k++)
    heap_write(&vm->heap, object, offset + k, 1, run_get(vm, i->b));
  return run;
}

/* va_start, as x86-64 has it: no register is left, everything lies in the area. */
enum run
vm_list(struct vm *vm, const struct instruction *i)
{
  enum { GP_END = 48, FP_END = 176 };
  uint32_t object;
  uint64_t offset;
  enum run run = vm_find(vm, run_get(vm, i->a), 24, &object, &offset);
  if (run == RUN_ON)
    run = use_many(vm, object, offset, 24, true, "a list of arguments that several threads use");
  if (run != RUN_ON)
    return run;
  heap_write(&vm->heap, object, offset, 4, GP_END);
  heap_write(&vm->heap, object, offset + 4, 4, FP_END);
  heap_write(&vm->heap, object, offset + 8, 8, run_get(vm, i->b));
  heap_write(&vm->heap, object, offset + 16, 8, 0);
  return RUN_ON;
}
