/* Ranges: what is known of a word, as a signed and an unsigned interval and as known bits. Each of
 * the three says something the others cannot; they are kept consistent with one another.
 * Wrap-around is handled by giving up the interval that wraps, not the others. */
#ifndef HEDDLE_ANALYSIS_RANGE_H
#define HEDDLE_ANALYSIS_RANGE_H

#include "ir/prog.h"

struct range {
  uint8_t width;
  bool empty; /* no value at all: nothing has been put here yet */
  int64_t smin, smax;
  uint64_t umin, umax;
  uint64_t zeros, ones; /* bits known to be 0, to be 1 */
};

struct range range_none(unsigned width);
struct range range_full(unsigned width);
struct range range_const(unsigned width, uint64_t bits);
struct range range_between(unsigned width, int64_t low, int64_t high); /* signed */
struct range range_join(struct range a, struct range b);
/* Values that are in both; a itself if there are none. */
struct range range_meet(struct range a, struct range b);
bool range_equal(struct range a, struct range b);
bool range_contains(struct range range, uint64_t bits);
/* For assert(): is it empty, or can its three views be true together, and of a word this wide? */
bool range_is_sound(struct range range);

/* The result of an operation (not const, input, loaded) on arguments in these ranges. */
struct range range_op(const struct value *value, struct range a, struct range b, struct range c);

/* How many low bits tell the values apart: the others are zero, or copies of the highest of them if
 * *is_signed. At least 1. */
unsigned range_bits(struct range range, bool *is_signed);

#endif
