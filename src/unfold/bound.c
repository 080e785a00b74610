/* How often a loop runs.
 *
 * A loop has a bound: that of --unwind, or that of the rule which names it. The bound counts the
 * iterations that constants did not decide. An iteration is decided if nothing in it could leave
 * the loop, and an exit test came out on constants that changed since the iteration before, or
 * nothing happened that others could see. If something could leave it, the test at the top of the
 * loop must have been on changing constants (a counted loop with a break).
 *
 * Decided iterations are free, but not for ever: a loop that counts to 10,000 and creates a thread
 * each time is a problem that nobody can solve, while its first iterations may well have a bug.
 * So a loop may have so many of them, by what its iterations do, and from there on every iteration
 * counts, the earlier ones included. How many are free depends on who chose the bounds:
 *
 * - They are raised: few, where the iterations can be seen by others. Those loops are cut and
 *   raised like any other.
 * - The user has said --unwind: 256, and a loop that wants more has none of them free: it ends at
 *   the bound. That is known too late, when it has had its 256. So the unfolding begins again, and
 *   knows which loops are large.
 * - A rule that the user has written for a single loop is meant as it stands: no iteration is free.
 *
 * Loops in the models of library functions have far more free iterations. Where that is not enough,
 * they are raised as runs reach their bounds, also if the user has chosen those (cli/deepen.c). */
#include "unfold/bound.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mutant.h"
#include "frontend/cfg.h"
#include "frontend/frontend.h"
#include "unfold/effort.h"
#include "unfold/state.h"

/* Work from which on nothing is free, so that a large program is cut rather than refused. */
enum { FREE_WORK = MAX_WORK / 4 };
enum { FREE_STILL = 1024 };

/* Free iterations, by what they do. */
struct allowance {
  unsigned quiet;    /* nothing that others could notice */
  unsigned eventful; /* something */
  unsigned creating; /* a thread is created */
  unsigned broken;   /* it might have left the loop */
};
static const struct allowance of_library = {65536, 4096, 4096, 256};
static const struct allowance of_user[] = {
  [BOUNDS_DEFAULT] = {65536, 256, 256, 256},
  [BOUNDS_GIVEN] = {256, 256, 256, 256},
  [BOUNDS_RAISED] = {65536, 64, 32, 64},
};

/* ---- rules ---- */

/* The linker tells static functions of the same name apart by a number behind the name. */
static bool
is_named(const char *function, const char *name)
{
  size_t n = strlen(name);
  if (strncmp(function, name, n))
    return false;
  const char *rest = function + n;
  return !*rest || (*rest == '.' && !rest[1 + strspn(rest + 1, "0123456789")]);
}

static const struct unwind_rule *
rule_for(const struct unfold *u, const char *function, unsigned line)
{
  const struct unwind_rule *found = NULL;
  for (size_t i = 0; i < u->options->n_unwindset; i++) {
    const struct unwind_rule *rule = &u->options->unwindset[i];
    if (is_named(function, rule->function) && (!rule->line || rule->line == line))
      found = rule;
  }
  return found;
}

unsigned
bound_of_recursion(const struct unfold *u, const struct cfg *cfg)
{
  const struct unwind_rule *rule = rule_for(u, cfg->name, 0);
  return rule ? rule->bound : u->options->unwind;
}

/* ---- a loop ---- */

static uint64_t
loop_key(const struct cfg *cfg, uint32_t loop)
{
  return hash_mix((uint64_t)(uintptr_t)cfg->function, loop);
}

void
bound_begin(struct unfold *u, struct loop_bound *bound, const struct cfg *cfg, uint32_t loop)
{
  unsigned line = cfg->loops.at[loop].line;
  const struct unwind_rule *rule = rule_for(u, cfg->name, line);
  bool library = cfg->model;
  bool exact = rule && rule->line && u->options->bounds != BOUNDS_RAISED && !library;
  *bound = (struct loop_bound){
    .rule = {cfg->name, line, rule ? rule->bound : u->options->unwind},
    .key = loop_key(cfg, loop),
    .library = library,
    .outer = u->now.loop,
  };
  effort_begin(u, bound, cfg);
  bound->all = exact || map_find(u->kept.large, bound->key);
}

