/* Both searches on the same problem: the solver's answer, if brute force does not contradict it.
 * Where the problem is too big for brute force nothing is compared, and the states are 0. */
#include "base/invariant.h"
#include "engine/search.h"

/* Do they agree, also about what the loops leave open? */
static bool
agree(enum search_answer answer, const struct engine_result *result, enum search_answer other,
      const struct engine_result *brute)
{
  if (answer != other)
    return false;
  return answer == SEARCH_FOUND || !result->loops_known ||
         result->loops_complete == brute->loops_complete;
}

enum search_answer
search_both(struct search *search)
{
  struct engine_result *result = search->result, brute = {.cut = UINT32_MAX};
  struct search other = *search;
  INVARIANT(!search->options->jobs && !search->options->certify);
  other.result = &brute;
  enum search_answer found = search_explicit(&other);
  enum search_answer answer = found == SEARCH_WRONG ? SEARCH_WRONG : search_sat(search);
  if (found == SEARCH_WRONG) {
    result->reason = brute.reason;
  } else if (found != SEARCH_STOPPED && (answer == SEARCH_FOUND || answer == SEARCH_NOTHING)) {
    result->states = brute.states;
    if (!agree(answer, result, found, &brute)) {
      result->reason = "the solver and brute force disagree";
      answer = SEARCH_WRONG;
    }
  }
  engine_result_free(&brute);
  return answer;
}
