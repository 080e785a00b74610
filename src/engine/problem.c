#include "engine/problem.h"

#include "base/clock.h"
#include "base/invariant.h"
#include "base/mutant.h"

/* What bugs of a single round may cost: about a second; and what it may cost to learn that some
 * restrictions are too many. */
enum { FIRST_ROUND_CONFLICTS = 5000, GROWTH_CONFLICTS = 5000 };

/* Of memory: a clause of one order, its place in the solver and what is learnt from it, as measured
 * with ten million of them. */
enum { BYTES_OF_CLAUSE = 190 };

void
problem_analyse(struct problem *problem, struct search *search)
{
  const struct engine_options *options = search->options;
  double start = clock_now();
  *problem = (struct problem){.search = search};
  problem->line = (struct pipeline){.prog = search->prog,
                                    .labels = search->labels,
                                    .part = options->part,
                                    .without = (options->no_slice ? 1u << PASS_SLICE : 0) |
                                               (options->no_narrow ? 1u << PASS_RANGES : 0)};
  search_phase(search, "analysing");
  pipeline_run(&problem->line, PASS_RANGES);
  INVARIANT(problem->line.prog->threads.n == search->prog->threads.n);
  INVARIANT(problem->line.prog->events.n <= search->prog->events.n);
  search->result->analysis_seconds = clock_now() - start;
}

static bool
stopped(void *search)
{
  return search_stopped(search);
}

void
problem_encode(struct problem *problem, struct search *search, struct sink *sink)
{
  double start = clock_now();
  const struct pipeline *line = &problem->line;
  INVARIANT(line->values && !problem->encoding);
  search_phase(search, "encoding");
  if (engine_get(search->options->kind)->one_order)
    problem->encoding =
      encode_order(line->prog, line->labels, line->values, line->ranges, sink,
                   (struct encode_watch){stopped, search, search->options->lazily,
                                         search_bytes(search->options) / BYTES_OF_CLAUSE});
  else
    problem->encoding = encode(line->prog, line->labels, line->values, line->ranges,
                               search->options->rounds, line->part, sink);
  search->result->encode_seconds = clock_now() - start;
}

/* Threads are added as cores name them; without cores that is no help. */
void
problem_put(struct problem *problem, struct search *search, struct sat *sat, struct sink *copy,
            enum problem_copy what)
{
  const struct engine_options *options = search->options;
  INVARIANT(!problem->both);
  struct sink *both = copy ? sink_tee(&sat->sink, copy) : NULL;
  problem_encode(problem, search, both ? both : &sat->sink);
  if (both && what == COPY_UNRESTRICTED && !MUTANT(RESTRICTION_COPIED))
    sink_tee_stop(both);
  bool grow = !options->no_grow && !sat->ops->no_cores;
  encoding_restrict(problem->encoding, grow, !options->no_guess);
  if (both && what == COPY_UNRESTRICTED && !MUTANT(ADDED_NOT_COPIED))
    sink_tee_go_on(both);
  else if (both)
    sink_tee_stop(both);
  problem->both = both;
}

void
problem_close(struct problem *problem)
{
  encoding_free(problem->encoding);
  sink_free(problem->both);
  pipeline_free(&problem->line);
}

void
problem_schedule(const struct problem *problem, struct sat *sat, struct schedule *schedule)
{
  INVARIANT(!schedule->contexts.n);
  encoding_schedule(problem->encoding, sat, schedule);
  if (problem->line.sliced)
    slice_widen(&problem->line.slice, problem->search->labels, problem->search->options->part,
                schedule);
}

/* ---- asking ----------------------------------------------------------------------- */

static const struct {
  enum question question;
  const char *phase;
} questions[] = {{QUESTION_VIOLATION, "solving"},
                 {QUESTION_DEADLOCK, "looking for deadlocks"},
                 {QUESTION_RACE, "looking for races"}};
enum { N_QUESTIONS = sizeof questions / sizeof *questions };

static void
begin(struct inquiry *inquiry, int literal)
{
  const struct restriction *list;
  INVARIANT(literal);
  size_t n = encoding_restrictions(inquiry->problem->encoding, &list);
  inquiry->growth = inquiry->assumed.n = 0;
  vec_push(&inquiry->assumed, literal);
  for (size_t i = 0; i < n; i++)
    vec_push(&inquiry->assumed, list[i].literal);
}

/* Leaves out assumptions that the refutation used, at most so many; the first is the question
 * itself. True if there were any. */
static bool
drop_failed(struct inquiry *inquiry, size_t most)
{
  struct sat *sat = inquiry->sat;
  size_t n = 1, all = inquiry->assumed.n;
  INVARIANT(all); /* the question itself */
  for (size_t i = 1; i < all; i++)
    if (i - n >= most || !sat->ops->failed(sat, inquiry->assumed.at[i]))
      inquiry->assumed.at[n++] = inquiry->assumed.at[i];
  inquiry->assumed.n = n;
  return n < all;
}

