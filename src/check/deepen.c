/* What to raise.
 *
 * If the rounds contain every schedule, or no run reaches the bound of a loop, there is no choice.
 * Otherwise rounds and unwindings take turns, with the rounds two steps ahead: most bugs need a
 * thread to be interrupted, another one to run, and main to look at the result, before they need
 * any loop to run twice; and a bug that is found with few unwindings is found sooner.
 *
 * Bounds grow slowly at first, where each stage may be the last one that can be solved, and in
 * proportion later, where small steps would only repeat what was just shown: 1 2 3 4 6 8 12 16 24
 * unwindings, from 64 on twice as many, and from eight rounds on a quarter more, but never more than contain everything.
 * Sizes of objects, which count as loops here, are doubled, as programs do whose objects grow. As
 * long as they are small they come before everything else: a run that ends where an object is made
 * has usually done nothing yet.
 *
 * Loops of library functions are not the user's: a bound that he gives is not for them, nor for the
 * sizes of objects. So these are raised while runs reach their bounds, as if there were no
 * others. */
#include "check/deepen.h"

#include <string.h>

enum { AHEAD = 3, ROUNDS_MOST = 1000, BOUND_MOST = 1000000, SMALL_SIZE = 64 };
/* Beyond the user's bounds. */
enum { LIBRARY_MOST = 128, SIZE_MOST = 1024 };

static unsigned
more_unwindings(unsigned bound)
{
  if (bound < 4)
    return bound + 1;
  if (bound >= 64)
    return 2 * bound;
  return bound & (bound - 1) ? bound / 3 * 4 : bound / 2 * 3;
}

static unsigned
more_bytes(unsigned bound)
{
  return bound < 16 ? 32 : bound > BOUND_MOST / 2 ? BOUND_MOST : 2 * bound;
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
raise_size(struct plan *plan, const struct unwind_cut *cut, struct arena *names)
{
  size_t i = 0;
  while (i < plan->sizes.n &&
         (plan->sizes.at[i].line != cut->line || strcmp(plan->sizes.at[i].function, cut->function)))
    i++;
  if (i == plan->sizes.n)
    vec_push(&plan->sizes,
             ((struct unwind_rule){arena_strdup(names, cut->function), cut->line, 0}));
  plan->sizes.at[i].bound = more_bytes(cut->bound);
}

static unsigned
raise_loop(struct plan *plan, const struct unwind_cut *cut, struct arena *names)
{
  unsigned bound = more_unwindings(cut->bound);
  if (!*cut->function)
    plan->unwind = bound;
  else
    find_rule(plan, cut, names)->bound = bound;
  return bound;
}

static bool
is_size(const struct prog *prog, const struct unwind_cut *cut)
{
  return prog->loops.at[cut->loop].sizes;
}

enum raised
plan_raise_unbounded(struct plan *plan, const struct engine_result *result, const struct prog *prog,
                     const struct unwind_cuts *cuts, struct arena *names)
{
  enum raised raised = RAISED_NOTHING;
  for (size_t i = 0; i < cuts->all.n && result->loops_known; i++) {
    const struct unwind_cut *cut = &cuts->all.at[i];
    bool size = is_size(prog, cut);
    bool ours = size ? cut->bound < SIZE_MOST : cut->library && cut->bound < LIBRARY_MOST;
    if (!ours || !is_raisable(result, prog, cut))
      continue;
    if (size)
      raise_size(plan, cut, names);
    else
      raise_loop(plan, cut, names);
    raised = RAISED_LOOPS;
  }
  return raised;
}

/* True if there was one. */
static bool
raise_small_sizes(struct plan *plan, const struct engine_result *result, const struct prog *prog,
                  const struct unwind_cuts *cuts, struct arena *names)
{
  bool raised = false;
  for (size_t i = 0; i < cuts->all.n; i++) {
    const struct unwind_cut *cut = &cuts->all.at[i];
    if (!is_size(prog, cut) || cut->bound >= SMALL_SIZE || !is_raisable(result, prog, cut))
      continue;
    raise_size(plan, cut, names);
    raised = true;
  }
  return raised;
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
  if (raise_small_sizes(plan, result, prog, cuts, names))
    return RAISED_LOOPS;
  plan->rounds_last = rounds && (!loops || plan->rounds < AHEAD || !plan->rounds_last);
  if (plan->rounds_last) {
    plan->rounds = more_rounds(plan->rounds, prog, labels);
    return RAISED_ROUNDS;
  }
  plan->goal = 0;
  for (size_t i = 0; i < cuts->all.n; i++)
    if (is_raisable(result, prog, &cuts->all.at[i])) {
      if (is_size(prog, &cuts->all.at[i])) {
        raise_size(plan, &cuts->all.at[i], names);
        continue;
      }
      unsigned bound = raise_loop(plan, &cuts->all.at[i], names);
      if (!plan->goal || bound < plan->goal)
        plan->goal = bound;
    }
  return RAISED_LOOPS;
}

struct unwinding
plan_bounds(const struct plan *plan, const struct unwinding *given, struct arena *arena)
{
  size_t most = given->n + plan->sizes.n + plan->rules.n, n = 0;
  struct bound_rule *rules = arena_alloc(arena, (most + 1) * sizeof *rules);
  for (size_t i = 0; i < given->n; i++)
    rules[n++] = given->rules[i];
  for (size_t i = 0; i < plan->sizes.n; i++)
    rules[n++] = (struct bound_rule){plan->sizes.at[i], true};
  for (size_t i = 0; i < plan->rules.n; i++)
    rules[n++] = (struct bound_rule){plan->rules.at[i], false};
  return (struct unwinding){plan->unwind, given->origin, rules, n};
}

void
plan_free(struct plan *plan)
{
  vec_free(&plan->rules);
  vec_free(&plan->sizes);
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
    bool counts = !is_size(prog, cut) && may_be_hit(result, cut->loop);
    if (counts && (!least || cut->bound < least))
      least = cut->bound;
  }
  return least;
}
