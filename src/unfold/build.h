/* Shorthands for building values of the prog that is being made. */
#ifndef HEDDLE_UNFOLD_BUILD_H
#define HEDDLE_UNFOLD_BUILD_H

#include "ir/prog.h"

struct unfold;

value_id v_op(struct unfold *u, enum value_op op, value_id a, value_id b);
value_id v_const(struct unfold *u, unsigned width, uint64_t bits);
unsigned v_width(const struct unfold *u, value_id value);
/* The greatest number that both are a multiple of; of 0 and a, it is a. */
uint64_t greatest_divisor(uint64_t a, uint64_t b);

#endif
