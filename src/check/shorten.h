/* The run of a bug, as short as it can be had at a small price. */
#ifndef HEDDLE_CHECK_SHORTEN_H
#define HEDDLE_CHECK_SHORTEN_H

#include "check/check.h"

/* The result is a bug, and stays the same one: with fewer changes from thread to thread. */
void shorten_contexts(struct engine_result *result, const struct prog *prog,
                      const struct labels *labels);

/* The same for the bug of a report, within the part that was looked at, and with fewer steps, fewer
 * wake-ups and failures by chance, and inputs that are 0 where they may be. Says in the cause whether those
 * that are left have to be as they are. */
void check_shorten(struct report *report);

#endif
