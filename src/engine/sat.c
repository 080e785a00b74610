/* Search by solving the encoding.
 *
 * First question: can an assertion fail? If not, on the same clauses: can there be a deadlock, a
 * race? If not, can a thread reach the end of its unwinding? Only then is it worth knowing which
 * loop it was. If proofs are wanted, `formula` has the clauses once more, without restrictions. */
#include "engine/part.h"

#include <assert.h>

#include "analysis/slice.h"

#include "base/clock.h"
#include "base/mutant.h"
#include "encode/encode.h"
#include "ir/text.h"

static void
note_size(struct search *search, const struct sat *sat)
{
  search->result->variables = sat->sink.variables;
  search->result->clauses = sat->sink.clauses;
  if (search->options->status) {
    search->options->status->variables = sat->sink.variables;
    search->options->status->clauses = sat->sink.clauses;
  }
}

/* A question that nobody asked is no news. */
static void
note_answer(struct search *search, int literal)
{
  search->result->answered += literal != 0;
  if (search->options->status)
    search->options->status->answered = search->result->answered;
}

typedef VEC(int) literals;

static enum sat_answer
ask_once(struct search *search, struct sat *sat, const literals *assumed)
{
  double start = clock_now();
  struct sat_limits limits = {search_remaining(search), search->options->stop,
                              search->options->argument};
  enum sat_answer answer = sat->ops->solve(sat, assumed->at, assumed->n, &limits);
  search->result->solve_seconds += clock_now() - start;
  search->result->conflicts = sat->ops->conflicts(sat);
  return answer;
}

/* Leaves out assumptions that the refutation used, at most so many; the first is the question
 * itself. True if there were any. */
static bool
drop_failed(struct sat *sat, literals *assumed, size_t most)
{
  size_t n = 1;
  for (size_t i = 1; i < assumed->n; i++)
    if (i - n >= most || !sat->ops->failed(sat, assumed->at[i]))
      assumed->at[n++] = assumed->at[i];
  bool dropped = n < assumed->n;
  assumed->n = n;
  return dropped;
}

/* `literal` as by encoding_question: 0 is never true. Begins with all restrictions and drops what
 * cores name, until there is an answer for the whole problem. Where there are many threads they
 * are admitted two at a time: a core names all that could help, and few of them suffice for a bug.
 * (Snark with ten threads: 0.3 s instead of 30; SafeStack with three rather loses by it.) */
static enum sat_answer
ask(struct search *search, struct sat *sat, const struct encoding *encoding, int literal)
{
  if (!literal)
    return SAT_UNSAT;
  const struct restriction *list;
  size_t n = encoding_restrictions(encoding, &list);
  literals assumed = {0};
  vec_push(&assumed, literal);
  for (size_t i = 0; i < n; i++)
    vec_push(&assumed, list[i].literal);
  size_t most = search->prog->threads.n > ENCODING_FEW_THREADS ? 2 : n;
  enum sat_answer answer;
  do {
    answer = ask_once(search, sat, &assumed);
    search->result->steps++;
  } while (answer == SAT_UNSAT && !MUTANT(RESTRICTION_STAYS) && drop_failed(sat, &assumed, most));
  vec_free(&assumed);
  return answer;
}

