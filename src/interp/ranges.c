/* What the interpreter computes against what the analyses foretold: they are independent of each
 * other, so a value outside of its range is a mistake in one of them. For debug builds. */
#include "analysis/ranges.h"
#include "interp/interp.h"

static bool
is_in_set(struct value_set set, uint64_t bits)
{
  for (uint32_t i = 0; i < set.n; i++)
    if (set.at[i] == bits)
      return true;
  return !value_set_is_exact(set);
}

static bool
is_possible(struct values *values, const struct ranges *ranges, value_id value, uint64_t bits)
{
  return range_contains(ranges_get(ranges, value), bits) &&
         is_in_set(values_get(values, value), bits);
}

bool
run_is_in_ranges(const struct run *run, const struct prog *prog)
{
  struct values *values = values_find(prog);
  struct ranges *ranges = ranges_find(prog, values);
  bool good = true;
  for (size_t i = 0; i < run->steps.n && good; i++) {
    const struct step *step = &run->steps.at[i];
    const struct event *event = &prog->events.at[step->event];
    if (event->kind == EVENT_LOAD || event->kind == EVENT_STORE)
      good = is_possible(values, ranges, event->value, step->value) &&
             is_possible(values, ranges, event->addr, step->addr);
  }
  ranges_free(ranges);
  values_free(values);
  return good;
}
