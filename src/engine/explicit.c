/* Search by brute force, within some rounds; without rounds it is all.c's.
 *
 * The exploration cannot be interrupted. So it begins with a small limit on the states, and each
 * time it gives up it starts again with four times as many: clock and user are asked in between,
 * and all the earlier attempts together cost a third of the last.
 *
 * On the way it audits the analysis that the other search relies on: every value that is loaded or
 * stored must lie in its set and its range, and in those of the cell. */
#include "engine/search.h"

#include <stdlib.h>

#include "analysis/recent.h"
#include "base/clock.h"
#include "base/invariant.h"

struct audit {
  const struct prog *prog;
  struct values *values;
  struct ranges *ranges;
  struct range *recent; /* per value */
  bool failed;
};

static bool
lies_in(struct value_set set, struct range range, uint64_t bits)
{
  bool found = !value_set_is_exact(set);
  for (uint32_t i = 0; i < set.n && !found; i++)
    found = set.at[i] == bits;
  return found && range_contains(range, bits);
}

static void
audit_step(void *argument, event_id id, uint64_t addr, uint64_t value)
{
  struct audit *audit = argument;
  const struct prog *prog = audit->prog;
  const struct event *event = &prog->events.at[id];
  if (event->kind != EVENT_LOAD && event->kind != EVENT_STORE)
    return;
  bool good = lies_in(values_get(audit->values, event->value),
                      ranges_get(audit->ranges, event->value), value) &&
              range_contains(audit->recent[event->value], value);
  for (uint32_t i = 0; i < event->n_targets; i++) {
    struct target target = prog->targets.at[event->first_target + i];
    if (prog->objects.at[target.object].base + target.offset == addr)
      good &=
        lies_in(values_of_cell(audit->values, target.object, target.offset, event->bytes),
                ranges_of_cell(audit->ranges, target.object, target.offset, event->bytes), value);
  }
  audit->failed |= !good;
}

enum { FIRST_STATES = 20000, MOST_STATES = 3000000, INPUT_BITS = 8 };

static enum search_answer
conclude(struct engine_result *result, const struct exploration *exploration)
{
  result->states = exploration->states;
  switch (exploration->verdict) {
  case EXPLORE_BUG:
    return SEARCH_FOUND;
  case EXPLORE_SAFE:
    result->loops_known = true;
    result->loops_complete = !exploration->cut;
    return SEARCH_NOTHING;
  case EXPLORE_GAVE_UP:
    break;
  }
  result->limit = LIMIT_SIZE;
  result->reason =
    "explicit search gave up: more than 3000000 states, or inputs of more than 8 bits";
  return SEARCH_STOPPED;
}

enum search_answer
search_explicit(struct search *search)
{
  if (!search->options->rounds)
    return search_all(search);
  struct engine_result *result = search->result;
  enum search_answer answer = SEARCH_STOPPED;
  double start = clock_now();
  struct audit audit = {.prog = search->prog, .values = values_find(search->prog)};
  audit.ranges = ranges_find(search->prog, audit.values);
  audit.recent = recent_ranges(search->prog, audit.values, audit.ranges);
  search_phase(search, "exploring");
  for (uint64_t states = FIRST_STATES;; states *= 4) {
    if (states > MOST_STATES)
      states = MOST_STATES;
    INVARIANT(states >= FIRST_STATES && states <= MOST_STATES);
    struct exploration exploration = {0};
    interp_explore(&exploration, search->prog, search->labels, search->options->rounds,
                   (struct explore_limits){.max_states = states,
                                           .max_input_bits = INPUT_BITS,
                                           .watch = audit_step,
                                           .argument = &audit,
                                           .part = search->options->part});
    answer = conclude(result, &exploration);
    if (answer == SEARCH_FOUND) {
      result->schedule = exploration.witness;
      exploration.witness = (struct schedule){0}; /* handed over */
    }
    exploration_free(&exploration);
    if (answer != SEARCH_STOPPED || states == MOST_STATES || search_stopped(search))
      break;
  }
  if (audit.failed) {
    result->reason = "a value lies outside of what the analysis says it can be";
    answer = SEARCH_WRONG;
  }
  free(audit.recent);
  ranges_free(audit.ranges);
  values_free(audit.values);
  result->solve_seconds = clock_now() - start;
  return answer;
}
