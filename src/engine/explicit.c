/* Search by brute force.
 *
 * The exploration cannot be interrupted. So it begins with a small limit on the states, and each
 * time it gives up it starts again with four times as many: clock and user are asked in between,
 * and all the earlier attempts together cost a third of the last. */
#include "engine/part.h"

#include "base/clock.h"

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
  struct engine_result *result = search->result;
  enum search_answer answer = SEARCH_STOPPED;
  double start = clock_now();
  search_phase(search, "exploring");
  for (uint64_t states = FIRST_STATES;; states *= 4) {
    if (states > MOST_STATES)
      states = MOST_STATES;
    struct exploration exploration = {0};
    interp_explore(&exploration, search->prog, search->labels, search->options->rounds,
                   (struct explore_limits){states, INPUT_BITS});
    answer = conclude(result, &exploration);
    if (answer == SEARCH_FOUND) {
      result->schedule = exploration.witness;
      exploration.witness = (struct schedule){0}; /* handed over */
    }
    exploration_free(&exploration);
    if (answer != SEARCH_STOPPED || states == MOST_STATES || search_stopped(search))
      break;
  }
  result->solve_seconds = clock_now() - start;
  return answer;
}