/* What is left of the limits after so many conflicts, since `start`; false if nothing is. */
static bool
leave(const struct sat_limits *limits, uint64_t conflicts, double start, struct sat_limits *left)
{
  double seconds = clock_now() - start;
  left->conflicts = limits->conflicts > conflicts ? limits->conflicts - conflicts : 0;
  left->seconds = limits->seconds > seconds ? limits->seconds - seconds : 0;
  return (!limits->conflicts || left->conflicts) && (limits->seconds <= 0 || left->seconds > 0);
}

/* Clauses on their way to the solver, after a model. They are lemmas as well: whoever else is at
 * work on the problem would have to find them for himself. */
struct adding {
  struct sink sink; /* first: it is a sink */
  struct inquiry *inquiry;
  bool notes;
};

static void
add_clause(struct sink *sink, const int *literals, size_t n)
{
  const struct adding *adding = (const struct adding *)sink;
  struct inquiry *inquiry = adding->inquiry;
  struct sink *both = inquiry->apart ? NULL : inquiry->problem->both; /* proofs need a copy */
  INVARIANT(n <= SAT_LEMMA_SIZE);
  sink_clause(both ? both : &inquiry->sat->sink, literals, n);
  if (!adding->notes)
    return;
  for (size_t i = 0; i < n - (n > 1 && MUTANT(REFINEMENT_TOLD_SHORT)); i++)
    vec_push(&inquiry->lemmas, literals[i]);
  vec_push(&inquiry->lemmas, 0);
}

/* True if there is anything to add. */
static bool
add_refinements(struct inquiry *inquiry, bool notes)
{
  struct sat *sat = inquiry->sat;
  struct adding adding = {.sink = {.clause = add_clause, .variables = sat->sink.variables},
                          .inquiry = inquiry,
                          .notes = notes};
  if (!encoding_refine(inquiry->problem->encoding, sat, &adding.sink))
    return false;
  INVARIANT(adding.sink.variables == sat->sink.variables);
  inquiry->refinements++;
  if (!inquiry->apart)
    search_refined(inquiry->problem->search, sat);
  return true;
}

static void
note_lemmas(struct inquiry *inquiry)
{
  const int *lemmas;
  size_t n = inquiry->sat->ops->lemmas(inquiry->sat, &lemmas);
  for (size_t i = 0; i < n; i++)
    vec_push(&inquiry->lemmas, lemmas[i]);
}

/* Solves, and adds what the model violates, until there is nothing to add. */
static enum sat_answer
refine(struct inquiry *inquiry, const int *assumed, size_t n, const struct sat_limits *limits)
{
  struct sat *sat = inquiry->sat;
  struct sat_limits left = *limits;
  double start = clock_now();
  uint64_t conflicts = sat->ops->conflicts(sat);
  for (;;) {
    enum sat_answer got = sat->ops->solve(sat, assumed, n, &left);
    if (limits->lemmas)
      note_lemmas(inquiry);
    if (got != SAT_SAT || !add_refinements(inquiry, limits->lemmas))
      return got;
    if (!leave(limits, sat->ops->conflicts(sat) - conflicts, start, &left))
      return SAT_UNKNOWN;
  }
}

static enum sat_answer
solve(struct inquiry *inquiry, const struct sat_limits *limits)
{
  VEC(int) all = {0};
  for (size_t i = 0; i < inquiry->assumed.n; i++)
    vec_push(&all, inquiry->assumed.at[i]);
  for (size_t i = 0; i < inquiry->halves.n; i++)
    vec_push(&all, inquiry->halves.at[i]);
  if (inquiry->first_round)
    vec_push(&all, inquiry->first_round);
  enum sat_answer got = refine(inquiry, all.at, all.n, limits);
  inquiry->steps++;
  vec_free(&all);
  return got;
}

static void
note_needed(struct inquiry *inquiry)
{
  INVARIANT(inquiry->needed.n <= inquiry->halves.n);
  vec_resize(&inquiry->needed, inquiry->halves.n);
  for (size_t i = 0; i < inquiry->halves.n; i++)
    inquiry->needed.at[i] |= inquiry->sat->ops->failed(inquiry->sat, inquiry->halves.at[i]);
}

/* Where there are many threads, a refutation under restrictions may take longer than to find the bug
 * without them. So each may take so long and no longer; then there are none. (The elimination stack of
 * VeriSMART's authors, seven threads: 56,000 conflicts instead of 120,000.) */
