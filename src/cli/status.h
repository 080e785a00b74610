/* The live status: one line on stderr while a long command works, if stderr is a terminal. It must
 * be cleared before anything else is printed. */
#ifndef HEDDLE_CLI_STATUS_H
#define HEDDLE_CLI_STATUS_H

#include "cli/large.h"
#include "engine/engine.h"

struct status {
  bool live;
  const char *drawn; /* the phase on the screen; NULL = the line is clear */
  double start, last;
  double limit;             /* seconds; 0 = none */
  unsigned rounds, unwind;  /* of the question that is being answered; 0 = not said yet */
  double stage_start;       /* when that began */
  struct large large;       /* what takes so long */
  struct engine_status now; /* the engine keeps it up to date */
};

void status_begin(struct status *status, bool quiet, double limit);
/* Another question: nothing of it has been done. */
void status_stage(struct status *status, unsigned rounds, unsigned unwind);
/* Seconds since status_begin. */
double status_seconds(const struct status *status);
void status_clear(struct status *status);

/* For engine_options.stop, with the status as argument; true after Ctrl-C. Draws at the beginning
 * of each phase, since some never poll, and five times a second. */
bool status_poll(void *status);

#endif
