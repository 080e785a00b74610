/* A process of its own that visits every state of the program with its loops (vm/vm.h), while this one
 * looks at what was unfolded within bounds.
 *
 * What it says holds for the whole program, whatever the bounds of a stage: so one is enough for a
 * check. If there is no bug, that is our own word, as in one process. If there is one, it says how it
 * was met, which may help others to find it; nobody reports it for that. */
#ifndef HEDDLE_CHECK_STATES_H
#define HEDDLE_CHECK_STATES_H

#include "engine/engine.h"
#include "load/load.h"

struct states;

enum states_answer {
  STATES_NONE,    /* not yet, or there is no process */
  STATES_NO_BUG,  /* in any run */
  STATES_BUG,     /* in some run */
  STATES_GAVE_UP, /* see states_reason */
};

/* NULL if that is not for this program. After some seconds it gives way to all others. `bytes`: what it
 * may use, 0 = as is usual. It begins with random runs, or has nothing else. */
struct states *states_start(const struct source *source, const struct load_options *options,
                            size_t bytes, bool only_random);
void states_stop(struct states *states); /* NULL is one without an answer */

/* Cheap enough to be polled. */
enum states_answer states_answer(struct states *states);
/* Waits for the answer, for so many seconds (negative: for ever), unless it is to stop. */
void states_wait(struct states *states, double seconds, bool (*stop)(void *argument),
                 void *argument);
const char *states_reason(const struct states *states);
/* BUG: how it was met. False if that is not known, or was asked for before. */
bool states_route(struct states *states, struct route *route);
/* NO_BUG, in place of a result that leaves something open; and what there is to say of that. */
struct states_grounds {
  unsigned configured; /* what it depends on: bits of enum configuration */
  bool untested;       /* no run comes to an assertion */
};
void states_take(const struct states *states, const struct prog *prog, struct engine_result *result,
                 struct states_grounds *grounds);

#endif