static enum sat_answer
solve_restricted(struct inquiry *inquiry, const struct sat_limits *limits, bool many)
{
  struct sat_limits few = *limits;
  if (!many || inquiry->assumed.n == 1)
    return solve(inquiry, limits);
  uint64_t before = inquiry->sat->ops->conflicts(inquiry->sat);
  uint64_t left = GROWTH_CONFLICTS - inquiry->growth;
  few.conflicts = few.conflicts && few.conflicts < left ? few.conflicts : left;
  enum sat_answer got = solve(inquiry, &few);
  uint64_t spent = inquiry->sat->ops->conflicts(inquiry->sat) - before;
  inquiry->growth = got == SAT_UNKNOWN ? inquiry->growth + spent : 0;
  if (inquiry->growth >= GROWTH_CONFLICTS) {
    inquiry->growth = 0;
    inquiry->assumed.n = 1;
  }
  return got;
}

/* Where there are many threads they are admitted two at a time: a core names all that could help,
 * and few of them suffice for a bug. (Snark with ten threads: 0.3 s instead of 30; SafeStack with
 * three rather loses by it.) */
static enum sat_answer
answer(struct inquiry *inquiry, const struct sat_limits *limits)
{
  struct sat *sat = inquiry->sat;
  struct sat_limits left = *limits;
  bool many = inquiry->problem->line.prog->threads.n > ENCODING_FEW_THREADS && !sat->ops->no_cores;
  double start = clock_now();
  uint64_t conflicts = sat->ops->conflicts(sat);
  for (;;) {
    size_t before = inquiry->assumed.n;
    enum sat_answer got = solve_restricted(inquiry, &left, many);
    bool dropped =
      inquiry->assumed.n < before || (got == SAT_UNSAT && !MUTANT(RESTRICTION_STAYS) &&
                                      drop_failed(inquiry, many ? 2 : inquiry->assumed.n));
    bool final = !dropped;
    if (final && got == SAT_UNSAT && !inquiry->first_round)
      note_needed(inquiry);
    if (final)
      return got;
    if (!leave(limits, sat->ops->conflicts(sat) - conflicts, start, &left))
      return SAT_UNKNOWN;
  }
}

/* With a hundred threads a bug of a single round takes a second, and is hard to find among those of
 * three rounds. So for a while there is one round only. What that refutes is not looked at. */
static bool
find_in_first_round(struct inquiry *inquiry, const struct sat_limits *limits)
{
  struct sat_limits few = *limits;
  if (!few.conflicts || few.conflicts > FIRST_ROUND_CONFLICTS)
    few.conflicts = FIRST_ROUND_CONFLICTS;
  inquiry->first_round = encoding_first_round(inquiry->problem->encoding);
  bool found = inquiry->first_round && answer(inquiry, &few) == SAT_SAT;
  if (!MUTANT(FIRST_ROUND_STAYS))
    inquiry->first_round = 0;
  return found;
}

static enum sat_answer
answer_from(struct inquiry *inquiry, int literal, const struct sat_limits *limits)
{
  if (!inquiry->assumed.n) {
    begin(inquiry, literal);
    if (find_in_first_round(inquiry, limits))
      return SAT_SAT;
    begin(inquiry, literal);
  }
  return answer(inquiry, limits);
}

static int
literal_at(const struct inquiry *inquiry)
{
  INVARIANT(inquiry->question < N_QUESTIONS);
  return encoding_question(inquiry->problem->encoding, questions[inquiry->question].question);
}

enum sat_answer
inquiry_go_on(struct inquiry *inquiry, const struct sat_limits *limits)
{
  int literal = literal_at(inquiry);
  enum sat_answer got = SAT_UNSAT;
  inquiry->lemmas.n = 0;
  if (literal)
    got = answer_from(inquiry, literal, limits);
  if (got == SAT_UNSAT) {
    inquiry->question++;
    inquiry->assumed.n = 0;
  }
  return got;
}

const char *
inquiry_phase(const struct inquiry *inquiry)
{
  return inquiry->question < N_QUESTIONS ? questions[inquiry->question].phase : NULL;
}

unsigned
inquiry_answered(const struct inquiry *inquiry)
{
  unsigned n = 0;
  INVARIANT(inquiry->question <= N_QUESTIONS);
  for (size_t i = 0; i < inquiry->question; i++)
    n += encoding_question(inquiry->problem->encoding, questions[i].question) != 0;
  return n;
}

void
inquiry_restart(struct inquiry *inquiry)
{
  if (!MUTANT(RESTART_AT_THE_END))
    inquiry->question = 0;
  inquiry->assumed.n = 0;
  inquiry->first_round = 0;
  inquiry->halves.n = 0;
  inquiry->needed.n = 0;
  inquiry->lemmas.n = 0;
}

enum sat_answer
inquiry_ask(struct inquiry *inquiry, int literal, const struct sat_limits *limits)
{
  if (!literal)
    return SAT_UNSAT;
  begin(inquiry, literal);
  return answer(inquiry, limits);
}

void
inquiry_free(struct inquiry *inquiry)
{
  vec_free(&inquiry->assumed);
  vec_free(&inquiry->halves);
  vec_free(&inquiry->needed);
  vec_free(&inquiry->lemmas);
}
