/* A range holds of its value in every schedule, wherever the value is computed. So an assertion is
 * harmless if its guard cannot be true, or its condition cannot be false. What only such assertions
 * depend on need not be looked at: the slice of the copy leaves it out. */
#include "analysis/harmless.h"

#include <stdlib.h>

#include "analysis/recent.h"
#include "base/mutant.h"

static bool
is_harmless(const struct event *event, const struct range *range)
{
  return event->kind == EVENT_ASSERT && event->guard != VALUE_FALSE &&
         (!range_contains(range[event->guard], 1) || !range_contains(range[event->value], 0) ||
          MUTANT(ALL_HARMLESS));
}

struct prog *
harmless_without(const struct prog *prog, const struct values *values, const struct ranges *ranges)
{
  struct prog *copy = NULL;
  struct range *range = recent_ranges(prog, values, ranges);
  for (event_id e = 0; e < prog->events.n; e++) {
    if (!is_harmless(&prog->events.at[e], range))
      continue;
    if (!copy)
      copy = prog_copy(prog);
    copy->events.at[e].guard = VALUE_FALSE;
  }
  free(range);
  return copy;
}
