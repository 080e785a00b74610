/* What to raise.
 *
 * If the rounds contain every schedule, or no run reaches the bound of a loop, there is no choice.
 * Otherwise rounds and unwindings take turns, with the rounds two steps ahead: most bugs need a
 * thread to be interrupted, another one to run, and main to look at the result, before they need
 * any loop to run twice; and a bug that is found with few unwindings is found sooner.
 *
 * Bounds grow slowly at first, where each stage may be the last one that can be solved, and in
 * proportion later, where small steps would only repeat what was just shown: 1 2 3 4 6 8 12 16 24
 * unwindings, and from eight rounds on a quarter more, but never more than contain everything. */
#include "cli/deepen.h"

#include <string.h>

enum { AHEAD = 3, ROUNDS_MOST = 1000, BOUND_MOST = 1000000 };

static unsigned
more_unwindings(unsigned bound)
{
  if (bound < 4)
    return bound + 1;
  return bound & (bound - 1) ? bound / 3 * 4 : bound / 2 * 3;
}

static unsigned
more_rounds(unsigned rounds, const struct prog *prog, const struct labels *labels)
{
  unsigned most = rounds < 8 ? rounds + 1 : rounds + rounds / 4, more = rounds + 1;
  while (more < most && !engine_rounds_complete(prog, labels, more))
    more++;
  return more;
}

/* ---- loops ---- */

/* Can a run reach the bound of this loop, as far as the engine knows? */
static bool
may_be_hit(const struct engine_result *result, uint32_t loop)
{
  if (result->loops_known && result->loops_complete)
    return false;
  return !result->loops_known || loop >= result->hit.n || result->hit.at[loop];
}

/* Should it be raised? Where the engine names one loop only, we begin with that one. */
static bool
is_wanted(const struct engine_result *result, const struct prog *prog, uint32_t loop)
{
  if (!result->hit.n && result->cut != UINT32_MAX)
    return prog->events.at[result->cut].loop == loop;
  return may_be_hit(result, loop);
}

static bool
is_raisable(const struct engine_result *result, const struct prog *prog,
            const struct unwind_cut *cut)
{
  return cut->bound < BOUND_MOST && is_wanted(result, prog, cut->loop);
}

static struct unwind_rule *
find_rule(struct plan *plan, const struct unwind_cut *cut, struct arena *names)
{
  for (size_t i = 0; i < plan->rules.n; i++)
    if (plan->rules.at[i].line == cut->line && !strcmp(plan->rules.at[i].function, cut->function))
      return &plan->rules.at[i];
  size_t at = plan->rules.n;
  struct unwind_rule rule = {arena_strdup(names, cut->function), cut->line, 0};
  vec_push(&plan->rules, rule);
  if (!cut->line) { /* later rules override earlier ones */
    memmove(plan->rules.at + 1, plan->rules.at, at * sizeof rule);
    plan->rules.at[0] = rule;
    at = 0;
  }
  return &plan->rules.at[at];
}

static void
raise_loop(struct plan *plan, const struct unwind_cut *cut, struct arena *names)
{
  unsigned bound = more_unwindings(cut->bound);
  if (!*cut->function)
    plan->unwind = bound;
  else
    find_rule(plan, cut, names)->bound = bound;
  if (!plan->goal || bound < plan->goal)
    plan->goal = bound;
}

/* ---- all ---- */

enum raised
plan_raise(struct plan *plan, const struct engine_result *result, const struct prog *prog,
           const struct labels *labels, const struct unwind_cuts *cuts, struct arena *names)
{
  bool rounds = !result->rounds_complete && plan->rounds < ROUNDS_MOST, loops = false;
  for (size_t i = 0; i < cuts->all.n; i++)
    loops |= is_raisable(result, prog, &cuts->all.at[i]);
  if (!rounds && !loops)
    return RAISED_NOTHING;
  plan->rounds_last = rounds && (!loops || plan->rounds < AHEAD || !plan->rounds_last);
  if (plan->rounds_last) {
    plan->rounds = more_rounds(plan->rounds, prog, labels);
    return RAISED_ROUNDS;
  }
  plan->goal = 0;
  for (size_t i = 0; i < cuts->all.n; i++)
    if (is_raisable(result, prog, &cuts->all.at[i]))
      raise_loop(plan, &cuts->all.at[i], names);
  return RAISED_LOOPS;
}

void
plan_rules(const struct plan *plan, struct option_list *list, struct arena *arena)
{
  list->n = plan->rules.n;
  list->at = arena_alloc(arena, (list->n + 1) * sizeof *list->at);
  for (size_t i = 0; i < list->n; i++) {
    const struct unwind_rule *rule = &plan->rules.at[i];
    list->at[i] = rule->line
                    ? arena_printf(arena, "%s:%u=%u", rule->function, rule->line, rule->bound)
                    : arena_printf(arena, "%s=%u", rule->function, rule->bound);
  }
}

void
plan_free(struct plan *plan)
{
  vec_free(&plan->rules);
}

unsigned
stage_unwind(const struct engine_result *result, const struct prog *prog,
             const struct unwind_cuts *cuts)
{
  unsigned least = 0;
  for (uint32_t i = 0; i < prog->loops.n; i++) {
    const struct loop *loop = &prog->loops.at[i];
    bool counts = *loop->function && !loop->sizes && may_be_hit(result, i);
    if (counts && (!least || loop->bound < least))
      least = loop->bound;
  }
  for (size_t i = 0; i < cuts->all.n; i++) {
    const struct unwind_cut *cut = &cuts->all.at[i];
    if (may_be_hit(result, cut->loop) && (!least || cut->bound < least))
      least = cut->bound;
  }
  return least;
}