/* A solver may give up a little before our own clock says so. */
static void
stopped_solving(struct search *search)
{
  if (!search_stopped(search)) {
    search->result->limit = search->options->seconds > 0 ? LIMIT_TIME : LIMIT_SIZE;
    search->result->reason =
      search->options->seconds > 0 ? "time limit reached" : "the solver gave up";
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

/* Of the whole program; `slice` is NULL if that was encoded. */
static void
read_schedule(const struct search *search, const struct slice *slice, struct sat *sat,
              const struct encoding *encoding, struct schedule *schedule)
{
  encoding_schedule(encoding, sat, schedule);
  if (slice)
    slice_widen(slice, search->labels, search->options->part, schedule);
}

static enum search_answer
check_loops(struct search *search, const struct slice *slice, struct sat *sat,
            const struct encoding *encoding, struct sink *formula)
{
  struct engine_result *result = search->result;
  search_phase(search, "checking bounds");
  int literal = encoding_question(encoding, QUESTION_CUT);
  enum sat_answer answer = ask(search, sat, encoding, literal);
  enum search_answer certified = SEARCH_NOTHING;
  if (answer == SAT_UNSAT) {
    certified = search_certify(search, formula, QUESTION_CUT, literal);
    if (certified == SEARCH_STOPPED) /* bugs are excluded all the same */
      answer = SAT_UNKNOWN;
  }
  result->loops_known = answer != SAT_UNKNOWN;
  result->loops_complete = answer == SAT_UNSAT;
  if (answer == SAT_UNKNOWN)
    stopped_solving(search);
  if (answer == SAT_SAT) {
    struct schedule schedule = {0};
    read_schedule(search, slice, sat, encoding, &schedule);
    result->cut = find_cut(search, &schedule);
    schedule_free(&schedule);
  }
  return certified == SEARCH_WRONG ? SEARCH_WRONG : SEARCH_NOTHING;
}

/* Bugs of all kinds, after it was found that there are none. */
static enum search_answer
certify_bugs(struct search *search, const struct encoding *encoding, struct sink *formula)
{
  enum search_answer answer = SEARCH_NOTHING;
  for (enum question question = 0; question < QUESTION_CUT && answer == SEARCH_NOTHING; question++)
    answer = search_certify(search, formula, question, encoding_question(encoding, question));
  return answer;
}

static enum search_answer
solve(struct search *search, const struct slice *slice, struct sat *sat,
      const struct encoding *encoding, struct sink *formula)
{
  static const struct {
    enum question question;
    const char *phase;
  } questions[] = {{QUESTION_VIOLATION, "solving"},
                   {QUESTION_DEADLOCK, "looking for deadlocks"},
                   {QUESTION_RACE, "looking for races"}};
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
    int literal = encoding_question(encoding, questions[i].question);
    search_phase(search, questions[i].phase);
    switch (ask(search, sat, encoding, literal)) {
    case SAT_SAT:
      read_schedule(search, slice, sat, encoding, &search->result->schedule);
      return SEARCH_FOUND;
    case SAT_UNSAT:
      note_answer(search, literal);
      break;
    case SAT_UNKNOWN:
      stopped_solving(search);
      return SEARCH_STOPPED;
    }
  }
  enum search_answer answer = certify_bugs(search, encoding, formula);
  return answer == SEARCH_NOTHING ? check_loops(search, slice, sat, encoding, formula) : answer;
}

/* Analyses and encodes the program or its slice, and solves. */
static enum search_answer
search_prog(struct search *search, const struct slice *slice, const struct part *part)
{
  const struct prog *prog = slice ? slice->prog : search->prog;
  const struct labels *labels = slice ? &slice->labels : search->labels;
  struct engine_result *result = search->result;
  double start = clock_now();
  struct values *values = values_find(prog);
  struct ranges *ranges = search->options->no_narrow ? NULL : ranges_find(prog, values);
  result->analysis_seconds += clock_now() - start;

  start = clock_now();
  search_phase(search, "encoding");
  struct sat *sat = sat_cadical(search->options->seed);
  struct sink *formula = sink_dimacs();
  struct sink *both = search->options->certify ? sink_tee(&sat->sink, formula) : NULL;
  struct encoding *encoding =
    encode(prog, labels, values, ranges, search->options->rounds, part, both ? both : &sat->sink);
  if (both)
    sink_tee_stop(both);
  encoding_restrict(encoding, !search->options->no_grow, !search->options->no_guess);
  note_size(search, sat);
  result->encode_seconds = clock_now() - start;

  enum search_answer answer =
    search_stopped(search) ? SEARCH_STOPPED : solve(search, slice, sat, encoding, formula);
  encoding_free(encoding);
  sink_free(both);
  sink_free(formula);
  sat->ops->free(sat);
  ranges_free(ranges);
  values_free(values);
  return answer;
}

enum search_answer
search_sat(struct search *search)
{
  double start = clock_now();
  search_phase(search, "analysing");
  if (search->options->no_slice)
    return search_prog(search, NULL, search->options->part);
  struct slice slice;
  struct part part;
  struct values *values = values_find(search->prog);
  slice_find(&slice, search->prog, search->labels, values);
  bool sliced = slice_part(&slice, search->labels, search->options->part, &part);
  values_free(values);
  assert(prog_is_sound(slice.prog));
  search->result->analysis_seconds = clock_now() - start;
  enum search_answer answer = search_prog(search, sliced ? &slice : NULL, &part);
  part_free(&part);
  slice_free(&slice);
  return answer;
}
