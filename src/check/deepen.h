/* Deepening: the bounds of a check when none are given.
 *
 * The same problem is asked again and again, each time with more rounds or with more unwindings, as
 * long as the answer is "no bug within the bounds" and there is something left to raise. Only loops
 * whose bound was reached are raised, one by one, so a loop that never runs twice costs nothing. */
#ifndef HEDDLE_CHECK_DEEPEN_H
#define HEDDLE_CHECK_DEEPEN_H

#include "engine/engine.h"
#include "load/unwinding.h"

/* One question, and what is known of its answer. */
struct stage {
  unsigned rounds;
  unsigned unwind; /* the lowest bound of the loops that were raised last; once the stage is done,
                      of those whose bound was reached: 0 = there is none */
  bool rounds_complete, loops_complete;
  double seconds;
};

enum { STAGES = 200, ASSUMED_BYTES = 4000 };

/* What the answers are about, and what they rest on. */
struct grounds {
  bool concurrent;             /* there are several threads: the memory model matters */
  unsigned configured;         /* as in struct prog */
  char assumed[ASSUMED_BYTES]; /* as in struct prog, a line for each */
};

/* Without pointers: two processes share it. */
struct deepening {
  bool fixed;                  /* a single stage, whose bounds the user has given */
  unsigned done;               /* the first stages, which found no bug within their bounds */
  struct stage stages[STAGES]; /* the one behind those is under way, or gave the verdict */
  struct grounds grounds;      /* of the last stage that has a result */
};

/* The bounds of a stage. */
struct plan {
  unsigned rounds, unwind;
  VEC(struct unwind_rule) rules; /* those for whole functions first */
  VEC(struct unwind_rule) sizes; /* of objects, in bytes */
  unsigned goal;                 /* struct stage.unwind of the stage to come */
  bool rounds_last;              /* it was the rounds that were raised last */
};

enum raised { RAISED_NOTHING, RAISED_ROUNDS, RAISED_LOOPS };

/* Sets the bounds of the stage that follows one with this result, which found no bug. */
enum raised plan_raise(struct plan *plan, const struct engine_result *result,
                       const struct prog *prog, const struct labels *labels,
                       const struct unwind_cuts *cuts, struct arena *names);
/* The same if the user has given the bounds: loops of library functions and sizes of objects are
 * raised all the same, if it is known that a run reaches their bounds. */
enum raised plan_raise_unbounded(struct plan *plan, const struct engine_result *result,
                                 const struct prog *prog, const struct unwind_cuts *cuts,
                                 struct arena *names);
/* Those of `given`, and what has been raised since. The rules live in the arena. */
struct unwinding plan_bounds(const struct plan *plan, const struct unwinding *given,
                             struct arena *arena);
void plan_free(struct plan *plan);

/* The lowest bound of the loops whose bound was reached, or may have been; 0 = there is none. */
unsigned stage_unwind(const struct engine_result *result, const struct prog *prog,
                      const struct unwind_cuts *cuts);

#endif
