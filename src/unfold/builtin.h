/* Functions of the compiler that only compute. */
#ifndef HEDDLE_UNFOLD_BUILTIN_H
#define HEDDLE_UNFOLD_BUILTIN_H

#include <stdbool.h>

struct unfold;
struct call;

/* False if it is none of them, or on a type that is not supported. */
bool builtin_run(struct unfold *u, const struct call *call);

#endif
