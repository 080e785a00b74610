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
/* Many jobs of which some were tried: how long do so many cores take for all of them? Each job takes as
 * long as one of those, drawn by chance. */
struct farm {
  const double *seconds; /* of those that were tried */
  size_t tried;          /* at least one */
  size_t jobs;
  double begin; /* once, before the first job: until a core knows the problem */
  double each;  /* for each job, of its core */
  double
    travel; /* for each job: its core has nothing to do, as the answer and the next job are on their way */
  double direct; /* for each job: of the one process that gives them to the cores */
};

/* Jobs are given to cores that are free, by a process that does one thing at a time. */
double farm_ranks(const struct farm *farm, unsigned cores);
/* Each core has its share from the beginning: every cores-th job. Nobody directs, and nothing travels. */
double farm_shares(const struct farm *farm, unsigned cores);
/* What no division can beat: all work, shared equally; the longest job; all that is to be directed. */
struct farm_limits {
  double work, longest, direct;
};
struct farm_limits farm_limits(const struct farm *farm, unsigned cores);

/* How many must be drawn for that probability (less than 1); 0 = no number is enough. */
unsigned race_cores(const struct race *race, double probability);

#endif
