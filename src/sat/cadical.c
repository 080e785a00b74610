/* CaDiCaL through its C interface.
 *
 * CaDiCaL aborts the process when it is called out of order (a value asked for without a model,
 * an option set after a clause), so the adapter keeps track of what was answered last and
 * asserts it. Its C interface tells neither the number of conflicts nor whether an option
 * exists; but it shows what it learns, a clause for each conflict. Its seed matters to random
 * walks alone, which come late and not always; so literals are turned within their clauses as
 * well, which decides what is watched. */
#include <assert.h>
#include <ccadical.h>
#include <limits.h>
#include <stdlib.h>

#include "base/map.h"
#include "base/mem.h"
#include "sat/adapter.h"

struct cadical {
  struct sat sat; /* first: a cadical is a sat */
  CCaDiCaL *solver;
  unsigned seed;
  VEC(bool) seen; /* by variable: some clause or assumption mentions it */
  enum sat_answer answer;
  bool configuring; /* no clause and no call of solve so far */
  uint64_t conflicts;
  VEC(uint32_t) activity; /* by variable */
  VEC(int) lemmas;
  /* What the poll function needs during a call of solve. */
  const struct sat_limits *limits;
  double deadline;
  uint64_t most_conflicts;
  unsigned polls;
};

/* CaDiCaL asks every few search steps whether to stop; looking at the clock is dearer than that. */
enum { POLLS_PER_LOOK = 16 };

static int
poll_limits(void *state)
{
  struct cadical *cadical = state;
  return cadical->conflicts >= cadical->most_conflicts ||
         (cadical->polls++ % POLLS_PER_LOOK == 0 &&
          limits_reached(cadical->limits, cadical->deadline));
}

static void
learn(void *state, int *clause)
{
  struct cadical *cadical = state;
  size_t size = 0;
  cadical->conflicts++;
  for (; clause[size]; size++) {
    size_t variable = (size_t)abs(clause[size]);
    if (variable >= cadical->activity.n)
      vec_resize(&cadical->activity, variable + 1);
    cadical->activity.at[variable]++;
  }
  bool wanted = cadical->limits && cadical->limits->lemmas && size <= SAT_LEMMA_SIZE;
  for (size_t i = 0; wanted && i <= size; i++)
    vec_push(&cadical->lemmas, clause[i]);
}

static struct cadical *
from_sat(struct sat *sat)
{
  return (struct cadical *)sat;
}

static void
see(struct cadical *cadical, int literal)
{
  size_t variable = (size_t)abs(literal);
  assert(literal && variable <= (size_t)cadical->sat.sink.variables);
  if (variable >= cadical->seen.n)
    vec_resize(&cadical->seen, variable + 1);
  cadical->seen.at[variable] = true;
}

static int
cadical_fresh(struct sink *sink)
{
  return sink->variables;
}

static void
cadical_clause(struct sink *sink, const int *literals, size_t n)
{
  struct cadical *cadical = (struct cadical *)sink;
  size_t turn = n && cadical->seed ? hash_mix(cadical->seed, sink->clauses) % n : 0;
  cadical->configuring = false;
  cadical->answer = SAT_UNKNOWN;
  for (size_t i = 0; i < n; i++) {
    int literal = literals[(i + turn) % n];
    see(cadical, literal);
    ccadical_add(cadical->solver, literal);
  }
  ccadical_add(cadical->solver, 0);
}

static enum sat_answer
cadical_solve(struct sat *sat, const int *assumptions, size_t n, const struct sat_limits *limits)
{
  struct cadical *cadical = from_sat(sat);
  cadical->configuring = false;
  cadical->answer = SAT_UNKNOWN;
  cadical->lemmas.n = 0;
  if (limits) {
    cadical->limits = limits;
    cadical->deadline = limits_deadline(limits);
    cadical->most_conflicts =
      limits->conflicts ? cadical->conflicts + limits->conflicts : UINT64_MAX;
    cadical->polls = 0;
    /* An easy problem may be over before CaDiCaL asks. */
    if (limits_reached(cadical->limits, cadical->deadline))
      return SAT_UNKNOWN;
    ccadical_set_terminate(cadical->solver, cadical, poll_limits);
  }
  for (size_t i = 0; i < n; i++) {
    see(cadical, assumptions[i]);
    ccadical_assume(cadical->solver, assumptions[i]);
  }
  int result = ccadical_solve(cadical->solver);
  ccadical_set_terminate(cadical->solver, NULL, NULL);
  cadical->limits = NULL;
  assert(result == 0 || result == 10 || result == 20);
  return cadical->answer = (enum sat_answer)result;
}

