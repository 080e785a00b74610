/* Generated programs run for real: the processor's opinion of what the front end makes of C.
 *
 * The threads of a program share one processor, so that memory is sequentially consistent, and give
 * it away at random before accesses. That finds some of the failures that a program has, never one
 * that it has not. */
#ifndef HEDDLE_FUZZ_NATIVE_H
#define HEDDLE_FUZZ_NATIVE_H

#include "tree.h"

/* Has it a meaning that no property is needed for, and that can be had without a checker? */
bool native_suits(const struct program *program);

/* Runs each of the programs for which wanted[i] holds `runs` times; failed[i] says whether some run
 * ended in a failed assertion. False if they do not compile. */
bool native_run(const char *folder, const struct program *programs, size_t n, unsigned runs,
                const bool *wanted, bool *failed);

#endif
