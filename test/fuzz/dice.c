#include "dice.h"

static uint64_t
roll(struct dice *dice)
{
  uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

struct dice
dice_new(uint64_t seed, uint64_t purpose)
{
  struct dice dice = {seed * 0x2545f4914f6cdd1du + purpose};
  roll(&dice);
  return dice;
}

unsigned
dice_below(struct dice *dice, unsigned n)
{
  return (unsigned)(roll(dice) >> 33) % n;
}

bool
dice_chance(struct dice *dice, unsigned percent)
{
  return dice_below(dice, 100) < percent;
}
