/* Fewer changes from thread to thread in the run of a bug. */
#ifndef HEDDLE_CHECK_MERGE_H
#define HEDDLE_CHECK_MERGE_H

#include "engine/engine.h"

/* The result is a bug, and stays the same one. */
void merge_contexts(struct engine_result *result, const struct prog *prog,
                    const struct labels *labels);

#endif
