/* Random numbers that depend on nothing but the seed and what they are for. */
#ifndef HEDDLE_FUZZ_DICE_H
#define HEDDLE_FUZZ_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct dice {
  uint64_t state;
};
struct dice dice_new(uint64_t seed, uint64_t purpose);
unsigned dice_below(struct dice *dice, unsigned n); /* 0 .. n-1 */
bool dice_chance(struct dice *dice, unsigned percent);

#endif
