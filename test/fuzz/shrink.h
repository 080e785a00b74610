/* Makes a program smaller as long as the same kind of finding remains. */
#ifndef HEDDLE_FUZZ_SHRINK_H
#define HEDDLE_FUZZ_SHRINK_H

#include "trial.h"

/* Changes the program; `report` says what was found, and in the end what is found in the smaller
 * one. Returns how many programs were tried. */
unsigned shrink(const struct trial *trial, struct program *program, struct report *report);

#endif
