#include "unfold/build.h"

#include <assert.h>

#include "unfold/state.h"

value_id
v_op(struct unfold *u, enum value_op op, value_id a, value_id b)
{
  return value_op(u->prog, op, v_width(u, a), a, b, 0, 0);
}

value_id
v_const(struct unfold *u, unsigned width, uint64_t bits)
{
  return value_const(u->prog, width, bits);
}

unsigned
v_width(const struct unfold *u, value_id value)
{
  assert(value < u->prog->values.n);
  return u->prog->values.at[value].width;
}

uint64_t
greatest_divisor(uint64_t a, uint64_t b)
{
  while (b) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
