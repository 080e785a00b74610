/* Random small concurrent C programs.
 *
 * The same seed gives the same program and the same property, always. Programs are made so that
 * brute force can decide most of them: two or three threads of a few accesses, inputs of few bits,
 * loops of few iterations. They have no undefined behaviour but what their property is about (and
 * races, which is what they are for): arithmetic is unsigned or small, indices are masked. */
#ifndef HEDDLE_FUZZ_GENERATE_H
#define HEDDLE_FUZZ_GENERATE_H

#include "tree.h"

/* Consecutive seeds that are compiled as one file, and therefore with the same flags. */
enum { SEEDS_OF_FILE = 16 };

void generate(struct program *program, uint64_t seed);

#endif
