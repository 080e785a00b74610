/* No bug within some rounds: is there one in any schedule?
 *
 * A proof by rounds needs as many of them as there are visible steps, and each makes the formula
 * larger. A program with few states is covered at once by visiting them (interp/all.c), and then
 * no more rounds are needed. Whether that is so nobody knows before: so it is tried, for a time
 * that does not matter. */
#include "base/clock.h"
#include "base/invariant.h"
#include "engine/search.h"
#include "memmodel/memmodel.h"
#include "passes/passes.h"

enum { INPUT_BITS = 8 };
/* Sixteen bytes each, and the table is up to twice as large as it needs to be. */
static const uint64_t most_states = 20000000;

struct patience {
  const struct engine_options *options;
  double end;
};

static bool
is_over(void *argument)
{
  const struct patience *patience = argument;
  const struct engine_options *options = patience->options;
  return clock_now() >= patience->end || (options->stop && options->stop(options->argument));
}

/* A bug that takes more rounds: the schedule of the slice becomes one of the program, and is
 * executed. */
static void
take_bug(struct search *search, const struct pipeline *line, struct exploration *found)
{
  struct engine_result *result = search->result;
  schedule_free(&result->schedule);
  result->schedule = found->witness;
  found->witness = (struct schedule){0};
  if (line->sliced)
    slice_widen(&line->slice, search->labels, NULL, &result->schedule);
  search_conclude(search, SEARCH_FOUND);
}

static void
take_proof(struct engine_result *result, const struct exploration *found)
{
  result->covered = found->states;
  result->rounds_complete = true;
  if (found->cut && result->loops_complete) { /* which loops, nobody has said */
    result->hit.n = 0;
    result->cut = UINT32_MAX;
  }
  result->loops_known |= !found->cut;
  result->loops_complete = !found->cut;
  result->verdict = found->cut ? VERDICT_BOUNDED : VERDICT_SAFE;
}

bool
engine_cover(struct engine_result *result, const struct prog *prog, const struct labels *labels,
             const struct engine_options *options, double seconds)
{
  INVARIANT(result->verdict == VERDICT_BOUNDED && part_is_whole(options->part));
  if (memmodel_stores_late(prog))
    return false;
  struct search search = {prog, labels, options, result, clock_now()};
  struct pipeline line = {
    .prog = prog, .labels = labels, .without = options->no_slice ? 1u << PASS_SLICE : 0};
  struct patience patience = {options, clock_now() + seconds};
  struct exploration found;
  search_phase(&search, "exploring");
  pipeline_run(&line, PASS_SLICE);
  interp_explore_all(&found, line.prog, line.labels,
                     &(struct all_limits){.max_states = most_states,
                                          .max_input_bits = INPUT_BITS,
                                          .stop = is_over,
                                          .argument = &patience});
  bool answered = found.verdict != EXPLORE_GAVE_UP;
  if (found.verdict == EXPLORE_BUG)
    take_bug(&search, &line, &found);
  else if (answered)
    take_proof(result, &found);
  result->solve_seconds += clock_now() - search.start;
  exploration_free(&found);
  pipeline_free(&line);
  return answered;
}
