/* Which tests of the program (MARK events) some run within the bounds passes: a verdict "no bug" is
 * worth little where none is. Cheap: runs at random tell of nearly all; for what is left the solver
 * gets a few conflicts. */
#ifndef HEDDLE_ENGINE_REACH_H
#define HEDDLE_ENGINE_REACH_H

#include "engine/engine.h"

struct reach {
  VEC(bool) reached; /* of each event that is a MARK: some run passes its line of the source */
  bool decided;      /* and no run passes the others; false: nobody knows */
};

/* Of the options: rounds (0 = every schedule), seed, limits. Schedules are not restricted to a part. */
void engine_reach(struct reach *reach, const struct prog *prog,
                  const struct engine_options *options);
void reach_free(struct reach *reach);

/* What a thread stands before at the end of a run: a CUT, ASSUME, BLOCK or JOIN, of itself or of
 * whom it waits for; or the run ends because the rounds are over; or the thread comes to its
 * end. */
#define STANDS_NOWHERE UINT32_MAX
#define STANDS_AT_LAST_ROUND (UINT32_MAX - 1)
event_id engine_stands(const struct prog *prog, const struct labels *labels, unsigned rounds,
                       thread_id thread);

#endif
