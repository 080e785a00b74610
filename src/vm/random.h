/* Random runs: a first look for bugs that are easy to meet, however many states there are. */
#ifndef HEDDLE_VM_RANDOM_H
#define HEDDLE_VM_RANDOM_H

#include "vm/step.h"

/* As many steps as the limits say. True if a run is a bug: `result` says which, and how it was met. The machine is back at its start
 * then. What was found out about who uses which words is kept. */
bool random_look(struct vm *vm, const struct vm_limits *limits, struct vm_result *result);

#endif