static bool
cadical_value(struct sat *sat, int literal)
{
  struct cadical *cadical = from_sat(sat);
  assert(literal && cadical->answer == SAT_SAT);
  size_t variable = (size_t)abs(literal);
  bool truth = variable < cadical->seen.n && cadical->seen.at[variable] &&
               ccadical_val(cadical->solver, abs(literal)) > 0;
  return truth == (literal > 0);
}

static bool
cadical_failed(struct sat *sat, int literal)
{
  struct cadical *cadical = from_sat(sat);
  assert(literal && cadical->answer == SAT_UNSAT);
  return ccadical_failed(cadical->solver, literal);
}

/* An unknown option reads as 0 whatever was written, one out of range is clipped. */
static bool
cadical_option(struct sat *sat, const char *name, int value)
{
  struct cadical *cadical = from_sat(sat);
  assert(cadical->configuring);
  int before = ccadical_get_option(cadical->solver, name);
  ccadical_set_option(cadical->solver, name, 1);
  bool known = ccadical_get_option(cadical->solver, name) != 0;
  ccadical_set_option(cadical->solver, name, value);
  if (known && ccadical_get_option(cadical->solver, name) == value)
    return true;
  ccadical_set_option(cadical->solver, name, before);
  return false;
}

static uint64_t
cadical_conflicts(struct sat *sat)
{
  return from_sat(sat)->conflicts;
}

static uint64_t
cadical_activity(struct sat *sat, int variable)
{
  const struct cadical *cadical = from_sat(sat);
  return (size_t)variable < cadical->activity.n ? cadical->activity.at[variable] : 0;
}

static size_t
cadical_lemmas(struct sat *sat, const int **list)
{
  const struct cadical *cadical = from_sat(sat);
  *list = cadical->lemmas.at;
  return cadical->lemmas.n;
}

static int
cadical_fixed(struct sat *sat, int literal)
{
  struct cadical *cadical = from_sat(sat);
  size_t variable = (size_t)abs(literal);
  bool seen = variable < cadical->seen.n && cadical->seen.at[variable];
  return seen ? ccadical_fixed(cadical->solver, literal) : 0;
}

static void
cadical_sink_free(struct sink *sink)
{
  struct cadical *cadical = (struct cadical *)sink;
  ccadical_release(cadical->solver);
  vec_free(&cadical->seen);
  vec_free(&cadical->activity);
  vec_free(&cadical->lemmas);
  vec_drop(cadical);
}

static void
cadical_free(struct sat *sat)
{
  sink_free(&sat->sink);
}

static const struct sat_ops cadical_ops = {
  .name = "cadical",
  .solve = cadical_solve,
  .value = cadical_value,
  .failed = cadical_failed,
  .option = cadical_option,
  .conflicts = cadical_conflicts,
  .activity = cadical_activity,
  .lemmas = cadical_lemmas,
  .fixed = cadical_fixed,
  .free = cadical_free,
};

struct sat *
sat_cadical(unsigned seed)
{
  struct cadical *cadical = mem_alloc(sizeof *cadical);
  cadical->sat.sink =
    (struct sink){.fresh = cadical_fresh, .clause = cadical_clause, .free = cadical_sink_free};
  cadical->sat.ops = &cadical_ops;
  cadical->solver = ccadical_init();
  cadical->configuring = true;
  cadical->seed = seed;
  ccadical_set_option(cadical->solver, "quiet", 1);
  ccadical_set_learn(cadical->solver, cadical, INT_MAX, learn);
  ccadical_set_option(cadical->solver, "seed", (int)(seed & INT32_MAX));
  return &cadical->sat;
}

const char *
sat_cadical_version(void)
{
  return ccadical_signature();
}
