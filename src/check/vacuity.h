/* Vacuity: what there is to say of a verdict "no bug" because hardly anything was looked at. */
#ifndef HEDDLE_CHECK_VACUITY_H
#define HEDDLE_CHECK_VACUITY_H

#include "check/check.h"

/* Adds to the notes of the report, of a search that is over; `source` is what the prog was made
 * from. */
void vacuity_find(struct report *report, const struct source *source,
                  const struct engine_options *options, bool untested);

#endif