void
bound_at_least(struct loop_bound *bound, unsigned least)
{
  if (bound->rule.bound < least && !MUTANT(LOOP_BOUND_IGNORED))
    bound->rule.bound = least;
}

bool
bound_is_reached(const struct loop_bound *bound)
{
  unsigned most = bound->rule.bound - (MUTANT(UNWIND_ONE_SHORT) && bound->rule.bound);
  return bound->counted >= most || (bound->all && bound->n >= most);
}

static unsigned
allowed(const struct unfold *u, const struct loop_bound *bound, enum iteration_kind kind)
{
  const struct allowance *all = bound->library ? &of_library : &of_user[u->options->bounds];
  switch (kind) {
  case ITERATION_QUIET:
    return u->turn.work < FREE_WORK ? all->quiet : 0;
  case ITERATION_EVENTFUL:
    return all->eventful;
  case ITERATION_CREATING:
    return all->creating;
  case ITERATION_BROKEN:
    return all->broken;
  case ITERATION_STILL:
    return FREE_STILL;
  case ITERATION_OPEN:
    break;
  }
  return 0;
}

void
bound_count(struct unfold *u, struct loop_bound *bound, enum iteration_kind kind)
{
  assert(bound->effort < u->kept.effort.loops.n);
  bound->n++;
  assert(bound->counted <= bound->n);
  u->kept.effort.loops.at[bound->effort].iterations++;
  if (bound->n < allowed(u, bound, kind))
    return;
  if (kind == ITERATION_OPEN || kind == ITERATION_STILL)
    bound->counted++;
  else
    bound->all |= !MUTANT(UNWIND_COUNTED_FREE);
}

/* The user's --unwind is for large loops, from their first iteration on. */
struct unwind_rule
bound_cut(struct unfold *u, const struct loop_bound *bound)
{
  struct unwind_rule rule = bound->rule;
  if (bound->counted >= rule.bound)
    return rule;
  if (u->options->bounds == BOUNDS_GIVEN && !bound->library && bound->n > rule.bound) {
    *map_at(u->kept.large, bound->key) = 1;
    u->kept.again = u->kept.stopped = true;
  }
  rule.bound = bound->n;
  return rule;
}

/* ---- do the rules make sense? ---- */

struct matches {
  bool function, line;
  struct str lines; /* of the function's loops */
};

static int
by_line(const void *a, const void *b)
{
  const struct cfg_loop *x = a, *y = b;
  return (x->line > y->line) - (x->line < y->line);
}

static void
match_function(struct matches *matches, LLVMValueRef function, unsigned line)
{
  struct cfg *cfg = cfg_new(function);
  matches->function = true;
  if (cfg->loops.n)
    qsort(cfg->loops.at, cfg->loops.n, sizeof *cfg->loops.at, by_line);
  for (size_t i = 0; i < cfg->loops.n; i++) {
    matches->line |= cfg->loops.at[i].line == line;
    str_printf(&matches->lines, "%s%u", matches->lines.n ? ", " : "", cfg->loops.at[i].line);
  }
  cfg_free(cfg);
}

bool
bound_check_rule(LLVMModuleRef module, const struct unwind_rule *rule, struct str *error)
{
  struct matches matches = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (!LLVMIsDeclaration(f) && is_named(LLVMGetValueName2(f, &length), rule->function))
      match_function(&matches, f, rule->line);
  }
  if (!matches.function)
    str_printf(error, "option '--unwindset': there is no function '%s'", rule->function);
  else if (rule->line && !matches.line && matches.lines.n)
    str_printf(error,
               "option '--unwindset': no loop of %s begins at line %u; its loops begin at %s",
               rule->function, rule->line, str_text(&matches.lines));
  else if (rule->line && !matches.line)
    str_printf(error, "option '--unwindset': %s has no loop", rule->function);
  str_free(&matches.lines);
  return !error->n;
}
