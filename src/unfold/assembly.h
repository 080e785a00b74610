/* Inline assembly: the fences that programs write with it. */
#ifndef HEDDLE_UNFOLD_ASSEMBLY_H
#define HEDDLE_UNFOLD_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>

struct unfold;

/* False if there is anything else in the text. */
bool assembly_run(struct unfold *u, const char *text, size_t length);

#endif
