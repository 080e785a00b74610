/* What the parts of a step share: step.c (instructions), access.c (heap), primitive.c (intrinsics of
 * the models). Each function that says how it went ends the step unless it says RUN_ON. */
#ifndef HEDDLE_VM_RUNNING_H
#define HEDDLE_VM_RUNNING_H

#include "vm/step.h"

enum run {
  RUN_ON,
  RUN_PAUSE, /* others may notice what comes next */
  RUN_WAITS, /* see enum outcome */
  RUN_REFUSED,
  RUN_FAILED,
  RUN_RACES,
  RUN_GAVE_UP,
  RUN_LEFT, /* the thread's frames are gone, or changed: begin with the last one */
};

enum run run_give_up(struct vm *vm, const char *format, ...);
enum run run_fail(struct vm *vm, enum fault fault);

/* Could another thread do something now, in this run or in one where threads are slower? To the first
 * thread those are over that it has joined. */
bool run_has_others(const struct vm *vm);

static inline uint64_t
run_get(const struct vm *vm, uint32_t operand)
{
  return operand & OPERAND_CONSTANT ? vm->code->constants.at[operand & ~OPERAND_CONSTANT]
                                    : vm->here[operand];
}

static inline void
run_set(struct vm *vm, uint32_t to, uint64_t value)
{
  vm->here[to] = value;
}

/* access.c */
enum run vm_load(struct vm *vm, const struct instruction *i);
enum run vm_store(struct vm *vm, const struct instruction *i);
enum run vm_update(struct vm *vm, const struct instruction *i);
enum run vm_exchange(struct vm *vm, const struct instruction *i);
enum run vm_object(struct vm *vm, const struct instruction *i);
enum run vm_lives(struct vm *vm, const struct instruction *i);
enum run vm_variable(struct vm *vm, const struct instruction *i);
enum run vm_copy(struct vm *vm, const struct instruction *i);
enum run vm_fill(struct vm *vm, const struct instruction *i);
enum run vm_list(struct vm *vm, const struct instruction *i);
/* The objects of frames from this one up are gone. */
enum run vm_leave(struct vm *vm, size_t frame);
enum run vm_leave_thread(struct vm *vm);
/* The life of the object ends, if nobody minds. */
enum run vm_end(struct vm *vm, uint32_t object);
/* So many bytes there, which exist: the object and the offset. */
enum run vm_find(struct vm *vm, uint64_t address, uint64_t bytes, uint32_t *object,
                 uint64_t *offset);
/* A number below the limit. */
enum run run_choose(struct vm *vm, uint64_t limit, uint64_t *value);

/* primitive.c */
/* The ids of threads are compared. */
enum run run_compares_ids(struct vm *vm);
/* The process ends in good order: what was not freed? */
enum run run_finish(struct vm *vm);
enum run primitive_run(struct vm *vm, const struct instruction *i);

/* step.c */
/* A new thread that will run this function. */
void run_new_thread(struct vm *vm, unsigned thread, uint32_t function, const uint64_t *arguments,
                    uint32_t n);

#endif
