/* Many instances of one problem, each for a worker of its own: the first bug ends it. */
#ifndef HEDDLE_ENGINE_INSTANCES_H
#define HEDDLE_ENGINE_INSTANCES_H

#include "engine/engine.h"
#include "tiling/selection.h"

struct instances {
  const struct tiling *tiling;
  struct selections *selections; /* taken from here, one after the other */
  unsigned most;                 /* so many; 0 = all */
  double seconds;                /* for each; 0 = no limit but that of all */
  unsigned share, shares; /* only every `shares`-th, from number `share` on; 0 = all of them */
  bool only_known;        /* what the journal says, and nothing is tried */
  /* what has become of them */
  unsigned none;         /* had no bug */
  unsigned undecided;    /* their time was over, or their processes died twice */
  unsigned known;        /* of those, from the journal */
  unsigned left;         /* only_known: neither has a bug nor is known to have none */
  VEC(unsigned) left_in; /* of those, in each share */
  bool all;              /* there are no more */
  unsigned believed; /* of those without a bug: another program says so, and nobody checks that */
  struct str believed_whom; /* the programs, with commas between them */
  struct str why;           /* why the first that is undecided is so, in words for a verdict */
  struct str buggy;         /* the line of the one with the bug */
};

/* The verdict is BUG, BOUNDED (no bug in any of them), UNKNOWN or INTERNAL. options->part is what
 * the instances are parts of. */
void engine_check_instances(struct engine_result *result, const struct prog *prog,
                            const struct labels *labels, const struct engine_options *options,
                            struct instances *instances);
void instances_free(struct instances *instances); /* borrows tiling and selections */

/* What the worker of an instance does. */
extern const struct work work_instance;

#endif
