/* What many instances of one problem say together: how costs are spread, and how soon the first of
 * n instances that run side by side finds a bug. Pure arithmetic. */
#ifndef HEDDLE_SWARM_STATISTICS_H
#define HEDDLE_SWARM_STATISTICS_H

#include <stddef.h>

struct summary {
  size_t n;
  double least, most, mean;
  double deviation; /* of a sample (divided by n - 1); 0 for fewer than two numbers */
};

/* All zero for no numbers. */
struct summary summary_of(const double *numbers, size_t n);

/* The instances that were tried, as a distribution to draw from. */
struct race {
  const double *seconds; /* of those that found a bug, ascending */
  size_t n;              /* of those */
  size_t tried;          /* of all */
};

/* Is there one with a bug among so many, drawn at random? */
double race_probability(const struct race *race, unsigned cores);
/* The time of the fastest one, provided there is one. Only if n > 0. */
double race_expected(const struct race *race, unsigned cores);
/* How many must be drawn for that probability (less than 1); 0 = no number is enough. */
unsigned race_cores(const struct race *race, double probability);

#endif
