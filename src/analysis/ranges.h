/* Intervals of values and cells, sound for every schedule, every memory model, any number of
 * rounds.
 *
 * On top of the value sets: where a set is exact the range is the set's; elsewhere intervals and
 * known bits are computed from the operations. Counters stay narrow, since every store happens at
 * most once: ranges.c explains. */
#ifndef HEDDLE_ANALYSIS_RANGES_H
#define HEDDLE_ANALYSIS_RANGES_H

#include "analysis/range.h"
#include "analysis/values.h"

struct ranges;

/* Borrows its arguments. */
struct ranges *ranges_find(const struct prog *prog, struct values *values);
struct range ranges_get(const struct ranges *ranges, value_id value);
/* Of `bytes` bytes of memory at any time. */
struct range ranges_of_cell(const struct ranges *ranges, object_id object, uint64_t offset,
                            uint32_t bytes);
/* For assert(): do they have the widths of their values, and agree with the sets of these? */
bool ranges_are_sound(const struct ranges *ranges);
void ranges_free(struct ranges *ranges);

#endif
