/* The live status: one line on stderr while a long command works, if stderr is a terminal. It must
 * be cleared before anything else is printed. */
#ifndef HEDDLE_CLI_STATUS_H
#define HEDDLE_CLI_STATUS_H

#include "check/check.h"

/* Two processes share it: the watcher clears what the worker has drawn. */
struct status {
  bool live;
  const char *drawn; /* the phase on the screen; NULL = the line is clear */
  double last;
  double limit; /* seconds; 0 = none */
  struct progress progress;
};

void status_begin(struct status *status, bool quiet, double limit);
void status_clear(struct status *status);

/* For whoever checks: draws at the beginning of each phase, since some never poll, and five times a
 * second; stops after Ctrl-C. */
struct check_watch status_watch(struct status *status);

#endif
