/* Search by solving the encoding.
 *
 * First question: can an assertion fail? If not, on the same clauses: can there be a deadlock, a
 * race? If not, can a thread reach the end of its unwinding? Only then is it worth knowing which
 * loops it was. */
#include <inttypes.h>

#include "base/clock.h"
#include "base/invariant.h"
#include "engine/problem.h"

/* What a problem may cost before it is divided: about a second. */
enum { EASY_CONFLICTS = 5000 };

static struct sat_limits
limits_of(const struct search *search)
{
  return (struct sat_limits){.seconds = search_remaining(search),
                             .stop = search->options->stop,
                             .argument = search->options->argument};
}

/* A solver may give up a little before our own clock says so. */
static void
stopped_solving(struct search *search, struct sat *sat)
{
  struct engine_result *result = search->result;
  const char *trouble = sat->ops->trouble ? sat->ops->trouble(sat) : NULL;
  if (trouble) {
    str_add(&result->trouble, trouble);
    result->limit = LIMIT_SIZE;
    result->reason = str_text(&result->trouble);
  } else if (!search_stopped(search)) {
    result->limit = search->options->seconds > 0 ? LIMIT_TIME : LIMIT_SIZE;
    result->reason = search->options->seconds > 0 ? "time limit reached" : "the solver gave up";
  }
}

static uint32_t
passed(const struct schedule *schedule, thread_id thread)
{
  uint32_t labels = 0;
  for (size_t i = 0; i < schedule->contexts.n; i++)
    if (schedule->contexts.at[i].thread == thread)
      labels = schedule->contexts.at[i].labels;
  return labels;
}

/* The cut event that stops this thread if it goes on after the schedule; UINT32_MAX = none. */
static event_id
next_cut(const struct search *search, struct schedule *schedule, thread_id thread)
{
  event_id cut = UINT32_MAX;
  uint32_t last = labels_count(search->labels, thread);
  if (passed(schedule, thread) == last)
    return cut;
  struct run run = {0};
  vec_push(&schedule->contexts, ((struct context){thread, last}));
  interp_run(&run, search->prog, search->labels, schedule);
  if (run.end == RUN_STUCK && search->prog->events.at[run.at].kind == EVENT_CUT)
    cut = run.at;
  run_free(&run);
  schedule->contexts.n--;
  return cut;
}

static event_id
find_cut(const struct search *search, struct schedule *schedule)
{
  event_id cut = UINT32_MAX;
  for (thread_id t = 0; t < search->prog->threads.n && cut == UINT32_MAX; t++)
    cut = next_cut(search, schedule, t);
  return cut;
}

/* Which loops have their bounds reached by some run? The model tells of some; then the others are
 * asked about. */
static void
find_hits(struct search *search, struct inquiry *inquiry)
{
  struct sat *sat = inquiry->sat;
  struct engine_result *result = search->result;
  const struct cut *cuts;
  size_t n = encoding_cuts(inquiry->problem->encoding, &cuts);
  VEC(int) others = {0};
  struct sat_limits limits;
  do {
    others.n = 0;
    for (size_t i = 0; i < n; i++) {
      INVARIANT(cuts[i].loop < result->hit.n);
      if (sat->ops->value(sat, cuts[i].literal))
        result->hit.at[cuts[i].loop] = true;
    }
    int some = sink_fresh(&sat->sink);
    vec_push(&others, -some);
    for (size_t i = 0; i < n; i++)
      if (!result->hit.at[cuts[i].loop])
        vec_push(&others, cuts[i].literal);
    if (others.n < 2)
      break;
    sink_clause(&sat->sink, others.at, others.n);
    limits = limits_of(search);
  } while (inquiry_ask(inquiry, -others.at[0], &limits) == SAT_SAT);
  vec_free(&others);
}

static enum search_answer
check_loops(struct search *search, struct inquiry *inquiry, struct sink *formula)
{
  struct engine_result *result = search->result;
  search_phase(search, "checking bounds");
  int literal = encoding_question(inquiry->problem->encoding, QUESTION_CUT);
  struct sat_limits limits = limits_of(search);
  enum sat_answer answer = inquiry_ask(inquiry, literal, &limits);
  enum search_answer certified = SEARCH_NOTHING;
  if (answer == SAT_UNSAT) {
    certified = search_certify(search, inquiry->problem->encoding, formula, QUESTION_CUT);
    if (certified == SEARCH_STOPPED) /* bugs are excluded all the same */
      answer = SAT_UNKNOWN;
  }
  result->loops_known = answer != SAT_UNKNOWN;
  result->loops_complete = answer == SAT_UNSAT;
  if (answer == SAT_UNKNOWN)
    stopped_solving(search, inquiry->sat);
  INVARIANT(result->loops_known || !result->loops_complete);
  if (answer == SAT_SAT) {
    struct schedule schedule = {0};
    problem_schedule(inquiry->problem, inquiry->sat, &schedule);
    result->cut = find_cut(search, &schedule);
    schedule_free(&schedule);
    find_hits(search, inquiry);
  }
  return certified == SEARCH_WRONG ? SEARCH_WRONG : SEARCH_NOTHING;
}

