/* The functions that models are written with (share/models/heddle.h). */
#ifndef HEDDLE_UNFOLD_INTRINSIC_H
#define HEDDLE_UNFOLD_INTRINSIC_H

#include <stdbool.h>

struct unfold;
struct call;

/* False if it is none of them. */
bool intrinsic_run(struct unfold *u, const struct call *call);

#endif
