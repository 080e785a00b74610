/* Races: two threads stand before an access to the same bytes, at least one of the two writes, and at least one is
 * plain: no atomic operation, and in no section. */
#ifndef HEDDLE_VM_RACE_H
#define HEDDLE_VM_RACE_H

#include "vm/step.h"

/* What a thread stands before, as a word of its state. */
enum { STANDS_NOWHERE = 0, STANDS_ELSEWHERE = 1 };

bool race_is_asked(const struct vm *vm);
/* An access to bytes of an object. */
uint64_t race_touch(const struct vm *vm, uint32_t object, uint64_t offset, uint64_t bytes,
                    bool write, bool plain);
/* Does another thread stand before an access that must not happen at the same time? */
bool race_meets(const struct vm *vm, uint64_t touch);

#endif