/* Bugs of all kinds, after it was found that there are none. */
static enum search_answer
certify_bugs(struct search *search, const struct encoding *encoding, struct sink *formula)
{
  enum search_answer answer = SEARCH_NOTHING;
  for (enum question question = 0; question < QUESTION_CUT && answer == SEARCH_NOTHING; question++)
    answer = search_certify(search, encoding, formula, question);
  return answer;
}

static void
note_inquiry(struct search *search, const struct inquiry *inquiry)
{
  search->result->steps = inquiry->steps;
  search->result->conflicts = inquiry->sat->ops->conflicts(inquiry->sat);
  search->result->answered = inquiry_answered(inquiry);
  if (search->options->status)
    search->options->status->answered = search->result->answered;
}

/* May the problem be divided? A process that is alone would divide it for nobody, and that costs. It
 * does so only if something is wanted that parts alone give. */
static bool
may_divide(const struct engine_options *options)
{
  return options->jobs > 1 ||
         (options->jobs && (options->leaves > 1 || options->slice || options->bytes ||
                            options->journal || options->transport));
}

/* Bugs of every kind. What is not easy is left to several processes, if there may be any. */
static enum search_answer
look_for_bugs(struct search *search, struct inquiry *inquiry, const struct sink *formula)
{
  const char *phase;
  bool divides = may_divide(search->options);
  while ((phase = inquiry_phase(inquiry))) {
    search_phase(search, phase);
    if (divides && search->options->leaves > 1)
      return search_swarm(search, inquiry, formula);
    struct sat_limits limits = limits_of(search);
    limits.conflicts = divides ? EASY_CONFLICTS : search->options->conflicts;
    limits.lemmas = divides; /* for leaves that begin from text */
    enum sat_answer answer = inquiry_go_on(inquiry, &limits);
    note_inquiry(search, inquiry);
    if (answer == SAT_SAT) {
      problem_schedule(inquiry->problem, inquiry->sat, &search->result->schedule);
      return SEARCH_FOUND;
    }
    if (answer == SAT_UNKNOWN && divides && !search_stopped(search))
      return search_swarm(search, inquiry, formula);
    if (answer == SAT_UNKNOWN) {
      stopped_solving(search, inquiry->sat);
      return SEARCH_STOPPED;
    }
  }
  return SEARCH_NOTHING;
}

static enum search_answer
solve(struct search *search, struct inquiry *inquiry, struct sink *formula)
{
  INVARIANT(!search->options->certify || !search->options->jobs); /* `formula` serves one of them */
  double start = clock_now();
  enum search_answer answer = look_for_bugs(search, inquiry, formula);
  if (answer == SEARCH_NOTHING)
    answer = certify_bugs(search, inquiry->problem->encoding, formula);
  if (answer == SEARCH_NOTHING && !search->options->only_bugs)
    answer = check_loops(search, inquiry, formula);
  search->result->solve_seconds = clock_now() - start;
  return answer;
}

/* Before anything is asked: should it be? */
static enum search_answer
begin(struct search *search, const struct encoding *encoding)
{
  struct engine_result *result = search->result;
  uint64_t clauses = encoding_too_large(encoding);
  if (search_stopped(search))
    return SEARCH_STOPPED;
  INVARIANT(clauses || encoding_is_whole(encoding));
  if (!clauses)
    return SEARCH_NOTHING;
  str_printf(&result->trouble,
             "the formula of all orders would have about %" PRIu64 " million clauses",
             clauses / 1000000);
  result->limit = LIMIT_SIZE;
  result->reason = str_text(&result->trouble);
  return SEARCH_STOPPED;
}

static struct sat *
make_solver(const struct engine_options *options)
{
  const struct engine *engine = engine_get(options->kind);
  return engine->solver ? engine->solver(options) : sat_cadical(options->seed);
}

/* If proofs are wanted, `formula` has the clauses once more, without restrictions, but with what is
 * added after models; if several processes may work, with restrictions. */
enum search_answer
search_sat(struct search *search)
{
  const struct engine_options *options = search->options;
  struct problem problem;
  problem_analyse(&problem, search);
  vec_resize(&search->result->hit, search->prog->loops.n);
  struct sat *sat = make_solver(options);
  struct sink *formula = sink_dimacs();
  problem_put(&problem, search, sat, options->certify || options->jobs ? formula : NULL,
              options->certify ? COPY_UNRESTRICTED : COPY_ALL);
  search_size(search, sat);
  struct inquiry inquiry = {.problem = &problem, .sat = sat};
  enum search_answer answer = begin(search, problem.encoding);
  if (answer == SEARCH_NOTHING)
    answer = solve(search, &inquiry, formula);
  inquiry_free(&inquiry);
  problem_close(&problem);
  sink_free(formula);
  sat->ops->free(sat);
  return answer;
}
