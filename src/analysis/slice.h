/* Slicing: the part of a program that its properties depend on.
 *
 * A slice is a prog with the same events under the same ids, in which what does not matter has the
 * guard "false": it has no label, no clause, and touches nothing. It violates an assertion,
 * reaches a bound, deadlocks or races within some rounds iff the whole program does; slice.c says
 * why. A schedule of the slice is carried over to the whole program, so that traces show
 * everything. */
#ifndef HEDDLE_ANALYSIS_SLICE_H
#define HEDDLE_ANALYSIS_SLICE_H

#include "analysis/labels.h"
#include "analysis/part.h"
#include "analysis/values.h"
#include "ir/schedule.h"

struct slice {
  struct prog *prog; /* owned; its strings are those of the whole prog */
  struct labels labels;
  VEC(bool) kept;   /* of each event */
  VEC(bool) fences; /* of each event: if it is not kept, a fence is left of it */
  VEC(bool) joined; /* of each thread: a JOIN that matters waits for its end */
};

/* `values` are those of the whole prog: an event whose guard can only be false does not matter. */
void slice_find(struct slice *slice, const struct prog *prog, const struct labels *labels,
                struct values *values);
void slice_free(struct slice *slice);
/* closed.c, for assert(): does nothing that is kept depend on what is not? */
bool slice_is_closed(const struct slice *slice, const struct prog *prog, struct values *values);
/* The part of the slice's schedules that goes with a part of the whole program's, whose labels are
 * given; the slice gets other labels for it, unless the part is the whole. False if there is none:
 * a round of the part ends behind everything that matters. `mine` is to be freed in any case. */
bool slice_part(struct slice *slice, const struct labels *labels, const struct part *part,
                struct part *mine);
/* Rewrites a schedule of the slice into one of the whole program, whose labels are given, and of
 * the part for which the slice was made. */
void slice_widen(const struct slice *slice, const struct labels *labels, const struct part *part,
                 struct schedule *schedule);

#endif
