/* How far a check is. Two processes share it: texts are static, hence the same in both, and there
 * are no other pointers. */
#ifndef HEDDLE_CHECK_PROGRESS_H
#define HEDDLE_CHECK_PROGRESS_H

#include "check/deepen.h"
#include "check/large.h"
#include "engine/engine.h"

/* The phase that is the front end's; the others are the engine's. */
#define UNFOLDING "unfolding the program"

struct progress {
  double start;             /* by clock_now */
  double stage_start;       /* of the question that is being answered */
  double stage_work;        /* by clock_processor, likewise */
  unsigned rounds, unwind;  /* likewise; 0 = not said yet */
  struct large large;       /* what takes so long */
  struct engine_status now; /* the engine keeps it up to date */
  bool decided;             /* the verdict is known; all that is left is to tell it */
  struct deepening deepening;
};

void progress_begin(struct progress *progress, bool deepens);
/* Another question: nothing of it has been done. */
void progress_stage(struct progress *progress, unsigned rounds, unsigned unwind);
/* Seconds since the beginning. */
double progress_seconds(const struct progress *progress);

#endif
