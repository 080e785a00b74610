/* Every schedule, by visiting every state (interp/all.c).
 *
 * A proof by rounds needs as many of them as there are visible steps, and each makes the formula
 * larger. A program with few states is covered at once by visiting them, whatever the number of
 * its steps. What no property depends on is sliced away before: it would only multiply the
 * states. So would what only assertions depend on that cannot fail, as their ranges tell. */
#include "analysis/harmless.h"
#include "base/clock.h"
#include "base/invariant.h"
#include "engine/search.h"
#include "passes/passes.h"

enum { INPUT_BITS = 8 };
static bool
is_over(void *argument)
{
  return search_stopped(argument);
}

/* The table doubles, and the old one is there until the new one is filled. */
static uint64_t
most_states(const struct engine_options *options)
{
  uint64_t room = search_bytes(options) / (3 * (uint64_t)INTERP_STATE_BYTES);
  return options->states && options->states < room ? options->states : room;
}

static enum search_answer
conclude(struct search *search, const struct pipeline *line, struct exploration *found)
{
  struct engine_result *result = search->result;
  result->states = found->states;
  switch (found->verdict) {
  case EXPLORE_BUG: /* the schedule of the slice becomes one of the program */
    result->schedule = found->witness;
    found->witness = (struct schedule){0};
    if (line->sliced)
      slice_widen(&line->slice, search->labels, NULL, &result->schedule);
    return SEARCH_FOUND;
  case EXPLORE_SAFE:
    vec_resize(&result->hit, search->prog->loops.n);
    for (size_t i = 0; i < found->hit.n; i++)
      result->hit.at[i] = found->hit.at[i];
    search_loops(search);
    return SEARCH_NOTHING;
  case EXPLORE_GAVE_UP:
    break;
  }
  if (!search_stopped(search)) {
    result->limit = LIMIT_SIZE;
    result->reason = found->states > most_states(search->options)
                       ? "explicit search gave up: there are too many states for the memory"
                       : "explicit search gave up: an input has more than 8 bits";
  }
  return SEARCH_STOPPED;
}

/* The program without assertions that cannot fail; NULL if there is none of these, or nothing is to
 * be left out. */
static struct prog *
leave_out(const struct search *search)
{
  struct pipeline line = {
    .prog = search->prog, .labels = search->labels, .without = 1u << PASS_SLICE};
  struct prog *less = NULL;
  if (!search->options->no_slice && !search->options->no_narrow) {
    pipeline_run(&line, PASS_RANGES);
    less = harmless_without(search->prog, line.values, line.ranges);
  }
  pipeline_free(&line);
  return less;
}

static void
explore(struct search *search, const struct pipeline *line, struct exploration *found)
{
  const struct engine_options *options = search->options;
  interp_explore_all(
    found, line->prog, line->labels,
    &(struct all_limits){.max_states = most_states(options),
                         .max_input_bits = INPUT_BITS,
                         .stop = is_over,
                         .argument = search,
                         .states = options->status ? &options->status->states : NULL});
}

enum search_answer
search_all(struct search *search)
{
  const struct engine_options *options = search->options;
  double start = clock_now();
  INVARIANT(!options->rounds && part_is_whole(options->part));
  search_phase(search, "exploring");
  struct prog *less = leave_out(search);
  struct pipeline line = {.prog = less ? less : search->prog,
                          .labels = search->labels,
                          .without = options->no_slice ? 1u << PASS_SLICE : 0};
  struct exploration found;
  pipeline_run(&line, PASS_SLICE);
  explore(search, &line, &found);
  enum search_answer answer = conclude(search, &line, &found);
  search->result->solve_seconds = clock_now() - start;
  exploration_free(&found);
  pipeline_free(&line);
  if (less)
    prog_free(less);
  return answer;
}
